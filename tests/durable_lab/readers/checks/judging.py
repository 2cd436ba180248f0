"""Judge a program's run by one check, held against what it wants."""

from __future__ import annotations

from typing import Any

from durable_lab.readers.checks import Intents, Verdict, Want, check, intents_of
from tests.support import run_text


def verdicts(
    name: str, source: str, plan: str = "", wants: list[Want] | None = None, **options: Any
) -> list[Verdict]:
    """The verdicts of one check on a run under a plan; against `wants`, else what the crash-free run wants."""
    intents = intents_of(run_text(source, **options).trace) if wants is None else Intents(wants)
    return check(name, run_text(source, plan, **options).trace, intents)


def verdict(
    name: str, source: str, plan: str = "", wants: list[Want] | None = None, **options: Any
) -> tuple[str, str]:
    """The status and the code of a check that says one thing; both languages have the sentence."""
    (found,) = verdicts(name, source, plan, wants, **options)
    if found.code:
        assert found.text("en") and found.text("zh") and found.text("en") != found.text("zh")
    return found.status, found.code


_ONE_ACTIVITY = """
import asyncio
from datetime import timedelta
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker
with workflow.unsafe.imports_passed_through():
    from durable_lab import world

@activity.defn
async def act() -> None:
    await CALL

@workflow.defn
class Flow:
    @workflow.run
    async def run(self) -> None:
        await workflow.execute_activity(act, start_to_close_timeout=timedelta(seconds=9))

async def main():
    client = await Client.connect("x")
    async with Worker(client, task_queue="q", workflows=[Flow], activities=[act]):
        await client.execute_workflow(Flow.run, id="w", task_queue="q")

if __name__ == "__main__":
    asyncio.run(main())
"""


def one_activity(call: str) -> str:
    """A workflow `w` with one activity `act`, which awaits `call`."""
    return _ONE_ACTIVITY.replace("CALL", call)
