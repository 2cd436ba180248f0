"""The search's form is Material's; here it is told whom to ask, and what to say in our words."""

from __future__ import annotations

import json
import re
from pathlib import Path

from markupsafe import Markup, escape

from durable_lab.words.catalogue import Language, words_in

WORDS = words_in(Path(__file__).parent / "words/search.json")
SAID = ("placeholder", "none", "one", "other", "more.one", "more.other", "term.missing")

SETTINGS = re.compile(r'(?<=<script id="__config" type="application/json">).*?(?=</script>)', re.DOTALL)
RESULTS = '<ol class="md-search-result__list"'


def with_our_worker(html: str, language: Language, base: str) -> Markup:
    """Material's settings of a page, with our worker, which knows by its address whose pages are meant.

    Raises:
        ValueError: there are none in this HTML: Material has changed.
    """
    found = SETTINGS.search(html)
    if not found:
        raise ValueError("Material's settings are not where they were")
    settings = json.loads(found[0])
    settings["search"] = f"{base}assets/search/worker.js?{language}"
    for code in SAID:
        settings["translations"][f"search.result.{code}"] = WORDS[code].say(language)
    text = json.dumps(settings, ensure_ascii=False).replace("</", "<\\/")
    return Markup(html[: found.start()] + text + html[found.end() :])


def with_examples(html: str, language: Language) -> Markup:
    """The form, with what can be asked where the results will stand; `search.js` asks it.

    Raises:
        ValueError: there is no place for results in this HTML: Material has changed.
    """
    if RESULTS not in html:
        raise ValueError("Material's results are not where they were")
    examples = re.split(r"[,，]\s*", WORDS["examples"].say(language))
    buttons = "".join(
        f'<button type="button" tabindex="-1">{escape(example)}</button>' for example in examples
    )
    return Markup(html.replace(RESULTS, f'<div class="search-examples">{buttons}</div>{RESULTS}'))
