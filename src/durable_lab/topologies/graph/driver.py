"""Drive a file that compiles a graph but does not call it: give the input, answer each question."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from durable_lab.kernel.machine.event_loop import EventLoop
from durable_lab.kernel.machine.process import current
from durable_lab.topologies.graph.pregel.main import Pregel
from durable_lab.topologies.graph.types import INTERRUPT, Command
from durable_lab.words.messages import LabError

THREAD = "thread-1"


def graph_in(namespace: Mapping[str, Any]) -> Pregel | None:
    """The graph that a file compiled last under a global name, if any."""
    found = [value for value in namespace.values() if isinstance(value, Pregel)]
    return found[-1] if found else None


async def drive(graph: Pregel, given: Any, answers: Sequence[tuple[Any, float]]) -> Any:
    """Invoke with `given`, then answer: each answer comes so many virtual seconds after its question.

    Returns the last result. Stops at a question for which there is no answer left: the run waits.
    """
    config = {"configurable": {"thread_id": THREAD}}
    result = await graph.ainvoke(given, config)
    for answer, seconds in answers:
        if INTERRUPT not in result:
            break
        await asyncio.sleep(seconds)
        result = await graph.ainvoke(Command(resume=answer), config)
    return result


async def drive_file(namespace: Mapping[str, Any], given: Any, answers: Sequence[tuple[Any, float]]) -> Any:
    """`drive` the graph of a file that was executed.

    Raises:
        LabError: `no-graph`.
    """
    graph = graph_in(namespace)
    if graph is None:
        raise LabError("no-graph")
    return await EventLoop(current("graph.ainvoke")).run(drive(graph, given, answers))
