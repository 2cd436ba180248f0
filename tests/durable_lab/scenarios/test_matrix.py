"""The incident crashed at comparable places: the key decides about the effects, the topology about the rest."""

from __future__ import annotations

import pytest

from durable_lab.scenarios import scenario
from durable_lab.scenarios.matrix import PLACES, matrix
from durable_lab.scenarios.outcomes import run
from durable_lab.signatures import SIGNATURES

ORDER = [place.key for place in PLACES]
DURABLE = [key for key in SIGNATURES if key != "in_memory_loop"]


def counts(place: str, topology: str, variant: str = "naive") -> tuple[int, int, int]:
    """How often ticket, change and notice were done."""
    found = matrix()[place, topology, variant].counts
    return found.get("open_ticket", 0), found.get("apply_change", 0), found.get("send_notice", 0)


def test_every_crash_happens_and_every_run_ends() -> None:
    for cell in matrix().values():
        assert run(cell.variant, cell.plan).header["not_reached"] == []
        assert cell.ended
        assert cell.scenario is scenario(f"incident-{cell.scenario.topology}")


@pytest.mark.parametrize("topology", SIGNATURES)
def test_with_keys_each_effect_is_done_once_wherever_it_is_crashed(topology: str) -> None:
    for place in ORDER:
        assert counts(place, topology, "keyed") == (1, 1, 1)
        assert not matrix()[place, topology, "keyed"].doubled


@pytest.mark.parametrize("topology", DURABLE)
def test_without_keys_only_the_step_between_its_effect_and_its_record_is_done_again(topology: str) -> None:
    doubled = {
        place: counts(place, topology) for place in ORDER if matrix()[place, topology, "naive"].doubled
    }
    assert doubled == {
        "ticket-applied": (2, 1, 1),
        "change-applied": (1, 2, 1),
        "notice-applied": (1, 1, 2),
    }


def test_a_loop_repeats_everything_before_the_crash() -> None:
    found = {place: counts(place, "in_memory_loop") for place in ORDER}
    assert found["ticket-requested"] == (1, 1, 1)
    for place in ("ticket-applied", "ticket-over", "waiting", "answered"):
        assert found[place] == (2, 1, 1)
    for place in ("change-applied", "change-over"):
        assert found[place] == (2, 2, 1)
    for place in ("notice-applied", "notice-over"):
        assert found[place] == (2, 2, 2)


def test_only_the_loop_asks_the_person_again_and_a_key_does_not_spare_it() -> None:
    for (place, topology, _), cell in matrix().items():
        again = topology == "in_memory_loop" and ORDER.index(place) >= ORDER.index("waiting")
        assert cell.asked == (2 if again else 1)


@pytest.mark.parametrize("topology", DURABLE)
def test_with_keys_no_check_is_violated(topology: str) -> None:
    assert {cell.violated for (_, t, v), cell in matrix().items() if (t, v) == (topology, "keyed")} == {()}
