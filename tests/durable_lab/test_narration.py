"""Narration: every event of every run has a sentence of its own, short, in both languages."""

from __future__ import annotations

import re
import string

import pytest

from durable_lab.messages import LANGUAGES
from durable_lab.narration.labels import LABELS
from durable_lab.narration.sentences import SENTENCES

BOTH = {**SENTENCES, **LABELS}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", BOTH)
def test_words_are_in_both_languages_with_the_same_fields(code: str) -> None:
    assert set(BOTH[code]) == set(LANGUAGES)
    assert all(BOTH[code].values())
    assert fields(BOTH[code]["zh"]) == fields(BOTH[code]["en"])


@pytest.mark.parametrize("code", BOTH)
def test_each_language_is_its_own(code: str) -> None:
    chinese, english = BOTH[code]["zh"], BOTH[code]["en"]
    assert not re.search(r"[\u4e00-\u9fff]", english)
    assert not re.search(r"[\u4e00-\u9fff][,;:?!()]", re.sub(r"\{\w+\}", "x", chinese))
    if re.search(r"[A-Za-z]{3}", re.sub(r"\{\w+\}", "", english)):
        assert re.search(r"[\u4e00-\u9fff]", chinese)
