"""Every snippet of a graph or a workflow prints the same on its engine, under its own fault, and does the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from durable_lab.experiment import Experiment
from tests.engines.live import HERE, Engines, Question
from tests.engines.scenarios import in_a_hurry
from tests.support import Ran

SNIPPETS = HERE.parents[1] / "snippets"
FILES = sorted(
    path for topic in ("checkpointed_graph", "durable_workflow") for path in (SNIPPETS / topic).glob("*.py")
)

FAULT = re.compile(
    r'^# durable-lab: --fault "crash worker at (effect|signal|commands):\w+#(\d+)\.\w+"$', re.MULTILINE
)
"""The faults that snippets name: each can be made on the engine as well (`shim/durable_lab/roles.py`)."""

WAITS_FOR_EVER = {"clock_in_branch": 45.0}
"""Seconds after which it is ended: by then it has printed all that it will."""


class Shown(NamedTuple):
    """What a snippet printed, and how often each effect was done."""

    printed: str
    done: dict[str, int]


def simulated(path: Path) -> Shown:
    """On the simulator, under the file's own fault."""
    ran = Ran(Experiment(path.read_text(encoding="utf-8"), path.name).run().trace, None)
    return Shown("".join(f"{line}\n" for line in ran.lines), ran.done)


def real(path: Path, engines: Engines) -> Shown:
    """On the engine, under the same fault."""
    source = path.read_text(encoding="utf-8")
    if "temporalio" not in source:
        ran = engines.run_once(source)
        return Shown(ran.output, ran.ledger)
    kind, number = FAULT.search(source).groups()  # type: ignore[union-attr]
    limit = WAITS_FOR_EVER.get(path.stem, 180.0)
    ran = engines.run_once(
        in_a_hurry(source), limit, ROLE="client", PYTHONUNBUFFERED="1", KILL=f"{kind}:{number}"
    )
    return Shown(ran.output, ran.ledger)


def question(path: Path) -> Question[Shown]:
    """The snippet, for its engine; what the simulator shows is expected."""
    return Question(path.stem, lambda engines: real(path, engines), simulated(path))


@pytest.mark.parametrize("question", [question(path) for path in FILES], ids=lambda question: question.name)
def test_the_engine_shows_what_the_snippet_shows(question: Question[Shown], answer: Shown) -> None:
    question.check(answer)
