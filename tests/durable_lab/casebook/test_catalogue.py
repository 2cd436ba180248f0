"""What holds of every scenario, whatever it is about."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from durable_lab import casebook, session
from durable_lab.casebook import SCENARIOS, Preset, Scenario, Variant, scenario
from durable_lab.casebook.outcomes import counted, request, run
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.topologies.signatures import SIGNATURES
from tests.durable_lab.casebook.exploring import explored

LINES = {"durable_workflow": 67}
"""The longest program, where its engine's names take more than a screen of 60 lines."""
VARIANTS = [(s, v) for s in SCENARIOS for v in s.variants]
PRESETS = [(s, p) for s in SCENARIOS for p in s.presets]


def _name(value: Scenario | Variant | Preset) -> str:
    return value.key


def test_keys_are_unique_and_found() -> None:
    keys = [s.key for s in SCENARIOS]
    assert len(set(keys)) == len(keys)
    assert [scenario(key) for key in keys] == list(SCENARIOS)
    with pytest.raises(KeyError):
        scenario("no such scenario")


def test_a_page_that_asks_for_a_failure_does_not_wait_for_the_tasks() -> None:
    asked = "from durable_lab.casebook import scenario; scenario('clock')"
    said = f"import sys; {asked}; print('durable_lab.casebook.tasks' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", said], text=True) == "False\n"
    with pytest.raises(AttributeError):
        casebook.NOTHING  # noqa: B018


@pytest.mark.parametrize("entry", SCENARIOS, ids=_name)
def test_a_scenario_is_whole(entry: Scenario) -> None:
    assert entry.topology in SIGNATURES
    for keyed in (entry.variants, entry.presets):
        keys = [one.key for one in keyed]
        assert keys
        assert len(set(keys)) == len(keys)
    with pytest.raises(KeyError):
        entry.variant("no such variant")
    with pytest.raises(KeyError):
        entry.preset("no such preset")


@pytest.mark.parametrize(("entry", "variant"), VARIANTS, ids=_name)
def test_a_program_says_what_it_shows_and_fits_a_screen(entry: Scenario, variant: Variant) -> None:
    assert variant.path == f"{entry.topology}/{entry.key}/{variant.key}.py"
    docstring = ast.get_docstring(ast.parse(variant.source))
    assert docstring is not None
    assert docstring.endswith((".", "?", "!"))
    lines = variant.source.splitlines()
    assert len(lines) <= LINES.get(entry.topology, 60)
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize(("entry", "variant"), VARIANTS, ids=_name)
def test_without_a_fault_it_ends_and_is_the_same_every_time(entry: Scenario, variant: Variant) -> None:
    outcome = session.run(request(variant, "")).outcome
    assert outcome.error is None
    assert outcome.ended
    assert outcome.trace.text() == run(variant, "").text()


@pytest.mark.parametrize(("entry", "preset"), PRESETS, ids=_name)
def test_a_preset_is_canonical_and_happens_in_a_variant(entry: Scenario, preset: Preset) -> None:
    assert plan_text(parse_plan(preset.plan)) == preset.plan
    assert any(not run(variant, preset.plan).header["not_reached"] for variant in entry.variants)


@pytest.mark.parametrize("entry", SCENARIOS, ids=_name)
def test_the_last_variant_holds_at_every_crash_point(entry: Scenario) -> None:
    found = explored(entry.variants[-1])
    assert found.points
    assert [run.plan for run in found.runs if not run.held] == []


@pytest.mark.parametrize("entry", [s for s in SCENARIOS if s.mission], ids=_name)
def test_a_mission_can_be_answered_and_names_the_number(entry: Scenario) -> None:
    mission = entry.mission
    assert mission is not None
    assert mission.question == mission.steps[0].question
    for step in mission.steps:
        plan = entry.preset(step.preset).plan
        assert run(entry.variant(step.variant), plan).header["not_reached"] == []
        assert counted(entry, mission, step) in step.choices
        assert sorted(set(step.choices)) == list(step.choices)
        assert "{count}" in step.explanation.zh
        assert "{count}" in step.explanation.en
    last = mission.steps[-1]
    assert entry.variant(last.variant) == entry.variants[-1], "a mission ends with the repair"
