"""What the pages call measured and no other file here measures: each program prints on its engine what is recorded.

A LangGraph program that kills itself is run again in the same folder, until it ends. A Temporal program whose worker
kills itself runs as client and worker.
"""

from __future__ import annotations

import tempfile
import uuid
from pathlib import Path

import pytest

from tests.engines.conformance import KILLED, expected, well
from tests.engines.expected import matches
from tests.engines.live import HERE, Engines, Question
from tests.engines.temporal import TAKEN_DOWN

FILES = sorted((HERE / "measured").glob("*.py"))


def real(path: Path, engines: Engines) -> str:
    """What the program prints in all its lives."""
    source = path.read_text(encoding="utf-8").replace(' id="', f' id="{uuid.uuid4().hex}-')
    source = source.replace('"q-', f'"{uuid.uuid4().hex}-')
    role = {"ROLE": "client"} if "import durable_lab" in source else {}
    printed = ""
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(9):
            ran = well(engines.run(source, Path(folder), **role), KILLED, *TAKEN_DOWN)
            printed += ran.output
            if ran.status != KILLED:
                return printed
    raise RuntimeError(f"{path.name} has more than nine lives")


def question(path: Path) -> Question[str]:
    """The program, for its engine."""
    text = expected(path).read_text(encoding="utf-8") if expected(path).exists() else ""
    return Question(path.stem, lambda engines: real(path, engines), text, matches)


@pytest.mark.parametrize("question", [question(path) for path in FILES], ids=lambda question: question.name)
def test_the_engine_gives_what_is_measured(question: Question[str], answer: str) -> None:
    question.check(answer)
