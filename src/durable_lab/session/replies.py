"""The reader as the person who was asked: what can be done with a question, and the plan for it."""

from __future__ import annotations

from collections.abc import Mapping

from durable_lab.kernel.events import PERSON, kind_of
from durable_lab.kernel.faults.kinds import Fault, Plan, Redeliver
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.kernel.trace import Trace

REPLIES: Mapping[str, str] = {
    "approve": "",
    "reject": "answer {step} no",
    "late": "delay reply {step} until 3d",
    "never": "hang {step}",
    "twice": "redeliver {carrier}",
}
"""What a person who is asked can do, and the fault that it takes; to say yes at once is none."""


def replies(plan: Plan, step: str, carrier: str) -> dict[str, str]:
    """The plan for each thing that the person can do at a question; twice only where something carries the answer."""
    rest = unanswered(plan, step, carrier)
    return {
        how: plan_text((*rest, *parse_plan(fault.format(step=step, carrier=carrier))))
        for how, fault in REPLIES.items()
        if carrier or "carrier" not in fault
    }


def unanswered(plan: Plan, step: str, carrier: str) -> Plan:
    """A plan without what answers a question otherwise."""
    return tuple(fault for fault in plan if not _answers(fault, step, carrier))


def _answers(fault: Fault, step: str, carrier: str) -> bool:
    if isinstance(fault, Redeliver):
        return str(fault.step) == carrier
    return str(getattr(fault, "step", "")) == step


def carrier_of(calm: Trace, step: str) -> str:
    """The step that brings a person's answer to the program; "" if the program itself waits for the person."""
    answers = (event for event in calm.select(PERSON, "answered") if event.step == step)
    answered = next(answers, None)
    if answered is None:
        return ""
    later = calm.events[answered.sequence + 1 :]
    sent = (e.step for e in later if kind_of(e).by_client and e.process == answered.process)
    return next(sent, "")
