"""A refusal ends the run, wherever it is raised and whoever catches it."""

import pytest

from durable_lab.experiment import Experiment
from durable_lab.kernel.machine.refusal import refusal
from durable_lab.words.messages import Refusal
from tests.durable_lab.topologies.workflow.programs import INCIDENT, program
from tests.support import NAME, experiment, explore_text, graph, run_text

ABSENT = "import langgraph.constants; langgraph.constants.ABSENT"

IN_A_NODE = graph(f"""
    def node(state):
        {ABSENT}

    chain([node]).invoke({{}}, thread)
""")

IN_A_HANDLER = f"""
    from durable_lab.queue_workers import Queue

    jobs = Queue("jobs", max_deliveries=3)

    @jobs.worker
    def handle(message):
        {ABSENT}

    if __name__ == "__main__":
        jobs.send("x")
        jobs.run()
"""

IN_AN_ACTIVITY = program(
    INCIDENT
    + f"""
@activity.defn
async def broken():
    {ABSENT}
ACTIVITIES.append(broken)

@workflow.defn
class Retried:
    @workflow.run
    async def run(self):
        await workflow.execute_activity(broken, start_to_close_timeout=LIMIT)
""",
    "async with worker(Retried): await result(await begin(Retried))",
)

IN_A_WORKFLOW = program(
    INCIDENT
    + """
@workflow.defn
class Broken:
    @workflow.run
    async def run(self):
        workflow.ABSENT
""",
    "async with worker(Broken): await result(await begin(Broken))",
)

IN_THE_CLIENT = program(INCIDENT, f"async with worker(Incident):\n    {ABSENT}")

SWALLOWED = f"""
    from durable_lab import world
    try:
        {ABSENT}
    except Exception:
        world.call("instead")
    print("goes on")
"""

SWALLOWED_FOR_EVER = f"""
    import contextlib
    while True:
        with contextlib.suppress(Exception):
            {ABSENT}
"""

IN_A_TASK_THAT_NOBODY_AWAITS = f"""
    import asyncio
    async def broken():
        {ABSENT}
    async def main():
        task = asyncio.create_task(broken())
        await asyncio.sleep(1)
        print("goes on")
    asyncio.run(main())
"""

IN_A_CALLBACK = """
    import asyncio, subprocess
    async def main():
        asyncio.get_running_loop().call_soon(subprocess.run, ["ls"])
        await asyncio.sleep(1)
        print("goes on")
    asyncio.run(main())
"""

IN_A_BLOCKING_CALL = f"""
    from durable_lab.queue_workers import Queue

    jobs = Queue("jobs")

    @jobs.worker
    def handle(message):
        try:
            {ABSENT}
        except Exception:
            message.complete()

    class Sends:
        def __init__(self):
            jobs.send("x")
            jobs.run()
            print("goes on")

    if __name__ == "__main__":
        Sends()
"""

PROGRAMS = {name.lower(): text for name, text in globals().items() if name.startswith(("IN_", "SWALLOWED"))}


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=list(PROGRAMS))
def test_the_run_ends_where_it_is_raised(source: str) -> None:
    outcome = experiment(source).run()
    assert outcome.refused is not None and outcome.refused is outcome.error
    assert outcome.exit_status == 2 and not outcome.ended
    assert not [event for event in outcome.trace if event.kind in ("effect", "print")]
    assert outcome.trace.events[-1].phase == "raised"
    assert outcome.trace.events[-1].payload["what"] == list(outcome.refused.sentence)


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=list(PROGRAMS))
def test_it_knows_the_line_of_the_readers_that_uses_what_is_not_modelled(source: str) -> None:
    refused = experiment(source).run().refused
    assert refused is not None
    if source is IN_A_CALLBACK:
        assert refused.place is None  # the loop calls it: no line of the reader's does
        return
    assert refused.place is not None
    file, line = refused.place
    assert file == NAME and "ABSENT" in experiment(source).program.source.splitlines()[line - 1]


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=list(PROGRAMS))
def test_an_exploration_of_it_has_no_plan_that_fails(source: str) -> None:
    with pytest.raises(Refusal) as caught:
        explore_text(source)
    assert caught.value.plan == ""


def test_an_exploration_that_comes_to_it_under_a_fault_ends_and_names_the_fault() -> None:
    source = """
        import langgraph.constants
        from durable_lab import world
        from durable_lab.kernel.outside.exchange import CallTimedOut
        try:
            world.call("a", timeout=5)
        except CallTimedOut:
            langgraph.constants.ABSENT
    """
    assert run_text(source).ended
    with pytest.raises(Refusal) as caught:
        list(experiment(source).explore("all"))
    assert caught.value.plan.startswith(("hang", "lose"))


def test_a_run_that_is_held_against_a_refused_one_is_refused() -> None:
    with pytest.raises(Refusal):
        _ = Experiment(ABSENT, NAME).calm


def test_outside_of_a_run_it_is_an_error_and_no_more() -> None:
    error = refusal("not-modelled", what="a", available="b")
    assert error.place is None and error.text("en") == "The simulator does not model a. It has: b"
