"""The crash map: the incident crashed at each place on each topology, without a key and with one.

A cell says what the outside saw more than once, and leads to that very run.
"""

from __future__ import annotations

from dataclasses import dataclass

from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Language
from durable_lab_site.claims import Claim
from durable_lab_site.drawing import draw, say
from durable_lab_site.lane_figure import counted, run_address
from durable_lab_site.lanes import CELLS, PLACES, STEPS, Lanes, Outcome, Place, lanes


def _at_risk(place: Place) -> bool:
    """Whether a place is between an effect and its record."""
    cell = CELLS[place.cells - 1] if place.cells else None
    return cell is not None and cell.role == "do" and cell.step.kind == "effect"


def _gaps_only(found: Lanes) -> bool:
    """Three topologies: twice exactly between effect and record; the loop: ever more."""
    again = [found["in_memory_loop", False, place.key].repeated for place in PLACES]
    return again == sorted(again) and all(
        bool(found[topology, False, place.key].done_twice)
        == (place.cells > 0 if topology == "in_memory_loop" else _at_risk(place))
        for topology in SIGNATURES
        for place in PLACES
    )


def _key_repairs(found: Lanes) -> bool:
    """With a key nothing is done twice; the loop still asks again and can't be audited, the others hold everything."""
    keyed = [(topology, outcome) for (topology, with_key, _), outcome in found.items() if with_key]
    asks = {topology for topology, outcome in keyed if outcome.counts["approval"] > 1}
    loop = [outcome for topology, outcome in keyed if topology == "in_memory_loop"]
    return (
        not any(outcome.done_twice for _, outcome in keyed)
        and asks == {"in_memory_loop"}
        and all("audit" in outcome.violated for outcome in loop)
        and not any(outcome.violated for _, outcome in keyed if outcome not in loop)
    )


GAPS = Claim("claim.gaps", _gaps_only)
REPAIRED = Claim("claim.repaired", _key_repairs)


@dataclass(frozen=True, slots=True)
class Cell:
    """One crash of one topology."""

    tone: str
    address: str
    seen: list[str]
    """What the outside saw more than once, a line each."""


def maps(language: Language) -> str:
    """Both maps as tables; HTML, for a page one folder below the site's home."""
    return draw(
        "crash_maps.html",
        language,
        topologies=list(SIGNATURES),
        places=[place.say for place in PLACES],
        maps={caption: _map(keyed, language) for caption, keyed in (("plain", False), ("keyed", True))},
    )


def claims(language: Language) -> str:
    """What they show: two sentences that hold."""
    return f"<p>{GAPS.say(language)}</p><p>{REPAIRED.say(language)}</p>"


def _map(keyed: bool, language: Language) -> list[list[Cell]]:
    return [[_cell(topology, keyed, place, language) for topology in SIGNATURES] for place in PLACES]


def _cell(topology: str, keyed: bool, place: Place, language: Language) -> Cell:
    outcome = lanes()[topology, keyed, place.key]
    tone = "breaks" if outcome.done_twice else "asks" if outcome.counts["approval"] > 1 else "lasts"
    return Cell(tone, "../" + run_address(topology, keyed, outcome), _seen(outcome, language))


def _seen(outcome: Outcome, language: Language) -> list[str]:
    twice = outcome.done_twice
    lines = [counted(step, outcome.counts[step], language) for step in twice]
    if len(twice) == sum(step.kind == "effect" for step in STEPS):
        lines = [say("map.all", language)]
    if outcome.counts["approval"] > 1:
        lines.append(say("map.asked", language, n=outcome.counts["approval"]))
    return lines or [say("map.once", language)]
