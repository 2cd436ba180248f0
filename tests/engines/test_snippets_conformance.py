"""What the pages run of a graph or a workflow prints the same on its engine, under the same fault, and does the same."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from durable_lab.casebook import scenario
from durable_lab.experiment import Experiment, Options
from durable_lab.kernel.faults.plan import parse_plan
from tests.engines.live import HERE, LIMIT, Engines, Question
from tests.engines.scenarios import in_a_hurry
from tests.support import Ran

SNIPPETS = HERE.parents[1] / "snippets"

FAULT = re.compile(r"crash worker at (effect|signal|commands):\w+#(\d+)\.\w+")
"""The faults that are made: each can be made on the engine as well (`shim/durable_lab/roles.py`)."""

ENDED_AFTER = {"clock/naive": 50.0}
"""Seconds after which a program is ended that waits for ever; it has printed all that it will."""

WHY = """async for event in handle.fetch_history_events():
            if why := event.workflow_task_failed_event_attributes.failure.message:
                print(event.event_id, "WORKFLOW_TASK_FAILED", why)
        await handle.result()"""
"""What a program of the casebook is made to print as well."""


class Program(NamedTuple):
    """A file's text and the fault under which a page runs it."""

    source: str
    plan: str


class Shown(NamedTuple):
    """What a program printed, and how often each effect was done."""

    printed: str
    done: dict[str, int]


def programs() -> dict[str, Program]:
    """The snippets, and of the casebook what has a fault that is neither a kill nor after an effect."""
    found = {}
    for topic in ("checkpointed_graph", "durable_workflow"):
        for path in sorted((SNIPPETS / topic).glob("*.py")):
            source = path.read_text(encoding="utf-8")
            fault = re.search(r'^# durable-lab: --fault "(.*)"$', source, re.MULTILINE)
            found[path.stem] = Program(source, fault[1] if fault else "")
    clock = scenario("clock")
    for variant in clock.variants:
        source = variant.source.replace("await handle.result()", WHY)
        found[f"clock/{variant.key}"] = Program(source, clock.presets[0].plan)
    return found


PROGRAMS = programs()


def simulated(name: str) -> Shown:
    """On the simulator."""
    source, plan = PROGRAMS[name]
    ran = Ran(Experiment(source, "file.py", Options(plan=parse_plan(plan))).run().trace, None)
    return Shown("".join(f"{line}\n" for line in ran.lines), ran.done)


def real(name: str, engines: Engines) -> Shown:
    """On the engine."""
    source, plan = PROGRAMS[name]
    if not plan:
        ran = engines.run_once(source)
        return Shown(ran.output, ran.ledger)
    fault = FAULT.fullmatch(plan)
    assert fault is not None, f"a fault that can't be made on the engine yet: {plan}"
    limit = ENDED_AFTER.get(name, LIMIT)
    kill = f"{fault[1]}:{fault[2]}"
    ran = engines.run_once(in_a_hurry(source), limit, ROLE="client", PYTHONUNBUFFERED="1", KILL=kill)
    return Shown(ran.output, ran.ledger)


def question(name: str) -> Question[Shown]:
    """The program, for its engine; what the simulator shows is expected."""
    return Question(name, lambda engines: real(name, engines), simulated(name))


@pytest.mark.parametrize(
    "question", [question(name) for name in PROGRAMS], ids=lambda question: question.name
)
def test_the_engine_shows_what_the_page_shows(question: Question[Shown], answer: Shown) -> None:
    question.check(answer)
