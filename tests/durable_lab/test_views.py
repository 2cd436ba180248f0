"""Views: the state at each event as patches, the same as when it is computed from scratch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from durable_lab.experiment import Experiment
from durable_lab.explorer import crash_points
from durable_lab.kernel.faults import parse_plan
from durable_lab.kernel.trace import Trace
from durable_lab.views import View, view

ROOT = Path(__file__).resolve().parents[2]
SNIPPETS = sorted(ROOT.glob("snippets/*/*.py"))


def experiment_of(path: Path) -> Experiment:
    return Experiment(path.read_text(encoding="utf-8"), path.name)


def states(drawn: View) -> list[Any]:
    """The state after each event, as JavaScript computes it: from the text, by the rule of `Patch`."""
    drawn = json.loads(json.dumps(drawn))
    state: Any = drawn["start"]
    found = []
    for patches in drawn["patches"]:
        for path, value in patches:
            holder = state
            for key in path[:-1]:
                holder = holder[key]
            if value is None:
                del holder[path[-1]]
            elif isinstance(holder, list):
                holder[path[-1] : path[-1] + 1] = [value]
            else:
                holder[path[-1]] = value
        found.append(json.loads(json.dumps(state)))
    return found


def check(trace: Trace, topology: str) -> None:
    """Every prefix of a trace has the state that the whole trace has there."""
    whole = view(trace, topology)
    after = states(whole)
    assert len(after) == len(trace) == len(whole["events"]) == len(whole["say"]["zh"])
    for length in range(1, len(trace) + 1, max(1, len(trace) // 7)):
        part = view(Trace(trace.header, trace.events[:length]), topology, intents=None)
        assert _without_wanted(states(part)[-1]) == _without_wanted(after[length - 1])


def _without_wanted(state: Any) -> Any:
    for row in state["ledger"]:
        del row["wanted"], row["extra"]
    return state


@pytest.mark.parametrize("path", SNIPPETS, ids=lambda path: path.stem)
def test_patches_give_the_state_of_each_event(path: Path) -> None:
    experiment = experiment_of(path)
    calm = experiment.run(()).trace
    check(calm, experiment.topology.key)
    for point in crash_points(calm)[::5]:
        check(experiment.run(parse_plan(f"crash at {point}")).trace, experiment.topology.key)
