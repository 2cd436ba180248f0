"""Every mutant of the machine is noticed by its test, which says nothing against the machine as it is."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import pytest

from tests.durable_lab.mutants.substitution import Edit, applied
from tests.durable_lab.mutants.table import MUTANTS, Mutant


def check_of(mutant: Mutant) -> Callable[[], None]:
    module, _, name = mutant.test.partition(":")
    test = getattr(importlib.import_module(f"tests.durable_lab.{module}"), name)
    return lambda: test(*(a() if isinstance(a, type) else a for a in mutant.arguments))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: m.name)
def test_its_test_notices_it(mutant: Mutant) -> None:
    """An assertion of the test fails; a mutant that merely breaks down with another error is no mutant."""
    check = check_of(mutant)
    check()
    with applied(*mutant.edits), pytest.raises((AssertionError, pytest.fail.Exception)):
        check()
    check()


def test_names_are_told_apart() -> None:
    assert len({m.name for m in MUTANTS}) == len(MUTANTS)


def test_a_text_that_is_not_there_is_no_edit() -> None:
    with pytest.raises(AssertionError, match="must be worded anew"):
        applied(Edit("kernel.machine.loop:VirtualLoop.time", "no such text", "")).__enter__()


def test_an_edit_is_taken_back() -> None:
    from durable_lab.kernel.machine.loop import VirtualLoop

    loop = VirtualLoop()  # type: ignore[abstract]
    with applied(Edit("kernel.machine.loop:VirtualLoop.time", "return self.now", "return -1.0")):
        assert loop.time() == -1.0
    assert loop.time() == 0.0
