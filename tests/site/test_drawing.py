"""Figures are templates, numbers and words: the words are in both languages, and nothing is said elsewhere."""

from __future__ import annotations

import re

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from durable_lab.words.messages import LANGUAGES, Language
from durable_lab_site.drawing import HERE, WORDS, draw, say, short

TEMPLATES = sorted(HERE.joinpath("templates").iterdir())
SOURCES = [*TEMPLATES, *HERE.glob("*.py")]
FIELD = re.compile(r"\{(\w*)\}")


def test_words_are_there_in_both_languages_and_take_the_same_fields() -> None:
    for code, entry in WORDS.items():
        assert entry.zh.strip() and entry.en.strip(), code
        assert {*FIELD.findall(entry.zh)} == {*FIELD.findall(entry.en)}, code


def test_every_word_is_said_somewhere() -> None:
    """By its code, or by what such codes begin with: `step.ticket` is `step.` and the key of a step."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    begun = {*re.findall(r'"([a-z]+\.)(?:\{[^"]+\})?"', text)}
    said = {*re.findall(r"""["']([a-z][a-z.-]*)["']""", text)}
    unsaid = [code for code in WORDS if code not in said and code.partition(".")[0] + "." not in begun]
    assert unsaid == []


def test_no_word_stands_where_a_translator_would_not_look() -> None:
    drawn = [path for path in SOURCES if "durable_lab_site.drawing" in path.read_text(encoding="utf-8")]
    for path in [*TEMPLATES, *drawn]:
        assert not re.search(r"[\u4e00-\u9fff]", path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shown_is_escaped(language: Language) -> None:
    html = draw("failure_links.html", language, links=[("a?b&c", "x"), ('"', "<b>")])
    assert html.startswith(f'<br><a href="a?b&amp;c">→ {say("in-lab", language)}</a>')
    assert html.endswith('<br><a href="&#34;">→ &lt;b&gt;</a>')


def test_a_template_that_misses_something_says_so() -> None:
    with pytest.raises(UndefinedError, match="links"):
        draw("failure_links.html", "en")


def test_the_lines_of_a_template_are_not_the_lines_of_the_page() -> None:
    code = Markup("a\n    b\n")
    html = draw("snippet.html", "en", file="f.py", code=code, label="Output", output='"1"\n  2\n')
    assert "<pre><code>a\n    b\n</code></pre>" in html
    assert '>"1"\n  2\n</pre></div></figure></durable-snippet>' in html


@pytest.mark.parametrize(("number", "text"), [(3, "3"), (3.04, "3"), (3.05, "3.0"), (-0.5, "-0.5")])
def test_a_coordinate_is_short(number: float, text: str) -> None:
    assert short(number) == text.removesuffix(".0")
