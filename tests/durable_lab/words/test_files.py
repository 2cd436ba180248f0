"""Every text is in both languages, with the same fields, each in its own way of writing."""

from __future__ import annotations

import json
import re
import string
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.durable_lab.words.files import FILES, LAB, SITE, SOURCES, entries, name_of

ALL = pytest.mark.parametrize("path", FILES, ids=name_of)

HAN = re.compile(r"[\u4e00-\u9fff]")
NAMES = {"API", "Worker", '# durable-lab: --fault "{plan}"'}
"""What the field itself leaves in English, and a line of a program."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_they_are_all_found() -> None:
    kept = [
        path for package in (LAB, SITE) for path in package.rglob("*.json") if "scenarios" not in path.parts
    ]
    assert [name_of(path) for path in kept if path not in FILES] == []
    assert len(FILES) > len([*LAB.glob("topologies/*/picture.py")])


@ALL
def test_an_entry_is_a_text_in_both_languages_and_maybe_a_note(path: Path) -> None:
    wrong = [code for code, entry in entries(path) if list(entry) not in (["zh", "en"], ["zh", "en", "note"])]
    assert wrong == []
    texts = [(code, text) for code, entry in entries(path) for text in entry.values()]
    assert [code for code, text in texts if not (isinstance(text, str) and text.strip())] == []


@ALL
def test_both_languages_have_the_same_fields_and_these_have_names(path: Path) -> None:
    assert [code for code, words in entries(path) if fields(words["zh"]) != fields(words["en"])] == []
    assert [code for code, words in entries(path) if "" in fields(words["en"])] == []


@ALL
def test_a_note_speaks_of_fields_that_are_there(path: Path) -> None:
    noted = [(code, words) for code, words in entries(path) if "note" in words]
    spoken = {code: set(re.findall(r"{(\w+)[}:]", words["note"])) for code, words in noted}
    said = {code: fields(words["en"]) for code, words in noted}
    assert [code for code in spoken if not spoken[code] <= said[code]] == []


@ALL
def test_each_language_is_its_own(path: Path) -> None:
    assert [code for code, words in entries(path) if HAN.search(words["en"])] == []
    worded = [
        words for _, words in entries(path) if re.search(r"[A-Za-z]{3}", re.sub(r"{\w+}", "", words["en"]))
    ]
    assert [words["zh"] for words in worded if not HAN.search(words["zh"]) and words["zh"] not in NAMES] == []


@ALL
def test_chinese_uses_full_width_punctuation(path: Path) -> None:
    code_or_field = re.compile(r"{\w+}|[a-z_]+\([^()]*\)")
    chinese = [(code, code_or_field.sub("x", words["zh"])) for code, words in entries(path)]
    assert [code for code, text in chinese if re.search(r"[\u4e00-\u9fff][,;:?!()]", text)] == []


@ALL
def test_a_file_is_written_as_any_editor_would_write_it(path: Path) -> None:
    """So that a change of one word is a change of one line."""
    text = path.read_text(encoding="utf-8")
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"


def test_no_code_is_given_twice() -> None:
    """Files are looked into one after the other: the second would never be found. Pictures have files of their own."""
    given = [code for path in FILES if LAB in path.parents for code, _ in entries(path)]
    assert [
        code for code, times in Counter(given).items() if times > 1 and not code.startswith("picture.")
    ] == []
    for path in FILES:
        assert [code for code, times in Counter(code for code, _ in entries(path)).items() if times > 1] == []


def test_they_belong_to_the_packages() -> None:
    project = tomllib.loads((SOURCES.parent / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]
    packed = {
        path for package, globs in patterns.items() for one in globs for path in (SOURCES / package).glob(one)
    }
    assert [name_of(path) for path in FILES if path not in packed] == []
