"""An exploration as a page shows it: what goes wrong, and just after what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from durable_lab import session
from durable_lab.report import as_shown
from durable_lab.report.shown import MOST_WAYS, Shown
from durable_lab.session import Request
from durable_lab.words.messages import Language

IMPORT = "from durable_lab import world\n"
ONCE = IMPORT + "world.call('pay', order='A-1', key='k')\n"
TWICE = IMPORT + "world.call('pay', order='A-1')\nprint('paid')\n"


def shown(source: str, language: Language = "en", **asked: Any) -> Shown:
    request = replace(Request(source, "file.py"), **asked)
    *_, last = session.explore(request)
    return as_shown(last.found, "file.py", session.view(replace(request, plan="")).view, language)


def test_what_goes_wrong_comes_with_what_had_just_happened_and_its_line() -> None:
    (wrong,) = shown(TWICE)["wrong"]
    assert wrong["what"] == "pay(A-1) was done 2 times, wanted 1"
    assert wrong["when"].startswith("Crashed just after: The callee does pay(A-1)")
    assert wrong["when"].endswith("(line 2) · 2 of 3 places")
    assert wrong["plan"] == "crash at effect:pay#1.applied"


def test_in_chinese_as_well() -> None:
    found = shown(TWICE, "zh")
    assert found["short"] == "✗ 3 处崩溃里有 2 处出错：pay(A-1) 执行了 2 次，应为 1 次"
    assert found["wrong"][0]["when"].endswith("（第 2 行） · 3 处里有 2 处这样")


@pytest.mark.parametrize(
    ("source", "holds", "short"),
    [
        (ONCE, True, "✓ 3 crash places: after every plan, each effect happened exactly as often as wanted"),
        (TWICE, False, "✗ 2 of 3 crash places fail: pay(A-1) was done 2 times, wanted 1"),
        ("print('nothing')\n", None, "– No effect to count: nothing was exercised"),
        (
            IMPORT + "world.intend('pay', {'order': 'A-1'})\nworld.call('pay', order='A-2')\n",
            False,
            "✗ wrong even without a crash: pay(A-2) was done, and nobody wanted it",
        ),
    ],
)
def test_the_verdict_in_one_line(source: str, holds: bool | None, short: str) -> None:
    found = shown(source)
    assert (found["holds"], found["short"]) == (holds, short)


def test_what_is_no_single_crash_is_told_by_its_plan() -> None:
    wrong = shown(TWICE, faults="all")["wrong"]
    assert {one["plan"].split()[0]: one["when"].split(" · ")[0] for one in wrong}["lose"].startswith("lose ")


def test_only_so_many_ways_are_shown_and_the_others_are_counted() -> None:
    found = shown(IMPORT + "".join(f"world.call('pay{n}')\n" for n in range(MOST_WAYS + 2)))
    assert len(found["wrong"]) == MOST_WAYS
    assert "and 2 more ways" in found["notes"]


def test_the_checks_stand_with_what_they_ask_in_the_log() -> None:
    log = shown(TWICE)["log"]
    assert "✗ once: nothing is done more often than wanted" in log
    assert any(line.startswith("– not exercised: ") for line in log)
