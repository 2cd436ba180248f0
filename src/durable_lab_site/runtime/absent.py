"""Explains why a module of the standard library is missing in the page's Python."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

MESSAGES = {
    "zh": "页面里的 Python 没有带上标准库的 {name}（为了让首次加载更小）；请在本机运行这个文件。",
    "en": "the page's Python does not carry {name} of the standard library, to stay small; run this file locally.",
}


class Absent:
    """The last finder on the path: it is asked only about what nothing else has found."""

    def __init__(self, language: str) -> None:
        self.message = MESSAGES[language]

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse a module that Python has and the page has not; leave every other to the usual error."""
        if name.partition(".")[0] in sys.stdlib_module_names:
            raise ModuleNotFoundError(self.message.format(name=name), name=name)
        return None


def install(language: str) -> None:
    """Explain in this language from now on."""
    sys.meta_path.append(Absent(language))
