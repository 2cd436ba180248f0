"""Run programs on the machine from a test: a file's text in, what happened out."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from textwrap import dedent
from typing import Any

from durable_lab.experiment import Experiment, Options
from durable_lab.explorer import Exploration
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.trace import Trace


def examples(daily: int) -> int:
    """How many random examples a test tries: enough for every day, or with `SEARCH=20` twenty times as many."""
    return daily * int(os.environ.get("SEARCH", "1"))


NAME = "file.py"
"""The name under which a test's program is compiled."""


@dataclass(frozen=True)
class Ran:
    """A run that is over."""

    trace: Trace
    error: BaseException | None

    @property
    def lines(self) -> list[str]:
        """What the program printed."""
        return "".join(str(e.payload["text"]) for e in self.trace.select("print")).splitlines()

    @property
    def done(self) -> dict[str, int]:
        """How often each callee did something."""
        return dict(Counter(e.name for e in self.trace.select("effect", "applied")))

    @property
    def points(self) -> list[str]:
        """Every event as its point."""
        return [e.point for e in self.trace]

    @property
    def ended(self) -> bool:
        """Whether the program came to its end without an error."""
        return any(self.trace.select("process", "ended"))

    @property
    def lives(self) -> int:
        """How many lives its processes had together."""
        return sum(1 for _ in self.trace.select("process", "started"))


def experiment(source: str, **options: Any) -> Experiment:
    """The program as an experiment; `options` are the fields of `Options`."""
    return Experiment(dedent(source), NAME, Options(**options))


def run_text(source: str, plan: str = "", **options: Any) -> Ran:
    """Run a program once under a plan."""
    outcome = experiment(source, **options).run(parse_plan(plan))
    return Ran(outcome.trace, outcome.error)


def run_well(source: str, plan: str = "", **options: Any) -> Ran:
    """Run a program that must come to its end, with every fault of the plan happening."""
    ran = run_text(source, plan, **options)
    if ran.error is not None:
        raise ran.error
    assert ran.ended
    assert ran.trace.header["not_reached"] == []
    return ran


def explore_text(source: str, **options: Any) -> Exploration:
    """Crash a program at every point."""
    *_, found = experiment(source, **options).explore()
    return found


def on_machine(start: Callable[[Process], None], plan: str = "", **options: Any) -> Machine:
    """Run a machine with one process, started by `start`, until nothing is left to do."""
    machine = Machine(parse_plan(plan), **options)
    machine.supervisor.host("worker", start)
    machine.run()
    return machine


GRAPH = """
    import operator, sqlite3
    from typing import Annotated, TypedDict
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.checkpoint.sqlite import SqliteSaver
    from langgraph.graph import END, START, StateGraph
    from langgraph.types import Command, Send, interrupt
    from durable_lab import world

    class State(TypedDict, total=False):
        log: Annotated[list, operator.add]
        n: int

    thread = {"configurable": {"thread_id": "t"}}

    def durable():
        return SqliteSaver(sqlite3.connect("agent.db"))

    def chain(nodes, saver=None):
        builder = StateGraph(State)
        for before, node in zip([START, *[n.__name__ for n in nodes]], nodes):
            builder.add_node(node.__name__, node)
            builder.add_edge(before, node.__name__)
        return builder.compile(checkpointer=saver or durable())

    def work(name):
        def node(state):
            world.call(name)
            return {"log": [name]}
        node.__name__ = name
        return node
"""
"""The beginning of a program about graphs: imports, a state, a chain of nodes that each have one effect."""


def graph(source: str) -> str:
    """A program that begins with `GRAPH`."""
    return dedent(GRAPH) + dedent(source)


def filled(template: str, /, **fields: object) -> str:
    """A program that begins with `GRAPH` and goes on with a template."""
    return graph(template.format(**fields))


def ns(names: Iterable[str], count: int) -> dict[str, int]:
    """The same count for each name."""
    return dict.fromkeys(names, count)
