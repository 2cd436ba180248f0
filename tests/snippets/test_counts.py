"""What the pages say of a snippet: the count at the callee under its own fault.

What a crash at each of its points does is in `test_snippets`, for all of them.
"""

from pathlib import Path

import pytest

from durable_lab.experiment import Experiment
from tests.support import Ran

SNIPPETS = Path(__file__).parents[2] / "snippets"

COUNTS: dict[str, dict[str, int]] = {
    "checkpointed_graph/approval.py": {"apply_change": 1},
    "checkpointed_graph/ticket_once.py": {"open_ticket": 1, "apply_change": 1},
    "checkpointed_graph/ticket_twice.py": {"open_ticket": 2, "apply_change": 1},
    "in_memory_loop/answer.py": {},
    "in_memory_loop/call_timeouts.py": {"open_ticket": 1},
    "in_memory_loop/hung_model.py": {"open_ticket": 3},
    "in_memory_loop/journal_and_key.py": {"apply_change": 5},
    "in_memory_loop/restart_repeats.py": {"apply_change": 8},
    "queue_workers/batch_checks.py": {"check": 6},
    "queue_workers/lease_overrun.py": {"refund": 2},
    "queue_workers/poison.py": {"refund": 3},
    "queue_workers/refund_once.py": {"refund": 1},
    "queue_workers/refund_twice.py": {"refund": 2},
    "durable_workflow/activity_once.py": {"apply_change": 1},
    "durable_workflow/activity_twice.py": {"apply_change": 2},
    "durable_workflow/clock_in_branch.py": {"open_ticket": 1},
    "durable_workflow/incident.py": {"open_ticket": 1, "apply_change": 1, "send_notice": 1},
    "durable_workflow/workflow_now.py": {"open_ticket": 1},
}


@pytest.mark.parametrize(("file", "counts"), COUNTS.items())
def test_effects_at_the_callee(file: str, counts: dict[str, int]) -> None:
    outcome = Experiment((SNIPPETS / file).read_text(encoding="utf-8"), file).run()
    assert outcome.error is None
    assert outcome.trace.header["not_reached"] == []
    assert Ran(outcome.trace, None).done == counts
