"""Changes of a plan: data in, the canonical plan out; never a cut in the middle of a text."""

from __future__ import annotations

from typing import Any

import pytest

from durable_lab import session
from durable_lab.casebook import scenario
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.options import sections
from durable_lab.session import Request
from durable_lab.session.changes import change_of
from durable_lab.words.messages import LabError

PROGRAM = scenario("incident-checkpointed_graph").variants[0]
CRASH = "crash at effect:open_ticket#1.applied"
ANSWER = 'answer person:approve#1 "a ; b"'
STEP = "person:approve#1"
CARRIER = "redeliver invoke:INC-7#2"


def amended(plan: str, **change: Any) -> Any:
    return session.amend(Request(PROGRAM.source, PROGRAM.path, plan=plan), change_of(change))


def test_the_knife_is_one_crash_in_place_of_all_else() -> None:
    result = amended(f"{ANSWER} ; {CRASH}", change="knife", point="effect:apply_change#1.applied")
    assert result["plan"] == "crash at effect:apply_change#1.applied"


def test_another_crash_leaves_the_rest() -> None:
    result = amended(f"{ANSWER} ; {CRASH}", change="crash", point="effect:apply_change#1.applied")
    assert result["plan"] == f"{ANSWER} ; crash at effect:apply_change#1.applied ; {CRASH}"


def test_a_result_says_what_each_fault_strikes_and_the_plan_without_it() -> None:
    assert amended(f"{CRASH} ; skew runner by 2h ; {ANSWER}", change="other-code")["faults"] == [
        {"fault": ANSWER, "at": STEP, "without": f"{CRASH} ; skew runner by 2h"},
        {"fault": CRASH, "at": "effect:open_ticket#1.applied", "without": f"{ANSWER} ; skew runner by 2h"},
        {"fault": "skew runner by 2h", "at": "", "without": f"{ANSWER} ; {CRASH}"},
    ]


@pytest.mark.parametrize("fault", [ANSWER, CRASH, "crash after open_ticket"])
def test_a_fault_is_removed_however_it_is_written(fault: str) -> None:
    rest = {ANSWER: CRASH}.get(fault, ANSWER)
    assert amended(f"{ANSWER} ; {CRASH}", change="without", fault=fault)["plan"] == rest


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        ("approve", ""),
        ("reject", f"answer {STEP} no"),
        ("late", f"delay reply {STEP} until 3d"),
        ("never", f"hang {STEP}"),
        ("twice", CARRIER),
    ],
)
@pytest.mark.parametrize("before", [ANSWER, f"hang {STEP}", CARRIER, f"delay reply {STEP} until 2d", ""])
def test_a_reply_stands_in_place_of_every_other(how: str, fault: str, before: str) -> None:
    plan = plan_text(parse_plan(f"{CRASH} ; {before}" if before else CRASH))
    expected = plan_text(parse_plan(f"{CRASH} ; {fault}" if fault else CRASH))
    assert amended(plan, change="reply", step=STEP, how=how)["plan"] == expected


def test_a_reply_to_one_question_leaves_what_was_answered_before_and_a_crash_at_it() -> None:
    others = f"crash at {STEP}.requested ; hang {STEP}"
    result = amended(others, change="reply", step="person:approve#2", how="reject")
    assert result["plan"] == f"answer person:approve#2 no ; {others}"
    assert amended(others, change="reply", step=STEP, how="approve")["plan"] == f"crash at {STEP}.requested"


@pytest.mark.parametrize("text", ["a ; b", "no", 'say "yes"', "批准", "crash at x", ""])
def test_a_person_may_say_anything(text: str) -> None:
    plan = amended(f"{CRASH} ; {ANSWER}", change="say", step=STEP, text=text)["plan"]
    said, crash = parse_plan(plan)
    assert (getattr(said, "value", None), str(crash)) == (text, CRASH)


def test_what_a_client_sent_is_sent_again() -> None:
    assert amended(ANSWER, change="send-again", step="invoke:INC-7#2")["plan"] == f"{ANSWER} ; {CARRIER}"


def test_other_code_runs_under_all_but_the_deployment() -> None:
    deployed = f"deploy v2 at {STEP}.requested ; stop runner at {STEP}.requested"
    source = f"{PROGRAM.source}\n# durable-lab: version v2\n{PROGRAM.source}"
    request = Request(source, PROGRAM.path, plan=f"{ANSWER} ; {deployed}")
    result = session.amend(request, change_of({"change": "other-code"}))
    assert result["plan"] == f"{ANSWER} ; stop runner at {STEP}.requested"


def test_a_change_that_names_no_place_is_refused() -> None:
    with pytest.raises(LabError, match="Can't read this fault plan"):
        amended("", change="knife", point="nowhere")


# -- deployments ----------------------------------------------------------------------------------------------


NEW = "from durable_lab import world\nworld.call('ring')\n"


def test_a_deployment_is_a_second_version_and_what_brings_it_in() -> None:
    plan = f"{ANSWER} ; {CRASH}"
    (asked,) = session.view(Request(PROGRAM.source, PROGRAM.path, plan=plan)).guide["questions"]
    result = amended(plan, change="deploy", at=asked["since"], code=NEW)
    assert result["plan"].startswith(f"{ANSWER} ; {CRASH} ; deploy edited at ")
    point = result["plan"].rpartition(" ")[2]
    assert result["plan"].endswith(f"deploy edited at {point} ; stop runner at {point}")
    assert sections(result["source"])[1]["edited"].strip() == NEW.strip()
    ran = session.run(Request(result["source"], PROGRAM.path, plan=result["plan"]))
    assert ran.trace.header["not_reached"] == []
    assert [e.name for e in ran.trace.select("effect", "applied")][-1] == "ring"


def test_a_second_deployment_takes_the_place_of_the_first() -> None:
    first = amended("", change="deploy", at=9, code="print(1)\n")
    request = Request(first["source"], PROGRAM.path, plan=first["plan"])
    whole = first["source"].replace("print(1)", "print(2)")  # the editor shows the file with its version
    second = session.amend(request, change_of({"change": "deploy", "at": 9, "code": whole}))
    assert second["plan"] == first["plan"]
    assert second["source"] == whole


def test_at_the_beginning_it_is_deployed_at_the_first_step() -> None:
    events = session.view(Request(PROGRAM.source, PROGRAM.path, plan="")).view["events"]
    first = next(event["point"] for event in events if "point" in event)
    assert amended("", change="deploy", at=0, code="pass\n")["plan"] == f"deploy edited at {first}"


def test_a_run_without_a_step_has_no_place_for_it() -> None:
    change = change_of({"change": "deploy", "at": 0, "code": "pass\n"})
    with pytest.raises(LabError, match="Can't read this fault plan"):
        session.amend(Request("print('quiet')\n", "file.py"), change)
