"""What workflow code may not touch, what it may, and what its errors do to the run."""

import pytest

from tests.durable_lab.topologies.workflow.programs import ends, failures, program
from tests.support import Ran, run_text, run_well

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
