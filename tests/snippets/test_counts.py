"""What the pages say of a snippet: the count at the callee under its own fault.

What a crash at each of its points does is in `test_snippets`, for all of them.
"""

import pytest

from tests.programs import experiment_of
from tests.support import Ran

COUNTS: dict[str, dict[str, int]] = {
    "checkpointed_graph/approval.py": {"apply_change": 1},
    "checkpointed_graph/ticket_once.py": {"open_ticket": 1, "apply_change": 1},
    "checkpointed_graph/ticket_twice.py": {"open_ticket": 2, "apply_change": 1},
    "casebook: answer-in_memory_loop/plain/calm": {},
    "in_memory_loop/call_timeouts.py": {"open_ticket": 1},
    "casebook: model-hangs/naive/model-hangs": {"open_ticket": 3},
    "casebook: restart/key/crash-after-third": {"apply_change": 5},
    "casebook: restart/naive/crash-after-third": {"apply_change": 8},
    "queue_workers/batch_checks.py": {"check": 6},
    "queue_workers/lease_overrun.py": {"refund": 2},
    "queue_workers/poison.py": {"refund": 3},
    "casebook: delivered-twice/key/crash-after-refund": {"refund": 1},
    "casebook: delivered-twice/naive/crash-after-refund": {"refund": 2},
    "durable_workflow/activity_once.py": {"apply_change": 1},
    "durable_workflow/activity_twice.py": {"apply_change": 2},
    "casebook: clock/naive/worker-restarts": {"open_ticket": 1},
    "durable_workflow/incident.py": {"open_ticket": 1, "apply_change": 1, "send_notice": 1},
    "casebook: clock/workflow-now/worker-restarts": {"open_ticket": 1},
}


@pytest.mark.parametrize(("name", "counts"), COUNTS.items())
def test_effects_at_the_callee(name: str, counts: dict[str, int]) -> None:
    outcome = experiment_of(name).run()
    assert outcome.error is None
    assert outcome.trace.header["not_reached"] == []
    assert Ran(outcome.trace, None).done == counts
