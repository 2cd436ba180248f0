"""Explains why a module of the standard library is missing in the page's Python."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from durable_lab.words.messages import Language, say


class Absent:
    """The last finder on the path: it is asked only about what nothing else has found."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse a module that Python has and the page has not; leave every other to the usual error."""
        if name.partition(".")[0] in sys.stdlib_module_names:
            raise ModuleNotFoundError(say("absent-module", self.language, name=name), name=name)
        return None


def install(language: Language) -> None:
    """Explain in this language from now on."""
    sys.meta_path.append(Absent(language))
