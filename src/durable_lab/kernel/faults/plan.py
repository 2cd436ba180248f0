"""Fault plans: read, written in one canonical form, amended.

`n` counts the steps of this kind and name in the run, over all lives; with a business id or a process it
counts those that match. A crash, a stop or a pause without a process strikes the one whose step it is. What a dead
process had sent but nobody had received is lost, unless `landing` says at which point it arrives after all. Short
form: `crash after open_ticket`, `crash before open_ticket`.

Only `parse_plan` knows where one fault of a text ends: an answer and a business id may hold a ` ; ` of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from durable_lab.kernel.faults.elements import ELEMENTS
from durable_lab.kernel.faults.fault import Fault, Plan
from durable_lab.kernel.faults.kinds import KINDS
from durable_lab.kernel.faults.reader import Reader

_BY_NAME = {kind.grammar().first: kind for kind in KINDS}


def plan_text(plan: Iterable[Fault]) -> str:
    """The canonical text: sorted, each fault once."""
    return " ; ".join(sorted({str(fault) for fault in plan}))


def parse_plan(text: str) -> Plan:
    """Read a plan. The empty text is the plan without a fault.

    Raises:
        LabError: `fault-unreadable`, with the place and what was expected there.
    """
    return tuple(_faults(Reader(text))) if text.strip() else ()


def _faults(reader: Reader) -> Iterator[Fault]:
    yield _fault(reader)
    while reader.skip() < len(reader.text):
        if reader.text[reader.at] != ";":
            raise reader.wrong("expected-end")
        reader.at += 1
        yield _fault(reader)


def _fault(reader: Reader) -> Fault:
    kind = _BY_NAME.get(reader.peek())
    if kind is None:
        raise reader.wrong("expected-fault", names=", ".join(_BY_NAME))
    return kind.read(reader)


# -- amending one ---------------------------------------------------------------------------------


def canonical(plan: Iterable[Fault]) -> Plan:
    """The faults in the order of their canonical texts, each once."""
    return tuple(sorted(set(plan), key=str))


def with_fault(plan: Plan, fault: Fault) -> Plan:
    """The plan and one fault more."""
    return canonical((*plan, fault))


def without_fault(plan: Plan, fault: Fault) -> Plan:
    """The plan without one of its faults; as it is, if that is not in it."""
    return canonical(other for other in plan if other != fault)


def with_fault_replaced(plan: Plan, fault: Fault, by: Fault) -> Plan:
    """The plan with another fault in the place of one of its own; as it is, if that is not in it."""
    return canonical(by if other == fault else other for other in plan)


# -- the grammar ----------------------------------------------------------------------------------


def grammar_text() -> str:
    """The grammar of plans, put together from that of each kind of fault."""
    rules = [("plan", 'fault *(" ; " fault)')]
    rules += [("" if n else "fault", kind.grammar().shown) for n, kind in enumerate(KINDS)]
    rules += [(name, element.rule) for name, element in ELEMENTS.items() if element.rule]
    return "\n".join(f"{name:8} {'=' if name else '|'} {rule}" for name, rule in rules)
