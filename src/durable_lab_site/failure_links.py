"""From the article to the lab: a row of the failure table to its runs, a topology to all that it can be shown doing."""

from __future__ import annotations

import re

from durable_lab.casebook import SCENARIOS, Scenario
from durable_lab.casebook.tasks import TASKS
from durable_lab.words.catalogue import Language
from durable_lab_site.drawing import draw
from durable_lab_site.links import lab_address

ROW = re.compile(r'(<td><a id="(f-[\w-]+)"></a>.*?</td>\s*<td>.*?)(</td>)', re.DOTALL)
"""A row's first two cells, if the first holds an anchor of a failure."""


def with_lab_links(html: str, language: Language, base: str) -> str:
    """The page with a link beside each failure that the lab can show.

    Args:
        html: of a page; one without such rows stays as it is.
        language: of the page.
        base: from the page to the home of its language.
    """

    def linked(row: re.Match[str]) -> str:
        return row[1] + _links(row[2], language, base) + row[3]

    return ROW.sub(linked, html)


def _links(anchor: str, language: Language, base: str) -> str:
    """One link for each scenario of a row; after the first each says its name."""
    shown = [scenario for scenario in SCENARIOS if scenario.anchor == anchor]
    links = [(base + lab_address(one.key), one.name.say(language)) for one in shown]
    return draw("failure_links.html", language, links=links)


def topology_in_lab(topology: str, language: Language) -> str:
    """A paragraph that leads from a topology's page, two levels below its language's home, to each of its scenarios."""
    shown = [scenario for scenario in SCENARIOS if scenario.topology == topology]
    links = [("../../" + lab_address(one.key), _short(one, language)) for one in shown]
    return draw("topology_links.html", language, links=links)


def _short(scenario: Scenario, language: Language) -> str:
    """A task without its topology, which the page is about anyway."""
    names = {f"{task.key}-{scenario.topology}": task.name for task in TASKS}
    return names.get(scenario.key, scenario.name).say(language)
