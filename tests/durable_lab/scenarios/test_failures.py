"""The counts at the callee that the article's missions turn on: measured ones, on real engines, beside ours."""

from __future__ import annotations

import pytest

from durable_lab.checks import violated
from durable_lab.scenarios import scenario
from durable_lab.scenarios.outcomes import done, run
from tests.durable_lab.scenarios.exploring import explored

COUNTS = """
interrupt-prefix  naive     calm                 open_ticket 2  apply_change 1
interrupt-prefix  own-node  calm                 open_ticket 1  apply_change 1
interrupt-prefix  own-node  crash-after-ticket   open_ticket 2  apply_change 1
interrupt-prefix  key       crash-after-ticket   open_ticket 1  apply_change 1
interrupt-prefix  key       crash-while-waiting  open_ticket 1  apply_change 1
delivered-twice   naive     calm                 refund 1
delivered-twice   naive     crash-after-refund   refund 2
delivered-twice   claim     crash-after-refund   refund 1
delivered-twice   claim     crash-before-refund
delivered-twice   key       crash-after-refund   refund 1
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
