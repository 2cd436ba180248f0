"""The home page's figure: four lanes, one knife. Drawn still and whole; the page's script only changes states.

Every number is computed (`lanes`), and every sentence that claims something stands beside the condition that
makes it true: a build in which one no longer holds fails.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import Any

from durable_lab.casebook import scenario
from durable_lab.casebook.outcomes import run
from durable_lab.kernel.events import EFFECT
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Language
from durable_lab_site.claims import Claim, Untrue
from durable_lab_site.drawing import WORDS, draw, say
from durable_lab_site.lanes import CELLS, PARKED, PLACES, STEPS, Cell, Lanes, Outcome, Place, Step, lanes
from durable_lab_site.links import lab_address, topology_page

WIDTHS = {"ask": 18, "do": 22, "record": 10}
"""Of a cell, by role, in shares of the lane; the answer of a person is as wide as the question."""

CODES = {"": ".", "lost": "l", "kept": "k", "new": "n", "again": "a", "twice": "t", "replayed": "r"}

NOTICE = next(place for place in PLACES if place.key == "notice-applied")
LOOP = "in_memory_loop"


def _tickets(found: Lanes, keyed: bool) -> list[int]:
    return [found[topology, keyed, PARKED.key].counts["ticket"] for topology in SIGNATURES]


def _at_the_notice(found: Lanes) -> bool:
    """The loop repeats everything and asks again; the others repeat one step and ask nobody."""
    return all(
        (outcome.repeated, outcome.counts["approval"]) == ((len(STEPS), 2) if topology == LOOP else (1, 1))
        for (topology, _, place), outcome in found.items()
        if place == NOTICE.key
    )


ALL_FOUR = Claim("claim.all-four", lambda found: _tickets(found, keyed=False) == [2, 2, 2, 2])
NONE = Claim("claim.none", lambda found: _tickets(found, keyed=True) == [1, 1, 1, 1])
WHY_CHOOSE = Claim("claim.why-choose", _at_the_notice)


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one lane, as the page's script reads it (`docs/assets/js/home.js`)."""

    before: str
    """Each cell of the first run, a letter each."""
    after: str
    counts: list[int]
    """What the outside saw, step by step."""
    marks: list[str]
    """How a count stands out."""
    shown: list[str]
    """The counts in words."""
    notes: list[str]
    """What survives, how much is done again, what is written."""
    href: str
    """Where this very run can be stepped through."""
    say: str


@dataclass(frozen=True, slots=True)
class Lane:
    """One topology in the still figure."""

    topology: str
    page: str
    name: str
    owner: str
    """What holds its progress."""
    entry: Entry


def figure(language: Language) -> str:
    """The lanes and what to do with them, as HTML."""
    return draw(
        "lanes.html",
        language,
        data=_data(language),
        places=[position(place) for place in PLACES],
        parked=PLACES.index(PARKED),
        here=PARKED.say.say(language),
        cells=[(cell.role, _piece(cell, language)) for cell in CELLS],
        steps=[step.key for step in STEPS],
        lanes=[_lane(topology, language) for topology in SIGNATURES],
        key=_ticket_key(),
        claims=[claim.say(language) for claim in (ALL_FOUR, NONE, WHY_CHOOSE)],
        columns=[(place.say.say(language), keyed) for place in (PARKED, NOTICE) for keyed in (False, True)],
        rows=[_row(topology, language) for topology in SIGNATURES],
    )


def _width(cell: Cell) -> int:
    return WIDTHS["ask"] if cell.step.kind == "person" and cell.role == "do" else WIDTHS[cell.role]


def position(place: Place) -> float:
    """Where a place is along a lane, in percent."""
    ends = [0, *accumulate(map(_width, CELLS))]
    return round(100 * ends[place.cells] / ends[-1], 3)


def _data(language: Language) -> str:
    """What the script needs for every place, with the key and without.

    Not a data block: an instant navigation makes every script anew, and forgets that this one is none.
    """
    data: dict[str, Any] = {
        "places": [{"say": place.say.say(language), "at": position(place)} for place in PLACES],
        "parked": PLACES.index(PARKED),
        "notice": PLACES.index(NOTICE),
        "right": say("right", language),
        "keys": [say("key-off", language), say("key-on", language)],
        "runs": [
            [
                [asdict(_entry(topology, keyed, place, language)) for topology in SIGNATURES]
                for place in PLACES
            ]
            for keyed in (False, True)
        ],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _entry(topology: str, keyed: bool, place: Place, language: Language) -> Entry:
    outcome = lanes()[topology, keyed, place.key]
    shown = _counts(outcome, language)
    return Entry(
        before="".join(CODES[state] for state in outcome.before),
        after="".join(CODES[state] for state in outcome.after),
        counts=[outcome.counts[step.key] for step in STEPS],
        marks=[_mark(outcome, step) for step in STEPS],
        shown=shown,
        notes=_notes(topology, outcome, language),
        href=run_address(topology, keyed, outcome),
        say=f"{SIGNATURES[topology].name.say(language)}: {', '.join(shown)}",
    )


def run_address(topology: str, keyed: bool, outcome: Outcome) -> str:
    """Where this very run can be stepped through, from the home page: at the moment of its crash."""
    return lab_address(f"incident-{topology}", "keyed" if keyed else "naive", outcome.plan, outcome.crash + 1)


def _mark(outcome: Outcome, step: Step) -> str:
    """How a count stands out: more than one, or one although it was asked for again."""
    done = next(i for i, cell in enumerate(CELLS) if cell.step == step and cell.role == "do")
    return "over" if outcome.counts[step.key] > 1 else "known" if outcome.after[done] == "again" else ""


def _counts(outcome: Outcome, language: Language) -> list[str]:
    return [counted(step.key, outcome.counts[step.key], language) for step in STEPS]


def counted(step: str, n: int, language: Language) -> str:
    """What the outside saw of one step: `2 tickets`."""
    one = f"count.{step}.one"
    return say(one if n == 1 and one in WORDS else f"count.{step}", language, n=n)


def _notes(topology: str, outcome: Outcome, language: Language) -> list[str]:
    """What survives, how much is done again, what is written: the values of the lane's last column."""
    left = say(f"record.{topology}", language)
    if not SIGNATURES[topology].state_owner.dies:
        left = say("left", language, record=left, n=outcome.known, all=len(STEPS))
    elif outcome.known:
        raise Untrue(f"nothing survives in {topology}")
    again = say("repeated", language, n=outcome.repeated, all=len(STEPS))
    return [left, again, say("written", language, n=outcome.writes)]


def _lane(topology: str, language: Language) -> Lane:
    signature = SIGNATURES[topology]
    return Lane(
        topology,
        topology_page(topology),
        signature.name.say(language),
        signature.state_owner.name.say(language).lower(),
        _entry(topology, False, PARKED, language),
    )


def _piece(cell: Cell, language: Language) -> str:
    """What stands in a cell."""
    if cell.role == "record":
        return ""
    if cell.step.kind == "person":
        return say("ask" if cell.role == "ask" else "yes", language)
    return cell.step.title.say(language)


def _row(topology: str, language: Language) -> list[str]:
    """The same for readers without the script: the two places that the page speaks of, with a key and without."""
    found = [lanes()[topology, keyed, place.key] for place in (PARKED, NOTICE) for keyed in (False, True)]
    return [SIGNATURES[topology].name.say(language), *(", ".join(_counts(one, language)) for one in found)]


def _ticket_key() -> str:
    """The key that the ticket's step carries, as the callee got it."""
    trace = run(scenario(f"incident-{LOOP}").variants[-1], "")
    return next(str(e.payload["key"]) for e in trace.select(EFFECT, "requested") if e.name == "open_ticket")
