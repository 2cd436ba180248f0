"""No test depends on how fast the machine is that runs it, and no run of any test has an event without words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from durable_lab.experiment import Experiment
from durable_lab.kernel.machine.simulation import Outcome
from durable_lab.kernel.outside.intents import intents_of
from durable_lab.kernel.trace import Trace
from durable_lab.readers.narration import Narrator
from durable_lab.story import Story
from tests.support import examples

settings.register_profile("here", deadline=None, max_examples=examples(50))
settings.load_profile("here")

HERE = Path(__file__).parent

MANY_RUNS = (
    "casebook/test_suitability.py",
    "corpus",
    "explorer/test_states.py",
    "properties",
    "readers/test_narration.py",
    "test_determinism.py",
)
"""Tests that run programs by the hundred: slow to measure, and what they reach is tested one by one elsewhere."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests by which the coverage of the simulator is measured (`make test`)."""
    assert all((HERE / name).exists() for name in MANY_RUNS), "a test that runs many programs has moved"
    for item in items:
        if item.path.is_relative_to(HERE):
            path = item.path.relative_to(HERE).as_posix()
            if not path.startswith(MANY_RUNS):
                item.add_marker("measured")


@pytest.fixture(autouse=True, scope="session")
def _every_event_is_narrated() -> Iterator[None]:
    run, heard = Experiment.run, set[tuple[object, ...]]()

    def run_and_listen(self: Experiment, *args: Any, **options: Any) -> Outcome:
        outcome = run(self, *args, **options)
        kinds = {(event.kind, event.phase, event.payload.get("type")) for event in outcome.trace}
        if not kinds <= heard:
            assert _silent(outcome.trace) == []
            heard.update(kinds)
        return outcome

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Experiment, "run", run_and_listen)
        yield


def _silent(trace: Trace) -> list[str]:
    """The points of events that nobody has worded: they want a sentence in the topology's `words.json`."""
    story = Story(intents_of(trace), trace.header)
    narrator = Narrator(story)
    found = []
    for event in trace:
        story.take(event)
        if not narrator.say(event)["en"]:
            found.append(event.point)
    return found
