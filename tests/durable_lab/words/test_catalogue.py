"""A catalogue reads its files when it has to, and says which it has read when there are no words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from durable_lab.words.catalogue import PACKAGE, Catalogue, Words, words_in
from tests.durable_lab.words.files import SOURCES

RUN = """
import runpy, sys
opened = []
sys.addaudithook(lambda event, given: event == "open" and opened.append(str(given[0])))
sys.argv = ["durable_lab", "run", {file!r}]
try:
    runpy.run_module("durable_lab", run_name="__main__", alter_sys=True)
except SystemExit:
    pass
print(*[path for path in opened if path.endswith(".json")], sep="\\n", file=sys.stderr)
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("durable_lab.words.catalogue.PACKAGE", tmp_path)
    (tmp_path / "general.json").write_text('{"Some": {"a": {"zh": "甲", "en": "A", "note": "of all"}}}')
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "words.json").write_text(
            f'{{"Own": {{"{name}": {{"zh": "{name}号", "en": "no. {name}"}}}}}}'
        )
    return tmp_path


def test_words_are_found_in_any_of_the_files(files: Path) -> None:
    catalogue = Catalogue("general", "*/words")
    assert catalogue["a"] == Words("甲", "A")
    assert catalogue["y"].say("zh") == "y号"
    assert catalogue["x"].say("en") == "no. x"


def test_a_file_is_read_only_when_those_before_it_have_no_such_code(files: Path) -> None:
    (files / "y" / "words.json").write_text("no JSON")
    catalogue = Catalogue("general", "*/words")
    assert (catalogue["a"].en, catalogue["x"].en, catalogue["a"].en) == ("A", "no. x", "A")
    with pytest.raises(ValueError, match="Expecting value"):
        catalogue["y"]


def test_what_has_no_words_is_told_with_where_they_were_looked_for(files: Path) -> None:
    catalogue = Catalogue("general", "*/words")
    assert catalogue.find("b") is None
    with pytest.raises(KeyError, match=r"no words for 'b' in general, \*/words"):
        catalogue["b"]
    assert catalogue["a"].en == "A"


def test_whoever_only_runs_a_program_does_not_wait_for_other_words() -> None:
    file = SOURCES.parent / "snippets/checkpointed_graph/approval.py"
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(file=str(file))], capture_output=True, text=True, check=True
    )
    read = [Path(line).relative_to(PACKAGE).as_posix() for line in done.stderr.splitlines() if line]
    assert read == ["words/reports.json"]


def test_a_file_is_read_once() -> None:
    path = PACKAGE / "words/checks.json"
    assert words_in(path) is words_in(path)
