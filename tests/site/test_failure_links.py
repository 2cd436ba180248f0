"""Each of the nine rows of the failure table leads to its scenario in the lab."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from durable_lab.casebook import SCENARIOS
from durable_lab.words.messages import LANGUAGES, Language
from durable_lab_site.failure_links import topology_in_lab, with_lab_links

DOCS = Path(__file__).parents[2] / "docs"
ANCHORS = {scenario.anchor for scenario in SCENARIOS if scenario.anchor}
TABLE = """<tr>
<td><a id="f-poison"></a>Queue</td>
<td><a href="../queue-workers/#poison">Poison message</a></td>
<td>slow</td>
</tr>
<tr>
<td><a id="f-activity-twice"></a>Workflow</td>
<td>Activity retried</td>
<td>twice</td>
</tr>
<tr>
<td><a id="f-cancel"></a>All</td>
<td>Cancelled</td>
<td>there</td>
</tr>
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_a_row_for_every_scenario_and_nine_of_them(language: Language) -> None:
    page = (DOCS / language / "article" / "failures.md").read_text(encoding="utf-8")
    assert set(re.findall(r'<a id="(f-[\w-]+)"></a>', page)) >= ANCHORS
    assert len(ANCHORS) == 9


def test_a_row_with_a_scenario_gets_its_link_in_the_second_cell_and_no_other_row_does() -> None:
    html = with_lab_links(TABLE, "en", "../../")
    poison = '<td><a href="../queue-workers/#poison">Poison message</a>'
    assert f'{poison}<br><a href="../../lab/#queue_workers/poison/naive">→ see it in the lab</a></td>' in html
    assert "<td>Cancelled</td>" in html
    assert html.count("<br>") == 3


def test_a_second_scenario_of_a_row_says_its_name() -> None:
    html = with_lab_links(TABLE, "en", "../../")
    first, second = (s for s in SCENARIOS if s.anchor == "f-activity-twice")
    assert f'{first.key}/{first.variants[0].key}">→ see it in the lab</a><br>' in html
    assert f'{second.key}/{second.variants[0].key}">→ {second.name.en}</a></td>' in html


def test_a_page_without_failures_stays_as_it_is() -> None:
    assert with_lab_links("<td>nothing</td>", "zh", "../") == "<td>nothing</td>"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topology", sorted({scenario.topology for scenario in SCENARIOS}))
def test_a_topology_leads_to_each_of_its_scenarios_and_to_no_other(topology: str, language: Language) -> None:
    there = re.findall(r'href="../../lab/#(\w+)/([\w-]+)/', topology_in_lab(topology, language))
    assert there == [(topology, s.key) for s in SCENARIOS if s.topology == topology]
    page = (DOCS / language / "article" / f"{topology.replace('_', '-')}.md").read_text(encoding="utf-8")
    assert f'topology_in_lab("{topology}", "{language}")' in page
