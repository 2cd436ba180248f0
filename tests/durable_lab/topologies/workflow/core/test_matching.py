"""Replay and what breaks it: the SDK's own messages, a run that stays RUNNING, and what heals it."""

import os
import subprocess
import sys

import pytest

from tests.durable_lab.topologies.workflow.programs import ends, events, failures, history, program, replays
from tests.support import Ran, run_text

CODE = {
    "a": "await act(plan)",
    "longer": "await act(plan, start_to_close_timeout=timedelta(seconds=99))",
    "other argument": "await act(plan, 'y')",
    "b": "await act(change)",
    "timer": "await asyncio.sleep(9)",
    "end": "return",
    "nothing": "pass",
    "failure": "raise ApplicationError('x')",
    "continued": "workflow.continue_as_new()",
    "both": "await asyncio.gather(act(plan), act(change))",
    "appended": "await act(plan)\n        await workflow.wait_condition(lambda: self.go)\n        await act(change)",
    "patched": "if workflow.patched('p'): await act(change)\n        await act(plan)",
    "patch removed": "await act(change)\n        await act(plan)",
    "deprecated": "workflow.deprecate_patch('p')\n        await act(change)\n        await act(plan)",
}

FLOW = """
@workflow.defn(name="Flow")
class {name}:
    go = False

    @workflow.signal
    def go_on(self):
        self.go = True

    @workflow.run
    async def run(self):
        {code}
        await workflow.wait_condition(lambda: self.go)
"""

OTHER = """
@workflow.defn(name="Other")
class New:
    @workflow.run
    async def run(self):
        pass
"""

DEPLOY = """
async with worker(Old):
    handle = await begin(Old)
    await asyncio.sleep(60)
async with worker(New{options}):
    await handle.signal("go_on")
    await asyncio.sleep(3600)
    print((await handle.describe()).status.name)
{more}
"""


def deploy(old: str, new: str, options: str = "", more: str = "") -> Ran:
    """Start a run with old code, go on with new code."""
    definitions = FLOW.format(name="Old", code=CODE[old]) + FLOW.format(name="New", code=CODE[new])
    return run_text(program(definitions, DEPLOY.format(options=options, more=more)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("a", "b", "Activity type of scheduled event 'plan' does not match activity type of activity command 'change'"),
        ("a", "timer", "Timer machine does not handle this event: HistoryEvent(id: 5, ActivityTaskScheduled)"),
        ("a", "end", "Complete workflow machine does not handle this event: HistoryEvent(id: 5, ActivityTaskScheduled)"),
        ("a", "nothing", "No command scheduled for event HistoryEvent(id: 5, ActivityTaskScheduled)"),
        ("a", "failure", "Fail workflow machine does not handle this event: HistoryEvent(id: 5, ActivityTaskScheduled)"),
        ("a", "continued",
         "Continue as new workflow machine does not handle this event: HistoryEvent(id: 5, ActivityTaskScheduled)"),
        ("timer", "a", "Activity machine does not handle this event: HistoryEvent(id: 5, TimerStarted)"),
        ("both", "a", "No command scheduled for event HistoryEvent(id: 6, ActivityTaskScheduled)"),
        ("patched", "patch removed",
         "Non-deprecated patch marker encountered for change p, but there is no corresponding change command!"),
    ],
)  # fmt: skip
def test_changed_commands_stop_the_run(old: str, new: str, message: str) -> None:
    ran = deploy(old, new)
    assert ran.lines == ["RUNNING"]
    assert failures(ran.trace) == [f"[TMPRL1100] Nondeterminism error: {message}"]
    (verdict,) = ends(ran)
    assert verdict.status == "violated" and verdict.code == "ends-for-ever"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a", "a"),
        ("a", "longer"),
        ("a", "other argument"),
        ("a", "appended"),
        ("a", "both"),
        ("a", "patched"),
        ("patched", "patched"),
        ("patched", "deprecated"),
    ],
)
def test_other_changes_are_accepted(old: str, new: str) -> None:
    ran = deploy(old, new)
    assert ran.lines == ["COMPLETED"] and failures(ran.trace) == []
    (verdict,) = ends(ran)
    assert verdict.status == "holds"


def test_old_code_heals_a_stuck_run_with_no_more_effects() -> None:
    back = (
        "async with worker(Old):\n    await handle.result()\n    print((await handle.describe()).status.name)"
    )
    ran = deploy("a", "b", more=back)
    assert ran.lines == ["RUNNING", "COMPLETED"]
    assert ran.done == {"plan": 1}
    assert ends(ran)[0].status == "holds"


def test_nondeterminism_can_be_made_to_fail_the_run() -> None:
    ran = deploy("a", "b", options=", workflow_failure_exception_types=[workflow.NondeterminismError]")
    assert ran.lines == ["FAILED"]


ASK = """
    try:
        await handle.query("state")
    except Exception as error:
        print(type(error).__name__, error)
"""


def test_code_that_does_not_fit_its_history_answers_no_query() -> None:
    asked = deploy("a", "b", more=ASK).lines[-1]
    assert asked.startswith("WorkflowQueryFailedError [TMPRL1100] Nondeterminism error: Activity type of")


def test_a_worker_that_has_not_the_code_answers_no_query() -> None:
    source = program(FLOW.format(name="Old", code=CODE["a"]) + OTHER, DEPLOY.format(options="", more=ASK))
    ran = run_text(source)
    message = "Workflow class Flow is not registered on this worker, available workflows: Other"
    assert ran.lines == ["RUNNING", f"WorkflowQueryFailedError {message}"]
    assert failures(ran.trace) == [message]


def test_only_the_first_failure_is_written() -> None:
    ran = deploy("a", "b")
    assert history(ran.trace)[-4:] == [*events("E_SIGNALED"), *events("T")[:2], "WORKFLOW_TASK_FAILED"]
    assert replays(ran.trace) > 5


HASHED = """
import sys
from durable_lab.experiment import Experiment
trace = Experiment(sys.stdin.read(), "file.py").run().trace
print(trace.digest())
"""


def test_the_same_trace_under_any_hash_seed() -> None:
    source = program(FLOW.format(name="Flow", code=CODE["both"]), SEEDED)
    digests = set()
    for seed in ("0", "1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = [sys.executable, "-c", HASHED]
        out = subprocess.run(run, input=source, env=environment, text=True, capture_output=True, check=True)
        digests.add(out.stdout)
    assert len(digests) == 1


SEEDED = """
async with worker(Flow):
    handle = await begin(Flow)
    await handle.signal("go_on")
    print(await result(handle))
"""
