"""Changes of a fault plan, as data: what a reader does to it with one move, and what it is then.

Whoever shows a plan needs no rule of its grammar: it names a change, and gets the plan's text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NotRequired, TypeAlias, TypedDict

from durable_lab.experiment import Experiment
from durable_lab.kernel.faults.kinds import Deploy, Fault, Plan
from durable_lab.kernel.faults.plan import canonical, parse_plan, plan_text, without_fault
from durable_lab.session.replies import carrier_of, replies, unanswered


@dataclass(frozen=True)
class Knife:
    """The knife is put at a point: one crash there, in place of all that the plan was."""

    point: str


@dataclass(frozen=True)
class AnotherCrash:
    """A crash at a point, besides what the plan holds."""

    point: str


@dataclass(frozen=True)
class SentAgain:
    """What a client sent at a step arrives, and is sent again."""

    step: str


@dataclass(frozen=True)
class Without:
    """One fault less."""

    fault: str


@dataclass(frozen=True)
class Replied:
    """The reader is the person who was asked, and does one of `replies.REPLIES`."""

    step: str
    how: str


@dataclass(frozen=True)
class Said:
    """The reader is the person who was asked, and says this."""

    step: str
    text: str


@dataclass(frozen=True)
class Deployed:
    """Other code from a moment of the run on."""

    at: int
    """How many events have happened."""
    code: str


@dataclass(frozen=True)
class OtherCode:
    """The file becomes another: what deploys a version of this one is left out."""


OfPlan: TypeAlias = Knife | AnotherCrash | SentAgain | Without | Replied | Said | OtherCode
Change: TypeAlias = OfPlan | Deployed

CHANGES: Mapping[str, type[Change]] = {
    "knife": Knife,
    "crash": AnotherCrash,
    "send-again": SentAgain,
    "without": Without,
    "reply": Replied,
    "say": Said,
    "deploy": Deployed,
    "other-code": OtherCode,
}
"""By the name that JSON has for them."""


def change_of(asked: Mapping[str, Any]) -> Change:
    """A change from JSON: `{"change": "knife", "point": "effect:refund#1.applied"}`.

    Raises:
        KeyError, TypeError: there is no such change, or it has other fields.
    """
    return CHANGES[asked["change"]](**{name: value for name, value in asked.items() if name != "change"})


class Placed(TypedDict):
    """A fault of a plan."""

    fault: str
    at: str
    """The point or the step that it strikes; "" for a clock, which strikes none."""
    without: str
    """The plan without it."""


class Amended(TypedDict):
    """A plan after a change."""

    plan: str
    faults: list[Placed]
    source: NotRequired[str]
    """The file, if the change is one of the file as well."""


def amended(plan: Plan, change: OfPlan, experiment: Experiment) -> Amended:
    """A plan with a change; what a question leads to depends on the run without a fault.

    Raises:
        LabError: `fault-unreadable`, if the change names what no plan can.
        KeyError: there is no such reply to the question.
    """
    match change:
        case Knife(point):
            return described(parse_plan(f"crash at {point}"))
        case AnotherCrash(point):
            return described((*plan, *parse_plan(f"crash at {point}")))
        case SentAgain(step):
            return described((*plan, *parse_plan(f"redeliver {step}")))
        case Without(fault):
            gone = parse_plan(fault)
            return described(tuple(one for one in plan if one not in gone))
        case Replied(step, how):
            return described(parse_plan(replies(plan, step, carrier_of(experiment.calm, step))[how]))
        case Said(step, text):
            rest = unanswered(plan, step, carrier_of(experiment.calm, step))
            return described((*rest, *parse_plan(f"answer {step} {json.dumps(text)}")))
        case OtherCode():
            return described(undeployed(plan))


def described(plan: Plan) -> Amended:
    """What a page must know of a plan."""
    return {
        "plan": plan_text(plan),
        "faults": [
            {"fault": str(fault), "at": _place(fault), "without": plan_text(without_fault(plan, fault))}
            for fault in canonical(plan)
        ],
    }


def _place(fault: Fault) -> str:
    return str(getattr(fault, "point", getattr(fault, "step", "")))


def undeployed(plan: Plan) -> Plan:
    """A plan without what deploys another version."""
    return tuple(fault for fault in plan if not isinstance(fault, Deploy))
