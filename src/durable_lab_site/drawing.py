"""Draws figures: a template says what one looks like, and whatever it shows was computed before.

Templates are read as if each were one line: their line ends and indentation are for whoever reads them, and Markdown,
through which what is drawn passes, would take some for more. A space that counts stands within a line; `gap` is one
that nobody sees, between what the search would else read as one word.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup, escape

from durable_lab.words.catalogue import Language, words_in

HERE = Path(__file__).parent


WORDS = words_in(HERE / "words/figures.json")
"""What figures say, by code."""


def say(code: str, language: Language, **fields: object) -> str:
    """What figures say, filled in."""
    text = WORDS[code].say(language)
    return text.format(**fields) if fields else text


def draw(template: str, language: Language, **shown: Any) -> str:
    """What `templates/<template>` makes of `shown`.

    In a template `say` gives words, `marked` words that hold markup; what is filled into either is escaped.
    """

    def in_language(code: str, **fields: object) -> str:
        return say(code, language, **fields)

    def marked(code: str, **fields: object) -> Markup:
        text = Markup(WORDS[code].say(language))
        return text.format(**fields) if fields else text

    drawn = _environment().get_template(template)
    return drawn.render(language=language, say=in_language, marked=marked, **shown)


def short(number: float) -> str:
    """A coordinate: short, and the same on every machine."""
    return f"{number:.1f}".removesuffix(".0")


class _OneLine(Extension):
    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return "".join(line.strip() for line in source.splitlines())


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=[_OneLine],
    )
    made.globals["gap"] = "\n"
    made.filters["n"] = short
    made.filters["text"] = _text
    return made


def _text(value: str) -> Markup:
    """Escaped for between tags, where a quotation mark is only itself."""
    return Markup(str(escape(value)).replace("&#34;", '"').replace("&#39;", "'"))
