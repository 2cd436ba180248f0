"""Programs for the tests: the canonical incident, and a frame for others."""

from __future__ import annotations

from textwrap import dedent, indent

from durable_lab.kernel.trace import Trace
from durable_lab.readers.checks import Intents, Verdict, check
from tests.support import Ran

IMPORTS = """
import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.common import RetryPolicy, WorkflowIDReusePolicy
from temporalio.exceptions import ActivityError, ApplicationError, WorkflowAlreadyStartedError
from temporalio.service import RPCError
from temporalio.worker import UnsandboxedWorkflowRunner, Worker
from durable_lab import world

LIMIT = timedelta(seconds=30)

@activity.defn
async def plan(what: str) -> str:
    return await world.acall("plan", what=what)

@activity.defn
async def change(what: str) -> str:
    return await world.acall("change", what=what)

@activity.defn
async def report(what: str) -> str:
    return await world.acall("report", what=what)

ACTIVITIES = [plan, change, report]

async def act(activity, argument="x", **options):
    return await workflow.execute_activity(activity, argument, **{"start_to_close_timeout": LIMIT, **options})
"""

INCIDENT = """
@workflow.defn
class Incident:
    def __init__(self):
        self.approved_by = None

    @workflow.signal
    def approve(self, who: str):
        self.approved_by = who

    @workflow.query
    def status(self) -> str:
        return str(self.approved_by)

    @workflow.run
    async def run(self, what: str) -> str:
        print("begins, replaying:", workflow.unsafe.is_replaying())
        await act(plan)
        await asyncio.sleep(86400)
        await workflow.wait_condition(lambda: self.approved_by is not None)
        await act(change)
        await act(report)
        return f"done by {self.approved_by}"
"""

MAIN = """
async def main():
    client = await Client.connect("localhost:7233")
    async def begin(flow, *given, id="wf", **options):
        return await client.start_workflow(flow.run, args=given, id=id, task_queue="q", **options)
    async def result(handle):
        try:
            return await handle.result()
        except WorkflowFailureError as error:
            text, cause = repr(error), error.cause
            while cause is not None:
                text, cause = text + " <- " + repr(cause), cause.__cause__
            return text
    def worker(*flows, **options):
        return Worker(client, task_queue="q", workflows=flows, activities=ACTIVITIES, **options)
{body}

if __name__ == "__main__":
    asyncio.run(main())
"""


def program(definitions: str, body: str) -> str:
    """A file with workflows, and what its client does; `begin`, `worker` and `result` are there."""
    return IMPORTS + dedent(definitions) + MAIN.format(body=indent(dedent(body), "    "))


APPROVED = program(
    INCIDENT,
    """
    async with worker(Incident):
        handle = await begin(Incident, "x")
        await asyncio.sleep(2 * 86400)
        await handle.signal(Incident.approve, "Ann")
        print(await result(handle))
    """,
)
"""The incident, approved after two days."""


def history(trace: Trace) -> list[str]:
    """The types of the events of the run's history, in order."""
    return [e.payload["type"] for e in trace.select("history")]


def failures(trace: Trace) -> list[str]:
    """What the failed workflow tasks in the history say."""
    events = [e.payload for e in trace.select("history")]
    return [e["attributes"]["failure"]["message"] for e in events if e["type"] == "WORKFLOW_TASK_FAILED"]


def ends(ran: Ran) -> list[Verdict]:
    """Whether the run has ended."""
    return check("ends", ran.trace, Intents())


def replays(trace: Trace) -> int:
    """How often workflow code was taken through its history from the first line."""
    return sum(1 for _ in trace.select("replay"))


T = "WORKFLOW_TASK_SCHEDULED WORKFLOW_TASK_STARTED WORKFLOW_TASK_COMPLETED"
A = "ACTIVITY_TASK_SCHEDULED ACTIVITY_TASK_STARTED ACTIVITY_TASK_COMPLETED"


def events(text: str) -> list[str]:
    """A history in short: `T` and `A` are the three events of a workflow task and of an activity, `E_` their run's."""
    words = {"T": T, "A": A}
    spelt = " ".join(words.get(word, word) for word in text.split())
    return [
        word.replace("E_", "WORKFLOW_EXECUTION_") if word.startswith("E_") else word for word in spelt.split()
    ]
