"""Every sentence exists in both languages, with the same fields, and is said somewhere."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import durable_lab
from durable_lab.words.messages import CATALOGUE, LANGUAGES, LabError, say

SOURCES = Path(durable_lab.__file__).parent


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_sentence_is_in_both_languages_with_the_same_fields(code: str) -> None:
    sentences = CATALOGUE[code]
    assert set(sentences) == set(LANGUAGES)
    assert all(sentences.values())
    assert fields(sentences["zh"]) == fields(sentences["en"])
    assert "" not in fields(sentences["en"]), "fields have names"


@pytest.mark.parametrize("code", CATALOGUE)
def test_each_language_is_its_own(code: str) -> None:
    if code == "explore-replay":  # a line of code
        return
    chinese = [c for c in CATALOGUE[code]["en"] if "\u4e00" <= c <= "\u9fff"]
    assert chinese == []
    if re.search(r"[A-Za-z]{3}", re.sub(r"\{\w+\}", "", CATALOGUE[code]["en"])):
        assert re.search(r"[\u4e00-\u9fff]", CATALOGUE[code]["zh"])


@pytest.mark.parametrize("code", CATALOGUE)
def test_chinese_uses_full_width_punctuation(code: str) -> None:
    text = re.sub(r"\{\w+\}", "x", CATALOGUE[code]["zh"])
    assert not re.search(r"[\u4e00-\u9fff][,;:?!()]", text)


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_sentence_is_said_somewhere(code: str) -> None:
    said = "".join(p.read_text(encoding="utf-8") for p in SOURCES.rglob("*.py") if p.name != "messages.py")
    assert re.search(f"""["']{code}["']""", said)


def test_a_missing_field_or_an_unknown_code_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        say("no-such-file", "en")
    with pytest.raises(KeyError):
        say("no-such-code", "en")


def test_an_error_speaks_both_languages_and_its_fields_do_too() -> None:
    error = LabError("fault-unreadable", text="x", marker="^", column=1, expected=("expected-count", {}))
    assert str(error) == error.text("en")
    assert error.text("en").endswith("expected a positive whole number at character 1")
    assert error.text("zh").endswith("第 1 个字符处应为一个正整数")
