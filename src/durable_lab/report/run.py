"""What a run prints, in either language; nothing in it comes from outside the trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from typing import NamedTuple

from durable_lab.kernel.events import EFFECT, FAULT, PRINT, PROCESS
from durable_lab.kernel.machine.tracebacks import readers_traceback
from durable_lab.kernel.trace import Event, Trace
from durable_lab.readers.checks import Intents
from durable_lab.report.refused import refused
from durable_lab.story import Story
from durable_lab.words.messages import LabError, Language, Refusal, say


def line_of(event: Event, language: Language) -> str:
    """What a run prints at an event as it happens: the program's own output, faults, lives; else ""."""
    if event.kind == PRINT:
        return str(event.payload["text"])
    if event.kind == FAULT:
        return say("fault-happened", language, fault=event.name) + "\n"
    if event.kind != PROCESS and event.phase == "stuck":
        return say("workflow-stuck", language, what=event.name, why=event.payload["why"]) + "\n"
    if event.kind == PROCESS and event.phase == "started" and event.life > 1:
        return say("process-restarted", language, process=event.name, life=event.life) + "\n"
    if event.kind == PROCESS and event.phase == "stuck":
        return say("ends-stuck", language, what=event.name) + "\n"
    if event.kind == PROCESS and event.phase == "too-many-events":
        return say("too-many-events", language, limit=event.payload["limit"]) + "\n"
    return ""


def error(failure: BaseException, filename: str, language: Language, others: Container[str] = ()) -> str:
    """The reader's own traceback; where the error is ours, its message in the reader's language.

    Of a refusal, which is no error of the program's, that nothing was tried.

    `others` are files beside the one of that name.
    """
    if isinstance(failure, Refusal):
        return refused(failure, language)
    text = readers_traceback(failure, filename, others)
    if isinstance(failure, LabError):
        return text.replace(str(failure), failure.text(language))
    return text


class Row(NamedTuple):
    """What was done at one callee, and what was wanted there."""

    name: str
    done: int
    recognised: int
    wanted: int
    unwanted: int
    """Of what was done, what nobody wanted, or once too often."""
    missing: int
    """Of what was wanted, what was not done."""

    @property
    def fits(self) -> bool:
        """Whether just that was done that was wanted: a sum may fit by chance."""
        return not self.unwanted and not self.missing


def rows(trace: Trace, intents: Intents) -> list[Row]:
    """The ledger of a run: every callee of which something was wanted, or which did something."""
    story = Story.of(trace, intents)
    answers, counts = story.answers(), Counter(id(applied.request.want) for applied in story.applied)
    done = Counter(applied.event.name for applied in story.applied)
    known = Counter(e.name for e in trace.select(EFFECT, "recognised"))
    wanted, served = intents.wanted(answers), Counter[str]()
    for want in intents.wants:
        required = want.required_after(answers.get(want.approval or ""))
        served[want.name] += min(counts[id(want)], required)
    return [
        Row(
            name,
            done[name],
            known[name],
            wanted[name],
            done[name] - served[name],
            wanted[name] - served[name],
        )
        for name in dict.fromkeys([*wanted, *done])
    ]


def verdict(found: Sequence[Row], language: Language) -> tuple[bool, str]:
    """Whether everything fits, and that in one line: what is wrong, or what was done."""
    wrong = [row for row in found if not row.fits]
    told = [_ledger_row(row, language) for row in wrong or found]
    more = say("ledger-more", language, more=len(told) - 1) if len(told) > 1 else ""
    fits = "" if wrong else say("ledger-fits", language)
    return not wrong, " ".join(f"{told[0]}{more}{fits}".split())


def ledger(trace: Trace, intents: Intents, language: Language) -> str:
    """The end of a run: how often each callee did something, beside how often it was wanted."""
    return ledger_of(rows(trace, intents), trace, language)


def ledger_of(found: Sequence[Row], trace: Trace, language: Language) -> str:
    """The same, of the rows of that run."""
    told = [_ledger_row(row, language) for row in found]
    lines = [f"— {say('ledger-title', language)} —", *(told or [say("ledger-empty", language)])]
    lines += [say("fault-not-reached", language, fault=fault) for fault in trace.header["not_reached"]]
    return "\n".join(lines)


def _ledger_row(row: Row, language: Language) -> str:
    extra = say("ledger-recognised", language, recognised=row.recognised) if row.recognised else ""
    if row.unwanted and row.missing:
        extra += say("ledger-mixed", language, unwanted=row.unwanted, missing=row.missing)
    elif not row.fits:
        extra += say("ledger-wanted", language, wanted=row.wanted)
    mark = "✓" if row.fits else "✗"
    return f"{mark} " + say("ledger-row", language, name=row.name, applied=row.done, extra=extra)
