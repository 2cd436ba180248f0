"""Programs as people write them, in the style of the engines' documentation and of public reports.

`NAME.real` is what the engine printed. `known.txt` says of each what the simulator makes of it today: that it prints
the same, that it refuses (and what), that it differs (and where). `ignored.txt` says what of a case is not compared.
"""

from __future__ import annotations

import re
import uuid
from pathlib import Path

from durable_lab.experiment import Experiment, Options
from durable_lab.words.messages import LabError
from tests.engines.expected import first, matches
from tests.engines.live import HERE, Engines

CASES = HERE / "cases"
FILES = {
    f"{engine}/{path.stem}": path
    for engine in ("langgraph", "temporal")
    for path in sorted((CASES / engine).glob("*.py"))
}
KNOWN = CASES / "known.txt"

NEVER_THE_SAME = re.compile(r"(?<=0x)[0-9a-f]+|\b[0-9a-f]{32}\b")
"""Addresses of objects, and ids that are random on the engine."""


def recorded(name: str) -> str:
    """What the engine printed, with its alternatives."""
    return FILES[name].with_suffix(".real").read_text(encoding="utf-8")


def table(path: Path) -> dict[str, str]:
    """A file of lines `name: text`; a line that begins with # is a remark."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [line.partition(": ") for line in lines if line and not line.startswith("#")]
    return {name: text for name, _, text in rows}


IGNORED = table(CASES / "ignored.txt")
"""Of a case: the pattern of what is not compared. `history` stands for the order of the events of histories."""


def comparable(name: str, printed: str) -> str:
    """What a case printed, less what is not compared."""
    text = NEVER_THE_SAME.sub("~", printed)
    if (ignored := IGNORED.get(name)) == "history":
        text = re.sub(r"(?<=history: ).*", lambda found: _counted(found[0]), text)
    elif ignored:
        text = re.sub(ignored, "~", text, flags=re.MULTILINE)
    return "".join(f"{line.rstrip()}\n" for line in text.strip().splitlines())


def _counted(events: str) -> str:
    """Events in no order, less the workflow tasks: how many decisions there are depends on what came between."""
    return " ".join(sorted(event for event in events.split() if not event.startswith("WORKFLOW_TASK_")))


def fits(name: str, expected: str, printed: str) -> bool:
    """Whether the recording of a case allows what was printed."""
    return matches(comparable(name, expected), comparable(name, printed))


def real(name: str, engines: Engines) -> str:
    """What the engine prints today: under a name of its own on the server, and with seconds for days."""
    own = f"r{uuid.uuid4().hex[:12]}"
    source = FILES[name].read_text(encoding="utf-8")
    source = source.replace('RUN = "r"', f'RUN = "{own}"').replace("DAY = 86400.0", "DAY = 1.0")
    return engines.run_once(source).output.replace(own, "r")


def state(name: str) -> str:
    """What the simulator makes of a case, in one line."""
    source = FILES[name].read_text(encoding="utf-8")
    try:
        outcome = Experiment(source, FILES[name].name, Options()).run()
    except LabError as error:
        return f"refused: {_line(error)}"
    except SyntaxError as error:
        return f"refused: {_line(error)}"
    printed = "".join(str(event.payload["text"]) for event in outcome.trace.select("print"))
    if fits(name, recorded(name), printed):
        return "same"
    if isinstance(outcome.error, LabError):
        return f"refused: {_line(outcome.error)}"
    if outcome.error is not None:
        return f"crashes: {type(outcome.error).__name__}: {_line(outcome.error)}"
    return f"differs: {_difference(name, printed)}"


def _line(error: BaseException) -> str:
    return NEVER_THE_SAME.sub("~", " ".join(str(error).split()))[:160]


def _difference(name: str, printed: str) -> str:
    """The first line that differs, from where it does."""
    said = [*comparable(name, printed).splitlines(), "nothing"]
    wanted = [*comparable(name, first(recorded(name))).splitlines(), "nothing"]
    number = next(n for n, (a, b) in enumerate(zip(said, wanted, strict=False)) if a != b)
    a, b = said[number], wanted[number]
    start = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    start = max(0, start - 20)
    return f"line {number + 1}: {a[start : start + 60]!r}, on the engine {b[start : start + 60]!r}"


def states() -> str:
    """What stands in `known.txt`, as it is today."""
    return "".join(f"{name}: {state(name)}\n" for name in FILES)
