"""The one bridge to the page: JSON in, JSON out.

Request: `{"action": "run" | "explore" | "view", "source", "file", "language": "zh" | "en"}`. Answers, one JSON
object each: `{"type": "output" | "error" | "notice", "text"}`, `{"type": "progress", "done", "total"}`, and at
the end `{"type": "done", "ok"}`.

A request to explore or for a view may hold `"scenario"`, whose intents the file is held against, and `"options"`:
`{"input": JSON, "answer": ["yes@3h"], "seed"}`, in place of the file's own.

A request to explore may say `"faults": "crashes" | "all"` and `"pairs": true`. As soon as a new way of failing is
found it is answered by `{"type": "finding", "check", "text", "plan"}`, the plan "" if it takes no fault; the report
at the end holds them all.

A request for a view may hold `"plan"`, in place of the file's own faults ("" for none), and `"topology"`, if not the
one of the engine that the file imports. It is answered by `{"type": "view", "view"}` (`views.schema.View`).

What a plain run does not need is imported when it is asked for: the first run of a page waits for the rest.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from durable_lab.experiment import Experiment, Options, options_of
from durable_lab.kernel.machine.simulation import readers_traceback
from durable_lab.kernel.outside.intents import Intents
from durable_lab.kernel.trace import Event, json_text
from durable_lab.report import run as report
from durable_lab.words.messages import LabError, Language, say

if TYPE_CHECKING:
    from durable_lab.explorer import Exploration

OUTPUT_LIMIT = 60_000
"""Characters of output shown of one run."""

_BATCH_SECONDS = 0.05
_BATCH_CHARACTERS = 4_000


class _Output:
    """Sends text to the page in batches: a message a line would drown it. Stops at a limit, with a notice."""

    def __init__(self, emit: Callable[[str], None], language: Language) -> None:
        self._emit = emit
        self._language = language
        self._waiting: list[str] = []
        self._size = 0
        self._sent = 0
        self._full = False
        self._last = 0.0

    def write(self, text: str) -> None:
        """Take text of the program; send it when enough has come together or enough time has passed."""
        if self._full:
            return
        room = OUTPUT_LIMIT - self._sent - self._size
        self._waiting.append(text[:room])
        self._size += min(len(text), room)
        if len(text) > room:
            self._full = True
            self.say("notice", text=say("output-capped", self._language))
        elif self._size >= _BATCH_CHARACTERS or time.monotonic() - self._last >= _BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Send what waits."""
        if self._waiting:
            self._send("output", text="".join(self._waiting))
            self._sent += self._size
            self._waiting, self._size, self._last = [], 0, time.monotonic()

    def say(self, kind: str, **fields: Any) -> None:
        """Send one message, after the text before it."""
        self.flush()
        self._send(kind, **fields)

    def _send(self, kind: str, **fields: Any) -> None:
        self._emit(json_text({"type": kind, **fields}))


def handle(request: str, emit: Callable[[str], None]) -> None:
    """Carry out one request of the page; everything, errors too, goes out through `emit`."""
    asked = json.loads(request)
    language = cast("Language", asked["language"])
    output = _Output(emit, language)
    try:
        if asked["action"] == "view":
            ok = _view(asked, output)
        elif asked["action"] == "explore":
            ok = _explore(asked, output, language)
        else:
            ok = _run(Experiment(asked["source"], asked["file"]), output, language)
    except SyntaxError as error:
        text = readers_traceback(error, asked["file"])
        ok = False
        output.say("error", text=f"{say('syntax-error', language)}\n{text}")
    except LabError as error:
        ok = False
        output.say("error", text=error.text(language))
    output.say("done", ok=ok)


def _run(experiment: Experiment, output: _Output, language: Language) -> bool:
    def show(event: Event) -> None:
        output.write(report.line_of(event, language))

    outcome = experiment.run(on_event=show)
    if outcome.error is not None:
        output.say("error", text=report.error(outcome.error, experiment.program.filename, language) + "\n")
    output.say("output", text=report.ledger(outcome.trace, experiment.intents(outcome), language) + "\n")
    return outcome.ended


def _explore(asked: dict[str, Any], output: _Output, language: Language) -> bool:
    """Try every fault; each new way of failing is sent as soon as it is found, the report at the end."""
    from durable_lab.readers.checks import violated
    from durable_lab.report import as_text

    experiment = _experiment(asked)
    found: Exploration | None = None
    known: set[tuple[object, ...]] = set()
    for found in experiment.explore(asked.get("faults", "crashes"), pairs=bool(asked.get("pairs"))):
        output.say("progress", done=len(found.runs), total=found.total)
        plan, verdicts = ("", found.baseline_verdicts)
        if found.runs:
            plan, verdicts = found.runs[-1].plan, found.runs[-1].verdicts
        for verdict in violated(verdicts):
            if verdict.way not in known:
                known.add(verdict.way)
                output.say("finding", check=verdict.check, text=verdict.text(language), plan=plan)
    assert found is not None
    output.write(as_text(found, experiment.program.filename, language) + "\n")
    return True  # the exploration is done, whatever it found


def _view(asked: dict[str, Any], output: _Output) -> bool:
    """Run the file once, recorded; send what the lab draws."""
    from durable_lab.kernel.machine.recording import Recorder
    from durable_lab.readers.view import view

    experiment = _experiment(asked)
    recorder = Recorder(experiment.program.filename)
    outcome = experiment.run(on_event=recorder)
    topology = asked.get("topology") or experiment.topology.key
    drawn = view(outcome.trace, topology, recorder.recording, experiment.intents(outcome))
    output.say("view", view=drawn)
    return outcome.ended


def _experiment(asked: dict[str, Any]) -> Experiment:
    """The file with the options of the request, held against the intents of its scenario if that declares any."""
    declared = _declared(asked["scenario"]) if "scenario" in asked else None
    return Experiment(asked["source"], asked["file"], _options(asked), declared)


def _declared(key: str) -> Intents | None:
    from durable_lab.casebook import scenario

    return scenario(key).declared


def _options(asked: dict[str, Any]) -> Options:
    """The file's own options, and those of the request in their place."""
    given = asked.get("options", {})
    told = argparse.Namespace(
        input=json.dumps(given["input"]) if "input" in given else None,
        answer=given.get("answer"),
        seed=given.get("seed"),
        fault=[asked["plan"]] if "plan" in asked else None,
    )
    return options_of(asked["source"], told)
