"""Words in both languages at once, filled in, and values cut so that they fit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypedDict

from durable_lab.words.catalogue import Catalogue, Words

WORDS = Catalogue("words/narration", "topologies/*/words")
"""Sentences of events, by kind and phase; a third part of a code tells variants apart (`tellers`). And labels: what a
process does and knows, rows of stores. At most 90 characters in English and 45 Chinese ones, whatever is filled in."""

LENGTH = 24
"""Characters of a value in a sentence or a label."""

SENTENCE = 90
"""Characters of a sentence in English."""

_SHORTER = (18, 14, 11, 8)
"""Characters of a value in a sentence that would be too long: tried in this order."""


class Said(TypedDict):
    """The same in both languages."""

    zh: str
    en: str


def plain(value: Any) -> str:
    """A value of a trace as people write it: `change = restart db-7`; what is neither text nor a container, as JSON."""
    if type(value) is str:
        return value
    if type(value) is dict and value:
        return ", ".join(f"{name} = {_inside(one)}" for name, one in value.items())
    if type(value) is list and value:
        return ", ".join(map(_inside, value))
    return json.dumps(value, ensure_ascii=False)


def _inside(value: Any) -> str:
    """A value within another: only brackets tell where it ends."""
    text = plain(value)
    return f"({text})" if type(value) in (dict, list) and value else text


def cut(value: Any, length: int = LENGTH) -> str:
    """`value` as one line of text, not longer than `length`. A bracket at its end stays."""
    text = plain(value)
    if "\n" in text:
        text = " ".join(text.split())
    if len(text) <= length:
        return text
    end = "…" + (text[-1] if text[-1] in ")}]" else "")
    return text[: length - len(end)] + end


def clock(seconds: float) -> str:
    """Virtual seconds since the beginning as people write them: `0.25 s`, `1:30`, `2:00:05`, `1 d 0:00:00`."""
    if seconds < 60:
        return f"{seconds:.3f}".rstrip("0").rstrip(".") + " s"
    days, rest = divmod(round(seconds), 86400)
    hours, rest = divmod(rest, 3600)
    minutes, left = divmod(rest, 60)
    text = f"{hours}:{minutes:02}:{left:02}" if hours or days else f"{minutes}:{left:02}"
    return f"{days} d {text}" if days else text


def both(code: str, /, **fields: Any) -> Said:
    """A label in both languages, its fields filled in."""
    label = WORDS[code]
    return said(label, fields) if fields else {"zh": label.zh, "en": label.en}


def said(sentence: Words, fields: Mapping[str, Any]) -> Said:
    """A sentence in both languages, its fields filled in; a field may itself be in both.

    Fields are cut further where the sentence would be longer than `SENTENCE`.
    """
    spoken = _said(sentence, fields)
    for length in _SHORTER if len(spoken["en"]) > SENTENCE else ():
        shorter = {n: cut(v, length) if type(v) is str else v for n, v in fields.items()}
        spoken = _said(sentence, shorter)
        if len(spoken["en"]) <= SENTENCE:
            break
    return spoken


def _said(sentence: Words, fields: Mapping[str, Any]) -> Said:
    chinese, english = dict(fields), dict(fields)
    for name, value in fields.items():
        if type(value) is dict:
            chinese[name], english[name] = value["zh"], value["en"]
    return {"zh": sentence.zh.format_map(chinese), "en": sentence.en.format_map(english)}
