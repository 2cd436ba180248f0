"""The ops assistant's tasks: one business on every topology, and what a key changes, and what only a topology does."""

from __future__ import annotations

import pytest

from durable_lab.casebook import SCENARIOS, Scenario, scenario
from durable_lab.casebook.outcomes import done, run
from durable_lab.topologies.signatures import SIGNATURES

TASKS = [s for s in SCENARIOS if s.kind == "task"]
TOPOLOGIES = tuple(SIGNATURES)
ONE_EACH = {"open_ticket": 1, "apply_change": 1, "send_notice": 1}


def questions(entry: Scenario, variant: str, preset: str) -> int:
    """How often the person was asked."""
    return sum(
        1 for _ in run(entry.variant(variant), entry.preset(preset).plan).select("person", "requested")
    )


@pytest.mark.parametrize("entry", TASKS, ids=lambda s: s.key)
def test_the_key_is_the_only_difference(entry: Scenario) -> None:
    if len(entry.variants) > 1:
        naive, keyed = (v.source for v in entry.variants)
        assert naive.count("\nKEYED = False\n") == 1
        assert naive.replace("\nKEYED = False\n", "\nKEYED = True\n") == keyed


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_a_crash_between_the_ticket_and_its_record_opens_two_and_the_key_makes_it_one(topology: str) -> None:
    entry = scenario(f"incident-{topology}")
    plan = entry.preset("crash-after-ticket").plan
    assert done(run(entry.variant("naive"), plan)) == {**ONE_EACH, "open_ticket": 2}
    assert done(run(entry.variant("keyed"), plan)) == ONE_EACH


def test_a_crash_after_the_notice_repeats_everything_in_the_loop_and_the_notice_alone_elsewhere() -> None:
    for topology in TOPOLOGIES:
        entry = scenario(f"incident-{topology}")
        repeated = {**ONE_EACH, "send_notice": 2}
        asked = 1
        if topology == "in_memory_loop":
            repeated, asked = dict.fromkeys(ONE_EACH, 2), 2
        assert done(run(entry.variant("naive"), entry.preset("crash-after-notice").plan)) == repeated
        assert questions(entry, "naive", "crash-after-notice") == asked
        assert questions(entry, "keyed", "crash-after-notice") == asked, "a key does not spare the person"
