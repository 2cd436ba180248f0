"""The page that compares: what its sentences claim, and that each count leads to its run in the lab."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from durable_lab.casebook import scenario
from durable_lab.casebook.outcomes import run
from durable_lab.casebook.suitability import matrix
from durable_lab.casebook.tasks import TASKS
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.messages import LANGUAGES, Language
from durable_lab_site.comparisons import BASE, price, verdicts

DURABLE = [key for key in SIGNATURES if key != "in_memory_loop"]
LINK = re.compile(r'<a href="([^"]+)">')


def cells(table: str) -> list[list[str]]:
    """The rows of a table with its head, without links."""
    rows = [re.findall(r"<t([hd])>(.*?)</t\1>", row) for row in re.findall(r"(?s)<tr>(.*?)</tr>", table)]
    return [[re.sub(r"<[^>]+>", "", unescape(cell)) for _, cell in row] for row in rows]


def test_a_price_says_nothing_that_is_nothing_everywhere() -> None:
    for task in TASKS:
        rows = cells(price(task.key, "en"))[1:]
        assert rows
        assert [row for row in rows if {*row[1:]} <= {"0", "–"}] == []
    assert "people" not in price("batch", "en")
    assert "a person is asked again" in price("incident", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_are_whole(language: Language) -> None:
    for table in (verdicts(language), *(price(task.key, language) for task in TASKS)):
        assert {len(row) for row in cells(table)} == {1 + len(SIGNATURES)}


def test_a_cell_says_how_many_points_held_or_what_does_not_hold() -> None:
    rows = cells(verdicts("en"))[1:]
    assert [row[0] for row in rows] == [task.name.en for task in TASKS]
    for task, row in zip(TASKS, rows, strict=True):
        for topology, shown in zip(SIGNATURES, row[1:], strict=True):
            cell = matrix()[task.key, topology]
            assert (shown == f"✓ {cell.points} points") == (not cell.violated)
            assert shown.count("✗") == len(cell.violated)


def test_every_count_leads_to_a_run_that_happens() -> None:
    addresses = [unescape(found) for found in LINK.findall(verdicts("en"))]
    assert len(addresses) >= len(TASKS) * len(SIGNATURES)
    for address in addresses:
        assert address.startswith(f"{BASE}lab/#")
        path, _, query = address.removeprefix(f"{BASE}lab/#").partition("?")
        topology, key, variant = path.split("/")
        entry = scenario(key)
        assert entry.topology == topology
        fields = parse_qs(query, keep_blank_values=True)
        plan = fields["plan"][0]
        assert plan_text(parse_plan(plan)) == plan
        trace = run(entry.variant(variant), plan)
        assert trace.header["not_reached"] == []
        assert int(fields.get("at", ["0"])[0]) < len(trace)


def test_what_the_page_says_of_the_prices() -> None:
    models = {key: matrix()["answer", key].worst.models for key in SIGNATURES}
    assert 0 <= models["in_memory_loop"] - min(models.values()) <= 1, "saves at most one call"
    assert all(matrix()["answer", key].calm.writes for key in DURABLE)
    thoughts = {key: matrix()["approval", key].worst.models for key in SIGNATURES}
    assert thoughts["in_memory_loop"] == thoughts["queue_workers"] > thoughts["checkpointed_graph"]
    assert thoughts["durable_workflow"] == 1
    assert {matrix()["incident", key].worst.recognised for key in DURABLE} == {1}


def test_both_languages_show_the_same_tables() -> None:
    docs = Path(__file__).parents[2] / "docs"
    shown = [(docs / language / "reference/suitability.md").read_text("utf-8") for language in LANGUAGES]
    calls = [re.findall(r"print\((\w+)\(.*?\)\)", page) for page in shown]
    assert calls[0] == calls[1]
    assert len(calls[0]) == 1 + len(TASKS)
