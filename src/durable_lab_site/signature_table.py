"""The four signatures at a glance: the beginning of each answer, as a table."""

from __future__ import annotations

import re

from durable_lab.picture import QUESTIONS
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Language
from durable_lab_site.drawing import draw
from durable_lab_site.links import topology_page


def signatures(language: Language) -> str:
    """The table, for the home page."""
    return draw(
        "signatures.html",
        language,
        topologies=[(topology_page(key), signature.name) for key, signature in SIGNATURES.items()],
        rows=[(question, _answers(row, language)) for row, question in enumerate(QUESTIONS)],
    )


def _answers(row: int, language: Language) -> list[str]:
    answers = (tuple(signature.answers)[row].say(language) for signature in SIGNATURES.values())
    return [_beginning(answer, whole=row == 2) for answer in answers]


def _beginning(text: str, *, whole: bool) -> str:
    """The first clause of an answer, or the whole first sentence where half of it would mislead."""
    ends = r"[。.]" if whole else r"[。.；;：:]"
    return re.split(rf"{ends}(?:\s|(?<=[。；：])|$)", text, maxsplit=1)[0]
