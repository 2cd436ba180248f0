"""What the simulator has of Temporal's names, and what it says of the rest."""

import pytest

from durable_lab.words.messages import LabError
from tests.durable_lab.topologies.workflow.programs import APPROVED, INCIDENT, program
from tests.support import explore_text, run_text, run_well


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("from temporalio.workflow import execute_child_workflow", "not-modelled"),
        ("from temporalio import workflow\nworkflow.execute_local_activity", "not-modelled"),
        ("from temporalio.testing import WorkflowEnvironment", "module-not-modelled"),
        ("import temporalio.contrib.pydantic", "module-not-modelled"),
    ],
)
def test_what_is_absent_says_so(line: str, code: str) -> None:
    error = run_text(line + "\n").error
    assert isinstance(error, LabError) and error.code == code


@pytest.mark.parametrize(
    "call", ["begin(Incident, 'x', start_delay=LIMIT)", "worker(Incident, max_concurrent_activities=1)"]
)
def test_an_option_that_is_absent_says_so(call: str) -> None:
    error = run_text(program(INCIDENT, f"made = {call}\nif asyncio.iscoroutine(made): await made")).error
    assert isinstance(error, LabError) and error.code == "not-modelled"


def test_a_worker_finds_its_definitions_again_by_their_place_in_the_file() -> None:
    inner = "def make():\n    @activity.defn\n    async def inner(): pass\n    return inner\nACTIVITIES.append(make())\n"
    error = run_text(program(INCIDENT + inner, "async with worker(Incident): pass")).error
    assert isinstance(error, LabError) and error.code == "not-at-module-level"


def test_globals_of_a_worker_die_with_it() -> None:
    guarded = """
    DONE = []

    @activity.defn
    async def once(what: str) -> str:
        if what not in DONE:
            DONE.append(what)
            await world.acall("once", what=what)
        return what

    @workflow.defn
    class Guarded:
        @workflow.run
        async def run(self) -> str:
            return await act(once)

    ACTIVITIES.append(once)
    """
    source = program(guarded, "async with worker(Guarded):\n    print(await result(await begin(Guarded)))")
    assert run_well(source, "crash at effect:once#1.applied").done == {"once": 2}


def test_two_workers_share_the_tasks_and_either_may_die() -> None:
    body = """
    async with worker(Incident), worker(Incident):
        handle = await begin(Incident, "x")
        await asyncio.sleep(2 * 86400)
        await handle.signal(Incident.approve, "Ann")
        print(await result(handle))
    """
    ran = run_well(program(INCIDENT, body), "crash worker at signal:approve#1.sent")
    assert ran.lines[-1] == "done by Ann" and ran.done == {"plan": 1, "change": 1, "report": 1}
    assert {e.process for e in ran.trace.select("task")} == {"worker", "worker-2"}


def test_a_lost_reply_of_the_engine_is_no_lost_decision() -> None:
    for leg in ("request", "reply"):
        ran = run_well(APPROVED, f"lose {leg} commands:Incident#1")
        assert ran.lines[-1] == "done by Ann" and ran.done == {"plan": 1, "change": 1, "report": 1}


def test_keyed_the_incident_holds_at_every_crash_point_and_bare_it_does_not() -> None:
    bare = explore_text(APPROVED)
    assert len(bare.points) == 36
    assert {run.plan.rpartition(".")[2] for run in bare.failures} == {"applied", "returned", "sent"}
    keyed = APPROVED.replace("what=what)", "what=what, key=what + activity.info().activity_type)")
    assert explore_text(keyed).failures == []


def test_a_client_that_leaves_without_closing_its_worker_has_ended() -> None:
    body = """
    asyncio.create_task(worker(Incident).run())
    handle = await begin(Incident, "x")
    await asyncio.sleep(60)
    """
    assert run_well(program(INCIDENT, body)).ended


def test_a_file_may_do_without_a_guard() -> None:
    unguarded = APPROVED.replace('if __name__ == "__main__":\n    asyncio.run', "asyncio.run")
    assert unguarded != APPROVED
    assert run_well(unguarded).lines == run_well(APPROVED).lines
