"""What the lab says by itself: errors, verdicts, reports; and the one error base that carries them.

Errors hold a code and fields, so that a page shows them in its own language; a real engine's message is
never translated: it is passed through as the engine words it.
"""

from __future__ import annotations

from typing import Any

from durable_lab.words.catalogue import LANGUAGES, Catalogue, Language

__all__ = ["LANGUAGES", "LabError", "Language", "Refusal", "say"]

MESSAGES = Catalogue("words/reports", "words/errors", "words/verdicts", "topologies/*/words")


def say(code: str, language: Language, /, **fields: Any) -> str:
    """The sentence of `code` in `language`, its fields filled in.

    A field that is itself a sentence, a code and its fields, is said in `language` too.

    Raises:
        KeyError: an unknown code or a missing field.
    """
    said = {name: _said(value, language) for name, value in fields.items()}
    return MESSAGES[code].say(language).format(**said)


def _said(value: Any, language: Language) -> Any:
    """A field as it is shown. A sentence is a tuple; read back from a trace, a list."""
    if isinstance(value, (tuple, list)) and len(value) == 2 and isinstance(value[1], dict):
        return say(value[0], language, **value[1])
    return value


class LabError(Exception):
    """A mistake that a reader can mend: a code of the catalogue and its fields."""

    def __init__(self, code: str, /, **fields: Any) -> None:
        self.code = code
        self.fields = fields
        super().__init__(say(code, "en", **fields))

    def text(self, language: Language) -> str:
        """The message in `language`."""
        return say(self.code, language, **self.fields)

    @property
    def sentence(self) -> tuple[str, dict[str, Any]]:
        """What it says in no language yet: `say` fills it into another sentence."""
        return self.code, self.fields


class Refusal(LabError):
    """A program uses what is not modelled: its run shows nothing, whatever the program makes of this error.

    To be raised by way of `kernel.machine.refusal.refusal`, which ends the run.
    """

    place: tuple[str, int] | None = None
    """The file of the reader's and the line in it that uses it."""
    plan = ""
    """The faults under which an exploration came to it; "" if it takes none."""
