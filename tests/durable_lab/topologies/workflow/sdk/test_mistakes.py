"""What a reader gets wrong is said as the SDK words it; what is seldom used works."""

from __future__ import annotations

import logging

import pytest

from tests.durable_lab.topologies.workflow.programs import INCIDENT, program
from tests.support import run_text, run_well

NOTHING = """
@workflow.defn
class Nothing:
    heard = ""

    @workflow.signal
    def hear(self, what: str):
        self.heard = what

    @workflow.query
    def what(self) -> str:
        return self.heard

    @workflow.run
    async def run(self) -> str:
        {body}
"""

PLAIN = """
async with worker(Nothing):
    {client}
"""


@pytest.mark.parametrize(
    ("definition", "message"),
    [
        ("@workflow.defn\nclass A:\n    pass", "Missing @workflow.run method"),
        (
            "@workflow.defn\nclass A:\n    @workflow.run\n    async def a(self): pass\n"
            "    @workflow.run\n    async def b(self): pass",
            "Multiple @workflow.run methods found",
        ),
        (
            "@workflow.defn\nclass A:\n    @workflow.run\n    def a(self): pass",
            "Workflow run method must be an async function",
        ),
        ("def f(): pass\nactivity.defn(f)\nworkflow.now()", "Not in workflow event loop"),
        ("activity.info()", "Not in activity context"),
    ],
)
def test_a_wrong_definition(definition: str, message: str) -> None:
    assert message in str(run_text(program(definition, "pass")).error)


@pytest.mark.parametrize(
    ("client", "message"),
    [
        ("await client.start_workflow(plan, id='a', task_queue='q')", "was it decorated with @workflow.run?"),
        ("await (await begin(Nothing)).signal(Nothing.what)", "Signal definition not found on Nothing.what"),
        ("await (await begin(Nothing)).query(Nothing.hear)", "Query definition not found on Nothing.hear"),
        ("await (await begin(Nothing)).signal(Nothing.hear, 'a', args=['b'])", "Cannot have arg and args"),
        ("Worker(client, task_queue='q')", "At least one activity, Nexus service, or workflow"),
        ("Worker(client, task_queue='q', workflows=[int])", "Workflow int missing attributes"),
        ("Worker(client, task_queue='q', activities=[print])", "Activity print missing attributes"),
        ("await client.get_workflow_handle('nobody').result()", "workflow not found for ID: nobody"),
    ],
)
def test_a_wrong_call_of_the_client(client: str, message: str) -> None:
    source = program(NOTHING.format(body="await asyncio.sleep(1)"), PLAIN.format(client=client))
    assert message in str(run_text(source).error)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("await workflow.sleep(-1)", "Attempting to schedule timer with negative delay"),
        (
            "await act(plan, start_to_close_timeout=None)",
            "must have start_to_close_timeout or schedule_to_close",
        ),
        ("await act(len)", "Activity len missing attributes, was it decorated with @activity.defn?"),
        ("await workflow.wait_condition(lambda: 1 / 0)", "division by zero"),
        ("asyncio.run(None)", "asyncio.run() cannot be called from a running event loop"),
        ("asyncio.get_running_loop().run_in_executor(None, print)", "NotImplementedError"),
    ],
)
def test_a_mistake_in_workflow_code_leaves_it_running(body: str, message: str) -> None:
    client = "handle = await begin(Nothing)\n    await asyncio.sleep(100)\n    print((await handle.describe()).status.name)"
    ran = run_text(program(NOTHING.format(body=body), PLAIN.format(client=client)))
    assert ran.lines == ["RUNNING"]
    failed = [e.payload for e in ran.trace.select("history") if e.payload["type"] == "WORKFLOW_TASK_FAILED"]
    assert message in repr(failed)


def test_what_workflow_code_may_ask_of_its_run() -> None:
    body = """info = workflow.info()
        return (
            f"{workflow.time() == workflow.now().timestamp()} {info.get_current_history_length()} "
            f"{info.is_continue_as_new_suggested()} {info.workflow_type} {info.continued_run_id}"
        )"""
    ran = run_well(
        program(NOTHING.format(body=body), PLAIN.format(client="print(await result(await begin(Nothing)))"))
    )
    assert ran.lines == ["True 3 False Nothing None"]


def test_names_may_stand_for_what_they_name() -> None:
    body = """await workflow.wait_condition(lambda: self.heard != "")
        return await workflow.execute_activity("plan", self.heard, start_to_close_timeout=LIMIT)"""
    client = """handle = await client.start_workflow("Nothing", id="n", task_queue="q")
    await handle.signal("unknown", 1)
    await handle.signal("hear", "x")
    print(await client.get_workflow_handle_for(Nothing.run, "n").result())
    print(await handle.query("what"))
    print([event.event_id for event in (await handle.fetch_history()).events][:3])"""
    ran = run_well(program(NOTHING.format(body=body), PLAIN.format(client=client)))
    assert ran.lines == ["plan-1", "x", "[1, 2, 3]"]


def test_a_continued_run_asked_for_by_its_id_does_not_follow() -> None:
    again = """
@workflow.defn
class Again:
    @workflow.run
    async def run(self, n: int) -> int:
        if n < 2:
            workflow.continue_as_new(n + 1)
        return n
"""
    client = """
async with worker(Again):
    handle = await begin(Again, 1)
    print(await handle.result())
    try:
        await handle.result(follow_runs=False)
    except Exception as error:
        print(type(error).__name__, error)
"""
    ran = run_well(program(again, client))
    assert ran.lines == ["2", "WorkflowContinuedAsNewError Workflow continued as new"]


def test_a_signal_to_a_closed_run_is_refused() -> None:
    client = """
async with worker(Incident):
    handle = await begin(Incident, "x")
    await handle.terminate(reason="enough")
    print(await result(handle))
    try:
        await handle.signal(Incident.approve, "Ann")
    except RPCError as error:
        print(error.status.name)
"""
    ran = run_well(program(INCIDENT, client))
    assert ran.lines[-1] == "NOT_FOUND"
    assert "enough" in ran.lines[-2]


def test_the_workflows_logger_is_silent_on_replay() -> None:
    body = """workflow.logger.warning("once")
        await workflow.wait_condition(lambda: self.heard != "")
        workflow.logger.warning("twice")"""
    client = """handle = await begin(Nothing)
    await asyncio.sleep(60)
    await handle.signal(Nothing.hear, "x")
    await handle.result()"""
    said: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("temporalio.workflow")
    logger.addHandler(handler)
    try:
        source = program(NOTHING.format(body=body), PLAIN.format(client=client))
        run_well(source, "crash worker at signal:hear#1.sent")
    finally:
        logger.removeHandler(handler)
    assert said == ["once", "twice"]
