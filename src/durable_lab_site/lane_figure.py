"""The home page's figure: four lanes, one knife. Drawn still and whole; the page's script only changes states.

Every number is computed (`lanes`), and every sentence that claims something stands beside the condition that
makes it true: a build in which one no longer holds fails.
"""

from __future__ import annotations

import json
import re
from html import escape
from itertools import accumulate
from typing import Any

from durable_lab.casebook import scenario
from durable_lab.casebook.outcomes import run
from durable_lab.picture import QUESTIONS, Words
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.messages import Language
from durable_lab_site.claims import Claim, Untrue
from durable_lab_site.lanes import CELLS, PARKED, PLACES, STEPS, Cell, Lanes, Outcome, Place, Step, lanes
from durable_lab_site.links import lab_address, topology_page

WIDTHS = {"ask": 18, "do": 22, "record": 10}
"""Of a cell, by role, in shares of the lane; the answer of a person is as wide as the question."""

CODES = {"": ".", "lost": "l", "kept": "k", "new": "n", "again": "a", "twice": "t", "replayed": "r"}
MEASURES = {"ticket": "张", "change": "次", "notice": "条"}
RECORDS = {
    "in_memory_loop": Words("什么也没有", "nothing"),
    "checkpointed_graph": Words("检查点", "checkpoint"),
    "queue_workers": Words("消息和记录", "message, record"),
    "durable_workflow": Words("事件历史", "event history"),
}
"""What a crash leaves, in a word or two."""


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


ALL_FOUR = Claim(
    Words(
        "<b>四条都会。</b>工单开在外面；“开过了”这件事，稍后才记在另一个地方。崩溃落在两者之间，"
        "就有了一张谁也不记得的工单，于是这一步再做一次。",
        "<b>All four.</b> The ticket is opened outside; <em>that</em> it was opened is recorded elsewhere, a moment "
        "later. A crash in between leaves a ticket that nobody remembers, so the step is done again.",
    ),
    lambda found: _tickets(found, keyed=False) == [2, 2, 2, 2],
)
NONE = Claim(
    Words(
        "<b>一条也不会。</b>被调方认得这个键：照样再问一次，却不再做一次。修好它的是键，不是架构。",
        "<b>None.</b> The callee knows the key: it is asked again, and does nothing again. "
        "What repairs it is the key, not the architecture.",
    ),
    lambda found: _tickets(found, keyed=True) == [1, 1, 1, 1],
)
WHY_CHOOSE = Claim(
    Words(
        "<b>因为重做的多少不同。</b>循环从头再来：四步全部重做，还要再问人一次。另外三条只重发通知，谁也不打扰。",
        "<b>For what is done again.</b> The loop starts over: all four steps, and it asks the person a second time. "
        "The other three repeat the notice only, and disturb nobody.",
    ),
    _at_the_notice,
)

TEXT = {
    "lanes": Words("四条泳道", "Four lanes"),
    "knife": Words("崩溃的位置", "Where the process crashes"),
    "here": Words("进程在这里死掉", "The process dies here"),
    "guess": Words("会开出第二张工单", "opens a second ticket"),
    "first": Words("第一次运行", "first run"),
    "second": Words("重启之后", "after restart"),
    "outside": Words("外界看到", "outside saw"),
    "survives": Words("留下", "kept"),
    "again": Words("重做", "done again"),
    "writes": Words("持久写入", "durable writes"),
    "watch": Words("为什么？逐步看 →", "why? step by step →"),
    "progress": Words("进度在{owner}里", "progress in the {owner}"),
    "controls": Words("三步", "Three steps"),
    "predict": Words("猜一猜。", "Predict."),
    "predict-do": Words(
        "哪几条泳道会开出第二张工单？勾选，再让它崩溃。",
        "Which lanes open a second ticket? Tick them, then crash it.",
    ),
    "reveal": Words("崩溃并重启", "Crash and restart"),
    "repair": Words("修好它。", "Repair it."),
    "repair-do": Words(
        "键是这一步的名字（<code>{key}</code>），随请求一起发出。被调方记住它：问两次，做一次。",
        "A key is the step's name (<code>{key}</code>), sent with the request. The callee remembers it: "
        "asked twice, done once.",
    ),
    "key": Words("每步带键", "With a key"),
    "choose": Words("那还选什么架构？", "Then why choose?"),
    "choose-do": Words(
        "把刀拖到通知之后：谁要把什么重做？", "Drag the knife past the notice: who does what again?"
    ),
    "move": Words("刀移到通知", "To the notice"),
    "ask": Words("请示", "ask"),
    "yes": Words("批准", "yes"),
    "right": Words("猜对了 {n} 条，共 4 条。", "You had {n} of 4 right."),
    "key-on": Words("带键", "with a key"),
    "key-off": Words("不带键", "no key"),
}
LEGEND = (
    ('before="k"', Words("做了", "done")),
    ('before="l"', Words("做了，随进程一起忘了", "done, forgotten with the process")),
    ('after="a"', Words("重做", "done again")),
    ('after="t"', Words("重做，外界有了两份", "done again, and now there are two")),
    ('after="r"', Words("从历史回放，不再执行", "replayed from history, not run")),
    ("record", Words("记录写下了", "recorded")),
)
"""What each look of a cell means."""


def figure(language: Language) -> str:
    """The lanes and what to do with them, as HTML."""
    return (
        f'<div><crash-lanes class="lanes">{_data(language)}{_board(language)}{_script(language)}{_legend(language)}'
        f'<p class="lanes-said" role="status"></p></crash-lanes>{_table(language)}</div>'
    )


def _say(key: str, language: Language) -> str:
    return escape(TEXT[key].say(language))


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
    data = {
        "places": [{"say": place.say.say(language), "at": position(place)} for place in PLACES],
        "parked": PLACES.index(PARKED),
        "notice": PLACES.index(NOTICE),
        "right": TEXT["right"].say(language),
        "keys": [TEXT["key-off"].say(language), TEXT["key-on"].say(language)],
        "runs": [
            [[_entry(topology, keyed, place, language) for topology in SIGNATURES] for place in PLACES]
            for keyed in (False, True)
        ],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"<template data-search-exclude>{escape(text, quote=False)}</template>"


def _entry(topology: str, keyed: bool, place: Place, language: Language) -> dict[str, Any]:
    outcome = lanes()[topology, keyed, place.key]
    return {
        "before": "".join(CODES[state] for state in outcome.before),
        "after": "".join(CODES[state] for state in outcome.after),
        "counts": [outcome.counts[step.key] for step in STEPS],
        "marks": [_mark(outcome, step) for step in STEPS],
        "shown": _counts(outcome, language),
        "notes": list(_notes(topology, outcome, language)),
        "href": run_address(topology, keyed, outcome),
        "say": f"{SIGNATURES[topology].name.say(language)}: {', '.join(_counts(outcome, language))}",
    }


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
    title = next(s.title.say(language) for s in STEPS if s.key == step)
    if language == "zh":
        return f"问人 {n} 次" if step == "approval" else f"{n} {MEASURES[step]}{title}"
    if step == "approval":
        return f"asked {n}×"
    return f"{n} {title}{'' if n == 1 else 's'}"


def _notes(topology: str, outcome: Outcome, language: Language) -> tuple[str, str, str]:
    """What survives, how much is done again, what is written: the values of the lane's last column."""
    zh = language == "zh"
    left = RECORDS[topology].say(language)
    if not SIGNATURES[topology].state_owner.dies:
        left += f"（{outcome.known}/{len(STEPS)} 步）" if zh else f" ({outcome.known} of {len(STEPS)})"
    elif outcome.known:
        raise Untrue(f"nothing survives in {topology}")
    again = f"{outcome.repeated}/{len(STEPS)} 步" if zh else f"{outcome.repeated} of {len(STEPS)} steps"
    return left, again, f"{outcome.writes} 次" if zh else str(outcome.writes)


HANDLE = '<svg viewBox="0 0 44 20" aria-hidden="true"><path d="M8 5v10L2 10zM36 5v10l6-5zM24 1l-8 11h5l-1 7 8-11h-5z"/></svg>'


def _board(language: Language) -> str:
    here = (
        f'<p class="lanes-here"><b>{_say("here", language)}</b> <span>{PARKED.say.say(language)}</span></p>'
    )
    lanes = "".join(_lane(topology, language) for topology in SIGNATURES)
    return (
        f'<figure class="lanes-board" data-search-exclude role="group" aria-label="{_say("lanes", language)}">{here}'
        f'<div class="lanes-rail">{_rail()}{_knife(language)}</div>{lanes}{_controls(language)}</figure>'
    )


def _rail() -> str:
    stops = "".join(f'<i style="left:{position(place):g}%"></i>' for place in PLACES)
    return f'<div class="rail-line">{stops}</div>'


def _knife(language: Language) -> str:
    return (
        f'<div class="knife" style="left:{position(PARKED):g}%"><span class="knife-handle" role="slider" '
        f'tabindex="0" aria-label="{_say("knife", language)}" aria-valuemin="0" '
        f'aria-valuemax="{len(PLACES) - 1}" aria-valuenow="{PLACES.index(PARKED)}" '
        f'aria-valuetext="{escape(PARKED.say.say(language))}">{HANDLE}</span></div>'
    )


def _lane(topology: str, language: Language) -> str:
    signature = SIGNATURES[topology]
    entry = _entry(topology, False, PARKED, language)
    name, owner = signature.name.say(language), signature.state_owner.name.say(language).lower()
    first = "".join(
        _piece(cell, language, f'data-before="{c}"') for cell, c in zip(CELLS, entry["before"], strict=True)
    )
    second = "".join(
        _piece(cell, language, f'data-after="{c}"') for cell, c in zip(CELLS, entry["after"], strict=True)
    )
    counts = "".join(
        f'<span class="count" data-step="{step.key}"{f" data-{mark}" if mark else ""}>{escape(shown)}</span>'
        for step, mark, shown in zip(STEPS, entry["marks"], entry["shown"], strict=True)
    )
    notes = "".join(
        f"<div><dt>{_say(key, language)}</dt><dd>{escape(value)}</dd></div>"
        for key, value in zip(("survives", "again", "writes"), entry["notes"], strict=True)
    )
    captions = "".join(f"<span>{_say(key, language)}</span>" for key in ("first", "second", "outside"))
    return (
        f'<section class="lane" data-lane="{topology}" aria-label="{escape(name)}">'
        f'<div class="lane-name"><a href="{topology_page(topology)}">{escape(name)}</a>'
        f"<small>{_say('progress', language).format(owner=escape(owner))}</small></div>"
        f'<div class="lane-captions" aria-hidden="true">{captions}</div>'
        f'<div class="lane-track"><div class="life" data-life="1" aria-hidden="true">{first}</div>'
        f'<div class="life" data-life="2" aria-hidden="true">{second}</div><div class="counts">{counts}</div></div>'
        f'<div class="lane-notes"><label class="guess"><input type="checkbox"> {_say("guess", language)}</label>'
        f'<div class="came"><dl>{notes}</dl><a class="watch" href="{escape(entry["href"])}">{_say("watch", language)}</a></div>'
        f"</div></section>"
    )


def _piece(cell: Cell, language: Language, state: str) -> str:
    return f'<span class="cell {cell.role}" {state}>{_piece_text(cell, language)}</span>'


def _piece_text(cell: Cell, language: Language) -> str:
    if cell.role == "record":
        return ""
    if cell.step.kind == "person":
        return _say("ask" if cell.role == "ask" else "yes", language)
    return escape(cell.step.title.say(language))


def _table(language: Language) -> str:
    """The same for readers without the script: the two places that the page speaks of, with a key and without."""
    heads = "".join(
        f"<th>{escape(place.say.say(language))}<br>{_say('key-on' if keyed else 'key-off', language)}</th>"
        for place in (PARKED, NOTICE)
        for keyed in (False, True)
    )
    rows = "".join(
        f"<tr><td>{escape(signature.name.say(language))}</td>"
        + "".join(
            f"<td>{escape(', '.join(_counts(lanes()[topology, keyed, place.key], language)))}</td>"
            for place in (PARKED, NOTICE)
            for keyed in (False, True)
        )
        + "</tr>"
        for topology, signature in SIGNATURES.items()
    )
    return (
        f"<noscript><table><thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table></noscript>"
    )


def _legend(language: Language) -> str:
    items = "".join(
        f'<li><span class="cell{" record" if state == "record" else ""}" data-{state}></span>'
        f"{escape(words.say(language))}</li>"
        for state, words in LEGEND
    )
    return f'<ul class="lanes-legend" data-search-exclude aria-hidden="true">{items}</ul>'


def _controls(language: Language) -> str:
    """One bar, always in one place: on a phone it stays in sight as long as the lanes do."""
    buttons = "".join(
        f'<button type="button" data-do="{control}"{state}>{_say(control, language)}</button>'
        for control, state in (("reveal", ""), ("key", ' aria-pressed="false"'), ("move", ""))
    )
    return (
        f'<div class="lanes-controls" role="group" aria-label="{_say("controls", language)}">{buttons}</div>'
    )


def _script(language: Language) -> str:
    """What each control is for, in order; all of it in sight from the start, only the answers wait."""
    repair = TEXT["repair-do"].say(language).format(key=escape(_ticket_key()))
    return (
        '<ol class="lanes-script">'
        + _act("predict", _say("predict-do", language), "reveal", ALL_FOUR, language)
        + _act("repair", repair, "key", NONE, language)
        + _act("choose", _say("choose-do", language), "move", WHY_CHOOSE, language)
        + "</ol>"
    )


def _act(title: str, task: str, control: str, claim: Claim, language: Language) -> str:
    right = ' <span class="right"></span>' if control == "reveal" else ""
    return (
        f"<li><p><b>{_say(title, language)}</b> {task}</p>"
        f'<p class="answer" data-answers="{control}">{claim.say(language)}{right}</p></li>'
    )


def _ticket_key() -> str:
    """The key that the ticket's step carries, as the callee got it."""
    trace = run(scenario(f"incident-{LOOP}").variants[-1], "")
    return next(str(e.payload["key"]) for e in trace.select("effect", "requested") if e.name == "open_ticket")


def signatures(language: Language) -> str:
    """The four signatures at a glance: the beginning of each answer, as a table."""
    heads = "".join(
        f'<th scope="col"><a href="{topology_page(key)}">{escape(signature.name.say(language))}</a></th>'
        for key, signature in SIGNATURES.items()
    )
    body = "".join(
        f'<tr><th scope="row">{escape(question.say(language))}</th>'
        + "".join(
            f"<td>{escape(_beginning(tuple(signature.answers)[row].say(language), whole=row == 2))}</td>"
            for signature in SIGNATURES.values()
        )
        + "</tr>"
        for row, question in enumerate(QUESTIONS)
    )
    return f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _beginning(text: str, *, whole: bool) -> str:
    """The first clause of an answer, or the whole first sentence where half of it would mislead."""
    ends = r"[。.]" if whole else r"[。.；;：:]"
    return re.split(rf"{ends}(?:\s|(?<=[。；：])|$)", text, maxsplit=1)[0]
