"""The runnable fence: a program becomes its code and its recorded output, readable as they are.

The page's own script turns the element into something to run; without it nothing is missing but the buttons.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from pymdownx.superfences import SuperFencesException

from durable_lab.words.catalogue import Language, words_in
from durable_lab_site.drawing import draw
from durable_lab_site.snippets import Missing, snippet

WORDS = words_in(Path(__file__).parent / "words/snippet.json")


class MissingFile(PluginError, SuperFencesException):  # type: ignore[misc]
    """Ends the build with its message. SuperFences would swallow any error but its own kind."""


@dataclass(frozen=True)
class RunnableFence:
    """Formats the fences of one build."""

    snippets: Path
    language: Language

    def format(self, source: str, language: str, css_class: str, options: Any, md: Any, **kwargs: Any) -> str:
        """Called by SuperFences for each fence; its body names the program."""
        if "durable-snippet" not in md.block_level_elements:
            md.block_level_elements.append("durable-snippet")  # or Markdown would put it into a paragraph
        try:
            shown = snippet(self.snippets, source.strip())
            output = shown.output(self.language)
        except Missing as error:
            raise MissingFile(f"runnable fence: {error}") from error
        code = highlight(shown.source, PythonLexer(), HtmlFormatter(nowrap=True))
        label = WORDS["recorded"].say(self.language)
        return draw("snippet.html", self.language, file=shown.file, code=code, label=label, output=output)
