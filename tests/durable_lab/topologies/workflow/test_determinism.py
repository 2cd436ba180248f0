"""Replay and what breaks it: the SDK's own messages, a run that stays RUNNING, and what heals it."""

import os
import subprocess
import sys

import pytest

from durable_lab.readers.checks import Intents, Verdict, check
from tests.durable_lab.topologies.workflow.programs import events, failures, history, program, replays
from tests.support import Ran, run_text, run_well

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


def ends(ran: Ran) -> list[Verdict]:
    return check("ends", ran.trace, Intents())


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


def test_only_the_first_failure_is_written() -> None:
    ran = deploy("a", "b")
    assert history(ran.trace)[-4:] == [*events("E_SIGNALED"), *events("T")[:2], "WORKFLOW_TASK_FAILED"]
    assert replays(ran.trace) > 5


REFUSED = {
    "time.time()": "time.time.__call__",
    "time.sleep(1)": "time.sleep.__call__",
    "time.monotonic()": "time.monotonic.__call__",
    "time.time_ns()": "time.time_ns.__call__",
    "datetime.now()": "datetime.datetime.now.__call__",
    "date.today()": "datetime.date.today.__call__",
    "random.random()": "random.random.__call__",
    "random.choice([1])": "random.choice.__call__",
    "uuid.uuid4()": "uuid.uuid4.__call__",
    "uuid.uuid1()": "uuid.uuid1.__call__",
    "secrets.token_hex()": "secrets.token_hex.__call__",
    "os.urandom(3)": "os.urandom.__call__",
    "os.environ['HOME']": "os.environ.HOME",
    "os.getenv('HOME')": "os.getenv.__call__",
    "os.getpid()": "os.getpid.__call__",
    "os.listdir('.')": "os.listdir.__call__",
    "socket.socket()": "socket.socket.__call__",
    "subprocess.run(['ls'])": "subprocess.run.__call__",
    "threading.Thread(target=print).start()": "threading.Thread.__call__",
    "open('x')": "__builtins__.open",
    "input()": "__builtins__.input",
}

SANDBOXED = """
import os, random, secrets, socket, subprocess, threading, time, uuid
from datetime import date

@workflow.defn
class Flow:
    @workflow.run
    async def run(self) -> str:
        {line}
        return "done"
"""


SANDBOXED_WAITS = program(
    SANDBOXED.format(line="await asyncio.sleep(60)"),
    """
async with worker(Flow):
    print(await result(await begin(Flow)))
""",
)


def sandboxed(line: str, options: str = "") -> Ran:
    body = f"async with worker(Flow{options}):\n    print(await result(await begin(Flow)))"
    return run_text(program(SANDBOXED.format(line=line), body))


@pytest.mark.parametrize("line", REFUSED)
def test_the_sandbox_refuses(line: str) -> None:
    ran = sandboxed(line)
    (message,) = failures(ran.trace)
    assert message.startswith(
        f"Cannot access {REFUSED[line]} from inside a workflow. If this is code from a module"
    )
    assert not ran.ended and ends(ran)[0].status == "violated"


def test_the_sandbox_refuses_effects_in_workflow_code() -> None:
    ran = sandboxed("await world.acall('x')")
    assert failures(ran.trace)[0].startswith("Cannot access ") and ran.done == {}


@pytest.mark.parametrize(
    "line", ["random.Random()", "id(self)", "hash('x')", "print('x')", "list({'a', 'b'})"]
)
def test_the_sandbox_does_not_refuse(line: str) -> None:
    assert sandboxed(line).lines[-1] == "done"


@pytest.mark.parametrize("line", ["time.time()", "random.random()", "uuid.uuid4()"])
def test_unsandboxed_nothing_is_refused(line: str) -> None:
    assert sandboxed(line, ", workflow_runner=UnsandboxedWorkflowRunner()").lines == ["done"]
    assert sandboxed(f"with workflow.unsafe.sandbox_unrestricted(): {line}").lines == ["done"]


def test_a_worker_that_can_not_start_is_why_a_run_is_stuck() -> None:
    """A deployment of a version that raises when it is imported: nobody polls any more."""
    source = f"""{SANDBOXED_WAITS}
# durable-lab: version v2
raise ValueError("no such module")
"""
    ran = run_text(source, "deploy v2 at start:Flow#1.stored ; crash worker at start:Flow#1.stored")
    assert str(ran.error) == "no such module" and not ran.ended
    assert ends(ran)[0].code == "ends-error"


@pytest.mark.parametrize("line", ["os.getpid()", "os.urandom(4)"])
def test_what_differs_from_run_to_run_is_of_the_process(line: str) -> None:
    source = f"import os\nfrom durable_lab import world\nworld.call('a', x={line})\n"
    first, again = (run_text(source, "crash at effect:a#1.returned").trace for _ in range(2))
    assert first.text() == again.text()
    assert len({e.payload["business"] for e in first.select("effect", "requested")}) == 2


def test_threads_are_not_implemented() -> None:
    ran = sandboxed("await asyncio.to_thread(print)")
    assert not ran.ended and failures(ran.trace) == [""]


def test_an_ordinary_exception_fails_the_task_and_not_the_run() -> None:
    ran = sandboxed("1 / 0")
    assert failures(ran.trace) == ["division by zero"] and not ran.ended


def test_an_application_error_fails_the_run() -> None:
    ran = sandboxed("raise ApplicationError('no', type='Bad')")
    assert ran.lines == ["WorkflowFailureError('Workflow execution failed') <- ApplicationError('Bad: no')"]


REPLAY_SAFE = """
@workflow.defn
class Flow:
    @workflow.run
    async def run(self) -> str:
        seen = [workflow.now(), workflow.random().random(), workflow.uuid4(), workflow.info().run_id]
        print(*seen)
        await asyncio.sleep(3600)
        return "done"
"""


def test_the_replay_safe_ones_say_the_same_on_replay() -> None:
    body = "async with worker(Flow):\n    print(await result(await begin(Flow)))"
    ran = run_well(program(REPLAY_SAFE, body), "crash at commands:Flow#1.stored")
    first, second, done = ran.lines
    assert first == second and done == "done"


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
