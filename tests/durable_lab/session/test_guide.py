"""Guides: each plan in one is legal, canonical, and leads where its control says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from durable_lab import session
from durable_lab.casebook import SCENARIOS, Scenario, Variant
from durable_lab.explorer import crash_points
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.session import Request, Viewed
from durable_lab.session.moments import moments, state_at

PROGRAMS = [(one, variant) for one in SCENARIOS for variant in one.variants[::2]]


def viewed(variant: Variant, plan: str) -> Viewed:
    return session.view(Request(variant.source, variant.path, plan=plan))


def plans(view: Viewed) -> Iterator[str]:
    yield from (cut["plan"] for cut in view.guide.get("cuts", ()))
    yield from (plan for question in view.guide["questions"] for plan in question["plans"].values())


@pytest.mark.parametrize(("one", "variant"), PROGRAMS[::3], ids=lambda it: it.key)
def test_every_plan_is_canonical(one: Scenario, variant: Variant) -> None:
    for plan in ["", *(preset.plan for preset in one.presets)]:
        found = list(plans(viewed(variant, plan)))
        assert found == [plan_text(parse_plan(text)) for text in found]


@pytest.mark.parametrize(("one", "variant"), PROGRAMS, ids=lambda it: it.key)
def test_the_knife_falls_wherever_the_explorer_crashes(one: Scenario, variant: Variant) -> None:
    calm = viewed(variant, "")
    cuts = calm.guide["cuts"]
    assert [cut["plan"] for cut in cuts] == [f"crash at {point}" for point in crash_points(calm.ran.trace)]
    assert [calm.ran.trace.events[cut["at"]].point for cut in cuts] == crash_points(calm.ran.trace)
    struck = viewed(variant, cuts[len(cuts) // 2]["plan"])
    assert "cuts" not in struck.guide


ASKING = [(one, variant) for one, variant in PROGRAMS if "world.ask" in variant.source]


@pytest.mark.parametrize(("one", "variant"), ASKING, ids=lambda it: it.key)
def test_a_question_is_open_just_while_the_picture_says_so(one: Scenario, variant: Variant) -> None:
    calm = viewed(variant, "")
    asked = [any(p["state"] == "asked" for p in state["people"]) for state in moments(calm.view)]
    questions = calm.guide["questions"]
    assert questions
    for question in questions:
        assert all(asked[question["since"] : question["until"] + 1])
        assert list(question["plans"])[:4] == ["approve", "reject", "late", "never"]


@pytest.mark.parametrize(("one", "variant"), ASKING, ids=lambda it: it.key)
def test_each_answer_comes(one: Scenario, variant: Variant) -> None:
    for question in viewed(variant, "").guide["questions"]:
        for plan in question["plans"].values():
            assert viewed(variant, plan).ran.trace.header["not_reached"] == []


def test_an_answer_with_a_semicolon_is_one_fault() -> None:
    variant = next(variant for one, variant in ASKING if one.key == "incident-checkpointed_graph")
    crash = "crash at effect:open_ticket#1.applied"
    guide = viewed(variant, f'{crash} ; answer person:approve#1 "a ; b"').guide
    assert guide["questions"][0]["plans"]["reject"] == f"answer person:approve#1 no ; {crash}"
    assert guide["questions"][0]["plans"]["approve"] == crash


def test_other_code_is_spoken_of_only_where_a_version_is_deployed() -> None:
    source = "from durable_lab import world\nworld.call('a')\n"
    both = f"{source}# durable-lab: version v2\n{source}"
    deploy = "deploy v2 at effect:a#1.requested"
    crash = "crash at effect:a#1.requested"
    guides = [session.view(Request(both, "f.py", plan=plan)).guide for plan in (crash, f"{crash} ; {deploy}")]
    assert [guide.get("other_code") for guide in guides] == [None, crash]


def test_a_state_beyond_the_end_is_the_last() -> None:
    drawn = session.view(Request("print(1)\n", "file.py")).view
    assert state_at(drawn, 10_000) == state_at(drawn, len(drawn["events"]))
