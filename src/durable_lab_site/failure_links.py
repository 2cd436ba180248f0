"""From the article to the lab: a row of the failure table to its runs, a topology to all that it can be shown doing."""

from __future__ import annotations

import re
from html import escape

from durable_lab.casebook import SCENARIOS, Scenario
from durable_lab.picture import Words
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.messages import Language
from durable_lab_site.links import lab_address

ROW = re.compile(r'(<td><a id="(f-[\w-]+)"></a>.*?</td>\s*<td>.*?)(</td>)', re.DOTALL)
"""A row's first two cells, if the first holds an anchor of a failure."""

IN_LAB = Words("在实验台里看", "see it in the lab")
CRASH_IT = Words("在实验台里让它崩溃：", "Crash it in the lab: ")


def with_lab_links(html: str, language: Language, base: str) -> str:
    """The page with a link beside each failure that the lab can show.

    Args:
        html: of a page; one without such rows stays as it is.
        language: of the page.
        base: from the page to the home of its language.
    """

    def linked(row: re.Match[str]) -> str:
        return row[1] + "".join(_links(row[2], language, base)) + row[3]

    return ROW.sub(linked, html)


def _links(anchor: str, language: Language, base: str) -> list[str]:
    """One link for each scenario of a row; after the first each says its name."""
    shown = [scenario for scenario in SCENARIOS if scenario.anchor == anchor]
    texts = [(s.name if position else IN_LAB).say(language) for position, s in enumerate(shown)]
    addresses = [base + lab_address(scenario.key) for scenario in shown]
    pairs = zip(addresses, texts, strict=True)
    return [f'<br><a href="{escape(address)}">→ {escape(text)}</a>' for address, text in pairs]


def topology_in_lab(topology: str, language: Language) -> str:
    """A paragraph that leads from a topology's page, two levels below its language's home, to each of its scenarios."""
    links = [
        f'<a href="{escape("../../" + lab_address(scenario.key))}">{escape(_short(scenario, language))}</a>'
        for scenario in SCENARIOS
        if scenario.topology == topology
    ]
    return f"<p><strong>{escape(CRASH_IT.say(language))}</strong>{' · '.join(links)}</p>"


def _short(scenario: Scenario, language: Language) -> str:
    """A task's name ends in its topology, which the page is about anyway."""
    colon = Words("：", ": ").say(language)
    return scenario.name.say(language).removesuffix(colon + SIGNATURES[scenario.topology].name.say(language))
