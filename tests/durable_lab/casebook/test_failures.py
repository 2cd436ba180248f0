"""The counts at the callee that the article's missions turn on: measured ones, on real engines, beside ours."""

from __future__ import annotations

import pytest

from durable_lab.casebook import scenario
from durable_lab.casebook.outcomes import done, run
from durable_lab.kernel.trace import Trace
from durable_lab.readers.checks import violated
from tests.durable_lab.casebook.exploring import explored

COUNTS = """
restart           naive          calm                 apply_change 5
restart           naive          crash-after-third    apply_change 8
restart           journal        crash-after-third    apply_change 6
restart           key            crash-after-third    apply_change 5
restart           key            lost-reply           apply_change 5
model-hangs       naive          calm                 open_ticket 1
model-hangs       naive          model-hangs          open_ticket 3
model-hangs       naive          crash-after-ticket   open_ticket 2
model-hangs       call-timeouts  model-hangs          open_ticket 1
model-hangs       call-timeouts  crash-after-ticket   open_ticket 2
model-hangs       key            model-hangs          open_ticket 1
model-hangs       key            crash-after-ticket   open_ticket 1
interrupt-prefix  naive          calm                 open_ticket 2  apply_change 1
interrupt-prefix  own-node       calm                 open_ticket 1  apply_change 1
interrupt-prefix  own-node       crash-after-ticket   open_ticket 2  apply_change 1
interrupt-prefix  key            crash-after-ticket   open_ticket 1  apply_change 1
interrupt-prefix  key            crash-while-waiting  open_ticket 1  apply_change 1
store-down        naive          calm                 apply_change 4
store-down        naive          checkpoint-refused   apply_change 7
store-down        naive          store-down           apply_change 8
store-down        sync           checkpoint-refused   apply_change 4
store-down        sync           store-down           apply_change 5
store-down        sync           crash-after-second   apply_change 5
store-down        key            checkpoint-refused   apply_change 4
store-down        key            store-down           apply_change 4
store-down        key            crash-after-second   apply_change 4
delivered-twice   naive          calm                 refund 1
delivered-twice   naive          twice                refund 2
delivered-twice   claim          twice                refund 1
delivered-twice   key            twice                refund 1
delivered-twice   naive          crash-before-refund  refund 1
delivered-twice   naive          crash-after-refund   refund 2
delivered-twice   claim          crash-after-refund   refund 1
delivered-twice   claim          crash-before-refund
delivered-twice   key            crash-after-refund   refund 1
poison            naive          calm                 refund 3
poison            quorum         calm                 refund 4
poison            key            calm                 refund 1
poison            key            crash-after-refund   refund 1
lease-overrun     naive          calm                 refund 2
lease-overrun     renewed        calm                 refund 1
lease-overrun     renewed        crash-after-refund   refund 2
lease-overrun     renewed        paused               refund 2
lease-overrun     key            paused               refund 1
lease-overrun     key            calm                 refund 1
lease-overrun     key            crash-after-refund   refund 1
clock             naive          calm                 open_ticket 1
clock             naive          worker-restarts      open_ticket 1
clock             workflow-now   worker-restarts      open_ticket 1
activity-twice    naive          calm                 refund 1
activity-twice    naive          worker-dies          refund 2
activity-twice    activity-key   worker-dies          refund 1
activity-twice    business-key   worker-dies          refund 1
continued-runs    activity-key   calm                 refund 1
continued-runs    business-key   calm                 refund 3
continued-runs    business-key   worker-dies          refund 3
"""
ROWS = [line.split() for line in COUNTS.strip().splitlines()]


@pytest.mark.parametrize(("key", "variant", "preset", "counts"), [(*r[:3], r[3:]) for r in ROWS])
def test_effects_at_the_callee(key: str, variant: str, preset: str, counts: list[str]) -> None:
    entry = scenario(key)
    trace = run(entry.variant(variant), entry.preset(preset).plan)
    assert trace.header["not_reached"] == []
    assert done(trace) == {name: int(n) for name, n in zip(counts[::2], counts[1::2], strict=True)}


@pytest.mark.parametrize("key", sorted({row[0] for row in ROWS}))
def test_the_first_variant_fails_and_the_explorer_finds_it(key: str) -> None:
    found = explored(scenario(key).variants[0])
    assert found.failures or violated(found.baseline_verdicts)


def test_a_hung_model_leaves_three_tickets_and_no_answer_and_time_outs_of_calls_give_one() -> None:
    entry = scenario("model-hangs")
    plan = entry.preset("model-hangs").plan
    assert printed(run(entry.variant("naive"), plan)) == ["no answer, after 3 tries of 60 seconds"]
    for variant in ("call-timeouts", "key"):
        assert printed(run(entry.variant(variant), plan))[0].startswith("open_ticket-1: ")


def test_a_clock_in_a_branch_leaves_the_run_running_and_stuck() -> None:
    entry = scenario("clock")
    plan = entry.preset("worker-restarts").plan
    trace = run(entry.variant("naive"), plan)
    assert printed(trace) == ["after two days: RUNNING"]
    [stuck] = trace.select("workflow", "stuck")
    assert stuck.payload["why"].startswith(
        "[TMPRL1100] Nondeterminism error: Activity type of scheduled event"
    )
    assert printed(run(entry.variant("workflow-now"), plan)) == ["after two days: COMPLETED"]


def test_a_dead_letter_says_too_many_deliveries_unless_a_worker_says_why() -> None:
    entry = scenario("poison")
    assert printed(run(entry.variant("naive"), "")) == ["dead letter refunds-1: max deliveries exceeded"]
    said = ["dead letter refunds-1: rendering this receipt has killed two workers"]
    assert printed(run(entry.variant("key"), "")) == said


def test_a_paused_worker_is_refused_by_the_fenced_store_and_recognised_by_the_callee() -> None:
    entry = scenario("lease-overrun")
    plan = entry.preset("paused").plan
    trace = run(entry.variant("key"), plan)
    assert printed(trace) == ["delivery 1: Fenced"]
    assert [event.payload["receipt"] for event in trace.select("effect", "recognised")] == ["refund-1"]
    assert [event.process for event in trace.select("record", "stored")] == ["worker-2"]
    assert printed(run(entry.variant("renewed"), plan)) == ["delivery 1: the lock was lost"]


def printed(trace: Trace) -> list[str]:
    """The lines that a run printed."""
    return "".join(event.payload["text"] for event in trace.select("print")).splitlines()
