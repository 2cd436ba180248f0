"""What a reader can do with a run next: for every control of the lab the plan that it leads to.

The page shows runs before any Python is there. So the plans are data, made with the run: the page looks them up, and
knows neither how a plan is written nor which fault fits where.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NotRequired, TypedDict

from durable_lab.kernel.events import PERSON
from durable_lab.kernel.faults.kinds import Plan
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.kernel.trace import Trace
from durable_lab.readers.view import View
from durable_lab.session.changes import undeployed
from durable_lab.session.moments import moments
from durable_lab.session.replies import carrier_of, replies


class Cut(TypedDict):
    """A place for the knife."""

    at: int
    """The event that the crash follows."""
    plan: str


class Question(TypedDict):
    """A question that waits for a person."""

    since: int
    until: int
    """From when to when it waits: how many events have happened, both included."""
    plans: dict[str, str]
    """By what the person does (`replies.REPLIES`)."""


class Guide(TypedDict):
    """What a page must know of a run besides its picture."""

    questions: list[Question]
    cuts: NotRequired[list[Cut]]
    """Of a run without a fault: where it can be crashed."""
    wanted: NotRequired[Literal["scenario", "own"]]
    """Who says what is wanted: the scenario, or the program's own run without a fault."""
    other_code: NotRequired[str]
    """The plan for another file, if that is not this one."""


def guide_of(drawn: View, plan: Plan, calm: Trace) -> Guide:
    """The guide to a run: its view, the plan under which it was run, and the run without a fault."""
    guide: Guide = {"questions": list(_questions(drawn, plan, calm))}
    if not plan:
        guide["cuts"] = list(_cuts(drawn))
    if (rest := undeployed(plan)) != plan:
        guide["other_code"] = plan_text(rest)
    return guide


def _cuts(drawn: View) -> Iterator[Cut]:
    for at, event in enumerate(drawn["events"]):
        if event.get("crash"):
            yield {"at": at, "plan": plan_text(parse_plan(f"crash at {event['point']}"))}


def _questions(drawn: View, plan: Plan, calm: Trace) -> Iterator[Question]:
    for step, since, until in _waits(drawn):
        yield {"since": since, "until": until, "plans": replies(plan, step, carrier_of(calm, step))}


def _waits(drawn: View) -> Iterator[tuple[str, int, int]]:
    """Each question to a person while it waits: its step, the first and the last moment."""
    step, since = "", 0
    for at, asked in enumerate(_asked(drawn)):
        if asked != step:
            if step:
                yield step, since, at - 1
            step, since = asked, at
    if step:
        yield step, since, len(drawn["events"])


def _asked(drawn: View) -> Iterator[str]:
    """At each moment the question that a person was asked last, if it waits for an answer; else ""."""
    last = ""
    for at, state in enumerate(moments(drawn)):
        event = drawn["events"][at - 1] if at else None
        if event is not None and event["kind"] == PERSON:
            last = f"{PERSON}:{event['name']}#{event['n']}" if event["phase"] == "requested" else ""
        waits = any(person["state"] == "asked" for person in state["people"])
        yield last if waits else ""
