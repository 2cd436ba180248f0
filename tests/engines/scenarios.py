"""The scenarios' programs on the simulator and on the real LangGraph and Temporal, killed after each effect.

The client recovers as it does on the machine (`shim/durable_lab/client.py`); a workflow's worker is a process of its
own (`roles.py`). What is compared is how often each effect was done, counted at the callee.
"""

from __future__ import annotations

import itertools
import re
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

from durable_lab.casebook import SCENARIOS
from durable_lab.casebook.description import Variant
from durable_lab.experiment import Experiment, Options
from tests.engines.conformance import KILLED, counts, simulated_kill, well
from tests.engines.live import HERE, Engines

RECORDED = HERE / "scenarios.txt"
"""What the real engines gave: one line a program and place. With `or` between them, what they may give: of activities
or nodes that run at once, it is chance how many have reported when a kill comes. The simulator gives the first."""

STUCK = {"clock"}
"""Not here: once diverged, these wait for ever, on either side. `test_snippets_conformance` runs them to there."""

VARIANTS = {
    f"{scenario.key}/{variant.key}": (scenario.topology, variant)
    for scenario in SCENARIOS
    if scenario.topology in ("checkpointed_graph", "durable_workflow") and scenario.key not in STUCK
    for variant in scenario.variants
}

Kill = Callable[[str, str], dict[str, int] | None]
"""Runs a file's text with a kill and recovers it; None if it came to no such place."""


TELL = """

async def tell(id: str) -> None:
    from temporalio.api.enums.v1 import EventType

    client = await Client.connect("localhost:7233")
    async for event in client.get_workflow_handle(id).fetch_history_events():
        print(event.event_id, EventType.Name(event.event_type))


if __name__ == "__main__":
"""
"""What a workflow's program is made to do at its end: tell the histories of its runs."""


def telling(name: str) -> str:
    """A program that tells its histories too."""
    topology, variant = VARIANTS[name]
    if topology == "checkpointed_graph":
        return variant.source
    runs = dict.fromkeys(re.findall(r'\bid="([^"]*)"', variant.source))
    return variant.source + TELL + "".join(f'    asyncio.run(tell(id="{run}"))\n' for run in runs)


def simulated_telling(name: str) -> str:
    """What the simulator prints then."""
    trace = Experiment(telling(name), "file.py", Options()).run().trace
    return "".join(str(event.payload["text"]) for event in trace.select("print"))


def real_telling(name: str, engines: Engines) -> str:
    """What the engine prints then."""
    if VARIANTS[name][0] == "checkpointed_graph":
        return well(engines.run_once(telling(name))).output
    return well(engines.run_once(in_a_hurry(telling(name)), ROLE="client")).output


RACING = (HERE / "races.txt").read_text(encoding="utf-8")
"""Which histories race, and why."""


def tells_the_same(name: str, expected: str, told: str) -> bool:
    """Whether a program told what is expected; in no order where it races."""
    if f"\n{name}: " not in RACING:
        return told == expected
    return _without_tasks(told) == _without_tasks(expected)


def _without_tasks(told: str) -> list[str]:
    events = [line.partition(" EVENT_TYPE_")[2] or line for line in told.splitlines()]
    return sorted(event for event in events if not event.startswith("WORKFLOW_TASK_"))


def the_first(lines: list[str]) -> list[str]:
    """Lines with the first of what they allow."""
    return [line.partition(" or ")[0] for line in lines]


def allowed(expected: list[str], counted: list[str]) -> bool:
    """Whether each line counted is one that the recorded line allows."""
    pairs = list(zip(expected, counted, strict=False))
    return len(expected) == len(counted) and all(one in _allowed(line) for line, one in pairs)


def _allowed(line: str) -> list[str]:
    place, _, choice = line.partition(": ")
    return [f"{place}: {count}" for count in choice.split(" or ")]


def on_engine(name: str, engines: Engines) -> Kill:
    """How to run a program of that name on its engine."""
    if VARIANTS[name][0] == "checkpointed_graph":
        return lambda source, kill: _kill_graph(source, kill, engines)
    return lambda source, kill: _kill_worker(source, kill, engines)


def rows(name: str, run: Kill) -> Iterator[str]:
    """One line for the run without a kill, and one for a kill after each effect."""
    variant: Variant = VARIANTS[name][1]
    yield f"{name}, no kill: {counts(run(variant.source, '') or {})}"
    for number in itertools.count(1):
        done = run(variant.source, f"effect:{number}")
        if done is None:
            return
        yield f"{name}, killed after effect {number}: {counts(done)}"


def simulated(name: str) -> list[str]:
    """What the simulator gives."""
    return list(rows(name, simulated_kill))


def recorded(name: str) -> list[str]:
    """What the engine gave when it was recorded."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines() if RECORDED.exists() else []
    return [line for line in lines if line.startswith(f"{name}, ")]


def _kill_graph(source: str, kill: str, engines: Engines) -> dict[str, int] | None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        journal = str(folder / "journal")
        ran = well(engines.run(source, folder, KILL=kill, JOURNAL=journal), *([KILLED] if kill else []))
        if kill and ran.status == 0:
            return None
        return (well(engines.run(source, folder, JOURNAL=journal)) if kill else ran).ledger


def _kill_worker(source: str, kill: str, engines: Engines) -> dict[str, int] | None:
    done = well(engines.run_once(in_a_hurry(source), KILL=kill, ROLE="client")).ledger
    return None if kill and sum(done.values()) < int(kill.partition(":")[2]) else done


HURRY = {
    "seconds=30": "seconds=3",
    "sleep(60)": "sleep(4)",
    "hours=1": "seconds=4",
    "sleep(86400)": "sleep(15)",
    "sleep(2 * 86400)": "sleep(25)",
}
"""Seconds in place of days: no count depends on them. The server notices a lost worker within ten."""


def in_a_hurry(source: str) -> str:
    """The file with names of its own on the server, and little time."""
    own = uuid.uuid4().hex
    for old, new in {'"ops"': f'"{own}"', **HURRY}.items():
        source = source.replace(old, new)
    return re.sub(r'\bid="([^"]*)"', rf'id="{own}-\1"', source)
