"""Every snippet: a sentence, a short file, its recorded output in both languages, and what crashing it shows."""

from __future__ import annotations

import ast
import contextlib
import io
from pathlib import Path

import pytest

from durable_lab.__main__ import main
from durable_lab.experiment import Experiment
from durable_lab.readers.checks import violated
from durable_lab.words.messages import LANGUAGES, Language

SNIPPETS = Path(__file__).resolve().parents[2] / "snippets"
FILES = sorted(path.relative_to(SNIPPETS).as_posix() for path in SNIPPETS.rglob("*.py"))

FAILING = frozenset(
    """
    checkpointed_graph/ticket_twice.py
    durable_workflow/activity_twice.py
    durable_workflow/clock_in_branch.py
    in_memory_loop/hung_model.py
    in_memory_loop/restart_repeats.py
    queue_workers/lease_overrun.py
    queue_workers/poison.py
    queue_workers/refund_twice.py
    """.split()
)
"""Snippets that show how it goes wrong. Every other must hold at every crash point."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_the_recorded_output_is_what_the_command_line_prints(name: str, language: Language) -> None:
    path = SNIPPETS / name
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        main(["run", str(path), "--language", language])
    assert path.with_suffix(f".{language}.out").read_text(encoding="utf-8") == printed.getvalue()


@pytest.mark.parametrize("name", FILES)
def test_it_says_in_a_sentence_what_it_shows_and_fits_a_screen(name: str) -> None:
    source = (SNIPPETS / name).read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(source))
    assert docstring is not None
    assert docstring.splitlines()[0].endswith((".", "?", "!"))
    assert len(source.splitlines()) <= 60
    assert max(map(len, source.splitlines())) <= 110


@pytest.mark.parametrize("name", FILES)
def test_what_crashing_it_everywhere_shows(name: str) -> None:
    path = SNIPPETS / name
    experiment = Experiment(path.read_text(encoding="utf-8"), path.name)
    *_, found = experiment.explore()
    assert found.points, "there is something to crash"
    if name in FAILING:
        assert found.failures
    else:
        assert not violated(found.baseline_verdicts)
        assert [run.plan for run in found.runs if not run.held] == []


@pytest.mark.parametrize("name", FILES)
def test_the_faults_that_it_names_happen(name: str) -> None:
    path = SNIPPETS / name
    experiment = Experiment(path.read_text(encoding="utf-8"), path.name)
    assert experiment.run().trace.header["not_reached"] == []


def test_every_listed_snippet_is_there_and_every_recording_has_a_snippet() -> None:
    assert set(FILES) >= FAILING
    recorded = {path.relative_to(SNIPPETS).as_posix() for path in SNIPPETS.rglob("*.out")}
    wanted = {name.removesuffix(".py") + f".{language}.out" for name in FILES for language in LANGUAGES}
    assert recorded <= wanted
