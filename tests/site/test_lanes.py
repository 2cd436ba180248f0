"""The home page's lanes: computed, comparable, and never claiming what the runs don't show."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any, get_args

import pytest

from durable_lab.casebook import scenario
from durable_lab.casebook.outcomes import run
from durable_lab.explorer import price_of
from durable_lab.kernel.outside.intents import Intents
from durable_lab.story import Story
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Words
from durable_lab.words.messages import Language
from durable_lab_site import claims
from durable_lab_site.claims import Claim, Untrue
from durable_lab_site.lane_figure import ALL_FOUR, NONE, WHY_CHOOSE, figure
from durable_lab_site.lanes import CELLS, PLACES, STEPS, Lanes, Outcome, lanes
from durable_lab_site.signature_table import signatures

LANGUAGES: tuple[Language, ...] = get_args(Language)
EVERYWHERE = pytest.mark.parametrize("language", LANGUAGES)


def outcome(topology: str, place: str, *, keyed: bool = False) -> Outcome:
    return lanes()[topology, keyed, place]


def block(html: str) -> dict[str, Any]:
    found = re.search(r"<template[^>]*>(.*?)</template>", html)
    assert found
    data: dict[str, Any] = json.loads(unescape(found[1]))
    return data


def test_every_crash_comes_and_every_run_ends() -> None:
    assert len(lanes()) == len(SIGNATURES) * 2 * len(PLACES)
    assert all(found.ended for found in lanes().values())


def test_the_first_run_is_cut_at_the_place() -> None:
    """In every lane, whatever the topology, the cells left of the knife are those that were reached."""
    for (topology, _, key), found in lanes().items():
        place = next(place for place in PLACES if place.key == key)
        reached = [cell.role for cell, was in zip(CELLS, found.before, strict=True) if was]
        expected = [cell.role for cell in CELLS[: place.cells]]
        if topology == "in_memory_loop":
            expected = [role for role in expected if role != "record"]
        assert reached == expected, (topology, key)


def test_a_knife_falls_at_the_same_place_in_every_lane() -> None:
    """The same exchange, the same phase, unless it is about records, which differ."""
    for place in PLACES:
        if place.cells and CELLS[place.cells - 1].role != "record":
            plans = {outcome(topology, place.key).plan.split(" at ")[-1] for topology in SIGNATURES}
            assert len(plans) == 1, place.key


def test_the_outside_never_sees_two_of_what_has_a_key() -> None:
    keyed = [found for (_, keyed, _), found in lanes().items() if keyed]
    assert [found.plan for found in keyed if found.done_twice] == []


def test_without_a_key_two_of_a_step_exactly_between_its_effect_and_its_record() -> None:
    for topology in set(SIGNATURES) - {"in_memory_loop"}:
        for place in PLACES:
            cell = CELLS[place.cells - 1] if place.cells else None
            at_risk = cell is not None and cell.role == "do" and cell.step.kind == "effect"
            twice = outcome(topology, place.key).done_twice
            assert twice == ((cell.step.key,) if cell and at_risk else ()), (topology, place.key)


def test_the_loop_knows_nothing_and_writes_nothing() -> None:
    for place in PLACES:
        found = outcome("in_memory_loop", place.key)
        assert (found.known, found.writes) == (0, 0)
        assert "kept" not in found.before


@pytest.mark.parametrize("topology", sorted(SIGNATURES))
def test_a_crashed_lane_writes_no_less_than_the_price_of_the_task_without_a_crash(topology: str) -> None:
    calm = price_of(Story.of(run(scenario(f"incident-{topology}").variants[0], ""), Intents()))
    assert all(outcome(topology, place.key).writes >= calm.writes for place in PLACES)


def test_only_the_workflow_replays() -> None:
    replaying = {topology for (topology, _, _), found in lanes().items() if "replayed" in found.after}
    assert replaying == {"durable_workflow"}


@pytest.mark.parametrize("claim", [ALL_FOUR, NONE, WHY_CHOOSE])
def test_a_claim_that_no_longer_holds_ends_the_build(claim: Claim, monkeypatch: pytest.MonkeyPatch) -> None:
    assert claim.say("en")
    monkeypatch.setattr(claims, "lanes", lambda: _otherwise(lanes()))
    with pytest.raises(Untrue):
        claim.say("en")


def _otherwise(found: Lanes) -> Lanes:
    """The same, but for every count."""

    def wrong(counts: Mapping[str, int]) -> dict[str, int]:
        return {step: n + 1 for step, n in counts.items()}

    return {at: dataclasses.replace(one, counts=wrong(one.counts)) for at, one in found.items()}


@EVERYWHERE
def test_the_figure_holds_every_state(language: Language) -> None:
    data = block(figure(language))
    assert len(data["places"]) == len(PLACES)
    for keyed, places in enumerate(data["runs"]):
        for place, entries in zip(PLACES, places, strict=True):
            for topology, entry in zip(SIGNATURES, entries, strict=True):
                found = outcome(topology, place.key, keyed=bool(keyed))
                assert entry["counts"] == [found.counts[step.key] for step in STEPS]
                assert len(entry["before"]) == len(entry["after"]) == len(CELLS)


@EVERYWHERE
def test_no_line_of_markdown_could_break_the_figure(language: Language) -> None:
    assert "\n" not in figure(language)


@EVERYWHERE
def test_the_signatures_begin_as_the_answers_do(language: Language) -> None:
    cells = re.findall(r"<td>([^<]+)</td>", signatures(language))
    answers = [
        answer for row in zip(*(s.answers for s in SIGNATURES.values()), strict=True) for answer in row
    ]
    assert len(cells) == len(answers)
    for cell, answer in zip(map(unescape, cells), answers, strict=True):
        assert isinstance(answer, Words)
        assert answer.say(language).startswith(cell)
