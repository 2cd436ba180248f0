"""Every snippet: a sentence, a short file, its recorded output in both languages, and what crashing it shows."""

from __future__ import annotations

import ast
import contextlib
import io
from pathlib import Path, PurePath

import pytest

from durable_lab.__main__ import main
from durable_lab.readers.checks import violated
from durable_lab.words.messages import LANGUAGES, Language
from tests.programs import FOLDER, SNIPPETS, experiment_of

FAILING = frozenset(
    {
        "casebook: clock/naive/worker-restarts",
        "casebook: delivered-twice/naive/crash-after-refund",
        "casebook: model-hangs/naive/model-hangs",
        "casebook: restart/naive/crash-after-third",
        "checkpointed_graph/ticket_twice.py",
        "durable_workflow/activity_twice.py",
        "queue_workers/lease_overrun.py",
        "queue_workers/poison.py",
    }
)
"""Snippets that show how it goes wrong. Every other must hold at every crash point."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SNIPPETS)
def test_the_recorded_output_is_what_the_command_line_prints(
    name: str, language: Language, tmp_path: Path
) -> None:
    shown = SNIPPETS[name]
    file = tmp_path / PurePath(shown.file).name
    file.write_text(shown.source, encoding="utf-8")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        main(["run", str(file), "--language", language])
    assert shown.output(language) == printed.getvalue()


@pytest.mark.parametrize("name", SNIPPETS)
def test_it_says_in_a_sentence_what_it_shows_and_fits_a_screen(name: str) -> None:
    source = SNIPPETS[name].source
    docstring = ast.get_docstring(ast.parse(source))
    assert docstring is not None
    assert docstring.splitlines()[0].endswith((".", "?", "!"))
    assert len(source.splitlines()) <= 60
    assert max(map(len, source.splitlines())) <= 110


@pytest.mark.parametrize("name", SNIPPETS)
def test_what_crashing_it_everywhere_shows(name: str) -> None:
    *_, found = experiment_of(name).explore()
    assert found.points, "there is something to crash"
    if name in FAILING:
        assert found.failures
    else:
        assert not violated(found.baseline_verdicts)
        assert [run.plan for run in found.runs if not run.held] == []


@pytest.mark.parametrize("name", SNIPPETS)
def test_the_faults_that_it_names_happen(name: str) -> None:
    assert experiment_of(name).run().trace.header["not_reached"] == []


def test_every_listed_snippet_is_there_and_every_recording_has_a_snippet() -> None:
    assert set(SNIPPETS) >= FAILING
    wanted = {shown.recording(language) for shown in SNIPPETS.values() for language in LANGUAGES}
    assert set(FOLDER.rglob("*.out")) == wanted
