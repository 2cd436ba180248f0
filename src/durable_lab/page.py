"""The one bridge to the page: JSON in, JSON out.

Request: `{"action": "run" | "explore" | "view" | "amend", "source", "file", "language": "zh" | "en"}`: one of the
verbs of `durable_lab.session`, and its fields. Answers, one JSON object each: `{"type": "output" | "stderr" |
"error" | "notice", "text"}`, an error also with its `"line"` in the file if it has one, `{"type": "progress", "done", "total"}`, and at the end `{"type": "done", "ok"}`.
Before that a run that came to its end says `{"type": "verdict", "holds", "text"}`: in a line, whether what was done is
what was wanted. A program that uses what is not modelled was not tried, whatever was asked: it is answered by an error
that says so, and by a verdict whose `holds` is null.

Any request but to run may hold `"scenario"`, whose intents the file is held against, `"plan"`, in place of the
file's own faults ("" for none), and `"options"`: `{"input": JSON, "answer": ["yes@3h"], "seed"}`, in place of the
file's own.

A request to explore may say `"faults": "crashes" | "all"` and `"pairs": true`. As soon as a new way of failing is
found it is answered by `{"type": "finding", "check", "text", "plan"}`, the plan "" if it takes no fault. At the end
`{"type": "report", "topology", "report"}` holds them all: `report.shown.Shown`.

A request for a view may hold `"topology"`, if not the one of the engine that the file imports. It is answered by
`{"type": "view", "view"}`: `readers.view.schema.View`, and in it as `"guide"` what can be done next
(`session.guide.Guide`).

A request to amend holds the change of the plan, `{"change": {"change": "deploy", "at", "code"}}`
(`session.changes`). It is answered by `{"type": "amended", "plan", "faults"}`, and `"source"` if the file changes too.

What a plain run does not need is imported when it is asked for: the first run of a page waits for the rest.
"""

from __future__ import annotations

import contextlib
import io
import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from durable_lab import session
from durable_lab.kernel.machine.tracebacks import readers_line, readers_traceback
from durable_lab.kernel.outside.intents import Intents
from durable_lab.kernel.trace import Event, json_text
from durable_lab.options import Told
from durable_lab.report import run as report
from durable_lab.report.refused import refused, short
from durable_lab.session import Request
from durable_lab.words.messages import LabError, Language, Refusal, say

OUTPUT_LIMIT = 60_000
"""Characters of output shown of one run."""

_BATCH_SECONDS = 0.05
_BATCH_CHARACTERS = 4_000


class _Output:
    """Sends text to the page in batches: a message a line would drown it. Stops at a limit, with a notice."""

    def __init__(self, emit: Callable[[str], None], language: Language) -> None:
        self.language = language
        self._emit = emit
        self._kind = "output"
        self._waiting: list[str] = []
        self._size = 0
        self._sent = 0
        self._full = False
        self._last = 0.0

    def write(self, text: str, kind: str = "output") -> None:
        """Take text of the program; send it when enough has come together or enough time has passed."""
        if self._full:
            return
        if kind != self._kind:
            self.flush()
            self._kind = kind
        room = OUTPUT_LIMIT - self._sent - self._size
        self._waiting.append(text[:room])
        self._size += min(len(text), room)
        if len(text) > room:
            self._full = True
            self.say("notice", text=say("output-capped", self.language))
        elif self._size >= _BATCH_CHARACTERS or time.monotonic() - self._last >= _BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Send what waits."""
        if self._waiting:
            self._send(self._kind, text="".join(self._waiting))
            self._sent += self._size
            self._waiting, self._size, self._last = [], 0, time.monotonic()

    def say(self, kind: str, **fields: Any) -> None:
        """Send one message, after the text before it."""
        self.flush()
        self._send(kind, **fields)

    def _send(self, kind: str, **fields: Any) -> None:
        self._emit(json_text({"type": kind, **fields}))


class _Errors(io.TextIOBase):
    """Standard error, for the page: what the program and Python itself say beside the output."""

    def __init__(self, output: _Output) -> None:
        self._output = output

    def write(self, text: str) -> int:
        self._output.write(text, "stderr")
        return len(text)


def handle(request: str, emit: Callable[[str], None]) -> None:
    """Carry out one request of the page; everything, errors too, goes out through `emit`."""
    asked = json.loads(request)
    output = _Output(emit, cast("Language", asked["language"]))
    try:
        ok = _ACTIONS[asked["action"]](asked, output)
    except SyntaxError as error:
        text = readers_traceback(error, asked["file"])
        ok = False
        text = f"{say('syntax-error', output.language)}\n{text}"
        output.say("error", text=text, **_at(error, asked["file"]))
    except Refusal as error:
        ok = False
        output.say("error", text=refused(error, output.language) + "\n", **_place(error, asked["file"]))
        output.say("verdict", holds=None, text=short(error, output.language))
    except LabError as error:
        ok = False
        output.say("error", text=error.text(output.language))
    output.say("done", ok=ok)


def _run(asked: dict[str, Any], output: _Output) -> bool:
    def show(event: Event) -> None:
        output.write(report.line_of(event, output.language))

    with contextlib.redirect_stderr(_Errors(output)):
        ran = session.run(Request(asked["source"], asked["file"]), show)
    if ran.outcome.refused is not None:
        raise ran.outcome.refused
    if ran.outcome.last_words:
        output.write(ran.outcome.last_words, "stderr")
    error = ran.outcome.error
    _tell(error, asked, output)
    rows = report.rows(ran.trace, ran.intents)
    output.say("output", text=report.ledger_of(rows, ran.trace, output.language) + "\n")
    if ran.outcome.ended and error is None and rows:
        fits, text = report.verdict(rows, output.language)
        output.say("verdict", holds=fits, text=text)
    return not ran.outcome.exit_status


def _tell(error: BaseException | None, asked: dict[str, Any], output: _Output) -> None:
    """The program's own error, if it ended with one."""
    if error is not None:
        text = report.error(error, asked["file"], output.language)
        output.say("error", text=text + "\n", **_at(error, asked["file"]))


def _at(error: BaseException, filename: str) -> dict[str, int]:
    line = readers_line(error, filename)
    return {} if line is None else {"line": line}


def _place(error: Refusal, filename: str) -> dict[str, int]:
    return {"line": error.place[1]} if error.place is not None and error.place[0] == filename else {}


def _explore(asked: dict[str, Any], output: _Output) -> bool:
    """Each new way of failing is sent as soon as it is found, the report at the end."""
    from durable_lab.report import as_shown

    request = _request(asked)
    progress: session.Progress | None = None
    for progress in session.explore(request):
        output.say("progress", done=progress.done, total=progress.total)
        for verdict in progress.news:
            text = verdict.text(output.language)
            output.say("finding", check=verdict.check, text=text, plan=progress.plan)
    assert progress is not None
    calm = session.view(replace(request, plan=""))
    shown = as_shown(progress.found, asked["file"], calm.view, output.language)
    output.say("report", topology=calm.view["topology"], report=shown)
    return True  # the exploration is done, whatever it found


def _view(asked: dict[str, Any], output: _Output) -> bool:
    viewed = session.view(_request(asked))
    output.say("view", view=viewed.to_json())
    _tell(viewed.ran.outcome.error, asked, output)
    return viewed.ran.outcome.ended


def _amend(asked: dict[str, Any], output: _Output) -> bool:
    from durable_lab.session.changes import change_of

    output.say("amended", **session.amend(_request(asked), change_of(asked["change"])))
    return True


_ACTIONS: dict[str, Callable[[dict[str, Any], _Output], bool]] = {
    "run": _run,
    "explore": _explore,
    "view": _view,
    "amend": _amend,
}


def _request(asked: dict[str, Any]) -> Request:
    given = asked.get("options", {})
    told = Told(
        input=json.dumps(given["input"]) if "input" in given else None,
        answer=tuple(given["answer"]) if "answer" in given else None,
        seed=given.get("seed"),
    )
    return Request(
        asked["source"],
        asked["file"],
        told,
        plan=asked.get("plan"),
        intents=_declared(asked["scenario"]) if "scenario" in asked else None,
        topology=asked.get("topology", ""),
        faults=asked.get("faults", "crashes"),
        pairs=bool(asked.get("pairs")),
    )


def _declared(key: str) -> Intents | None:
    from durable_lab.casebook import scenario

    return scenario(key).declared
