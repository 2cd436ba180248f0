"""Judge a program's run by one check, held against what it wants."""

from __future__ import annotations

from typing import Any

from durable_lab.checks import Intents, Verdict, Want, check, intents_of
from tests.support import run_text


def verdicts(
    name: str, source: str, plan: str = "", wants: list[Want] | None = None, **options: Any
) -> list[Verdict]:
    """The verdicts of one check on a run under a plan; against `wants`, else what the crash-free run wants."""
    intents = intents_of(run_text(source, **options).trace) if wants is None else Intents(wants)
    return check(name, run_text(source, plan, **options).trace, intents)


def verdict(
    name: str, source: str, plan: str = "", wants: list[Want] | None = None, **options: Any
) -> tuple[str, str]:
    """The status and the code of a check that says one thing; both languages have the sentence."""
    (found,) = verdicts(name, source, plan, wants, **options)
    if found.code:
        assert found.text("en") and found.text("zh") and found.text("en") != found.text("zh")
    return found.status, found.code
