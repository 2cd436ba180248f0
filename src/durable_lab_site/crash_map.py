"""The crash map: the incident crashed at each place on each topology, without a key and with one.

A cell says what the outside saw more than once, and leads to that very run.
"""

from __future__ import annotations

from html import escape

from durable_lab.picture import Words
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.messages import Language
from durable_lab_site.claims import Claim
from durable_lab_site.lane_figure import counted, run_address
from durable_lab_site.lanes import CELLS, PLACES, STEPS, Lanes, Outcome, Place, lanes

SHORT = {
    "in_memory_loop": Words("循环", "Loop"),
    "checkpointed_graph": Words("图", "Graph"),
    "queue_workers": Words("队列", "Queue"),
    "durable_workflow": Words("工作流", "Workflow"),
}
CAPTIONS = {False: Words("不带键", "Without a key"), True: Words("每一步带键", "With a key for every step")}
ONCE = Words("各一次", "once each")
ALL = Words("样样两份", "two of each")
ASKED = Words("问 {n} 次", "asked {n}×")


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


GAPS = Claim(
    Words(
        "不带键：三种架构只在“做了、还没记录”的缝里出错，而且只错那一步。循环没有记录，死得越晚，重做得越多。",
        "Without a key three topologies go wrong only in the gaps between an effect and its record, and only with that one "
        "effect. The loop has no record: the later it dies, the more it does again.",
    ),
    _gaps_only,
)
REPAIRED = Claim(
    Words(
        "带了键，哪里崩溃都不会做两次。循环仍然要再问一次人，事后也查不出谁批准了什么：键防得住重复，别的它管不了。",
        "With keys no crash does anything twice. The loop still asks the person again, and leaves no record of who approved "
        "what: a key keeps effects single, and that is all it does.",
    ),
    _key_repairs,
)


def maps(language: Language) -> str:
    """Both maps as tables; HTML, for a page one folder below the site's home."""
    return f'<div class="crash-maps">{"".join(_map(keyed, language) for keyed in (False, True))}</div>'


def claims(language: Language) -> str:
    """What they show: two sentences that hold."""
    return f"<p>{GAPS.say(language)}</p><p>{REPAIRED.say(language)}</p>"


def _map(keyed: bool, language: Language) -> str:
    heads = "".join(
        f'<th scope="col">{escape(SHORT[topology].say(language))}</th>' for topology in SIGNATURES
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(place.say.say(language))}</th>'
        + "".join(_cell(topology, keyed, place, language) for topology in SIGNATURES)
        + "</tr>"
        for place in PLACES
    )
    return (
        f'<table class="crash-map"><caption>{escape(CAPTIONS[keyed].say(language))}</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _cell(topology: str, keyed: bool, place: Place, language: Language) -> str:
    outcome = lanes()[topology, keyed, place.key]
    tone = "breaks" if outcome.done_twice else "asks" if outcome.counts["approval"] > 1 else "lasts"
    address = escape("../" + run_address(topology, keyed, outcome))
    return f'<td class="{tone}"><a href="{address}">{_seen(outcome, language)}</a></td>'


def _seen(outcome: Outcome, language: Language) -> str:
    """What the outside saw more than once, a line each."""
    twice = outcome.done_twice
    effects = sum(step.kind == "effect" for step in STEPS)
    lines = (
        [ALL.say(language)]
        if len(twice) == effects
        else [counted(s, outcome.counts[s], language) for s in twice]
    )
    if outcome.counts["approval"] > 1:
        lines.append(ASKED.say(language).format(n=outcome.counts["approval"]))
    return "<br>".join(map(escape, lines or [ONCE.say(language)]))
