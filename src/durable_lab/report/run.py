"""What a run prints, in either language; nothing in it comes from outside the trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

from durable_lab.kernel.events import EFFECT, FAULT, PRINT, PROCESS
from durable_lab.kernel.machine.simulation import readers_traceback
from durable_lab.kernel.trace import Event, Trace
from durable_lab.readers.checks import Intents
from durable_lab.story import Story
from durable_lab.words.messages import LabError, Language, say


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

    `others` are files beside the one of that name.
    """
    text = readers_traceback(failure, filename, others)
    if isinstance(failure, LabError):
        return text.replace(str(failure), failure.text(language))
    return text


def ledger(trace: Trace, intents: Intents, language: Language) -> str:
    """The end of a run: how often each callee did something, beside how often it was wanted."""
    done = Counter(e.name for e in trace.select(EFFECT, "applied"))
    known = Counter(e.name for e in trace.select(EFFECT, "recognised"))
    wanted = intents.wanted(Story.of(trace, intents).answers())
    names = list(dict.fromkeys([*wanted, *done]))
    rows = [_ledger_row(name, done[name], known[name], wanted[name], language) for name in names]
    lines = [f"— {say('ledger-title', language)} —", *(rows or [say("ledger-empty", language)])]
    lines += [say("fault-not-reached", language, fault=fault) for fault in trace.header["not_reached"]]
    return "\n".join(lines)


def _ledger_row(name: str, done: int, known: int, wanted: int, language: Language) -> str:
    extra = say("ledger-recognised", language, recognised=known) if known else ""
    if done != wanted:
        extra += say("ledger-wanted", language, wanted=wanted)
    mark = "✓" if done == wanted else "✗"
    return f"{mark} " + say("ledger-row", language, name=name, applied=done, extra=extra)
