"""The callee's side: its ledger, and how it treats keys."""

from __future__ import annotations

import pytest

from durable_lab.words.messages import LabError
from tests.support import run_text, run_well

HEAD = "import time\nfrom durable_lab import world\n"


def test_a_key_that_comes_again_gives_the_first_receipt_and_does_nothing() -> None:
    ran = run_well(HEAD + "print(world.call('a', n=1, key='k'), world.call('a', n=1, key='k'))\n")
    assert ran.lines == ["a-1 a-1"]
    assert ran.done == {"a": 1}
    assert [e.phase for e in ran.trace.select("effect")][-3:] == ["requested", "recognised", "returned"]


def test_without_a_key_a_repetition_is_done_again() -> None:
    ran = run_well(HEAD + "print(world.call('a', n=1), world.call('a', n=1))\n")
    assert ran.lines == ["a-1 a-2"]
    assert ran.done == {"a": 2}


def test_the_same_key_at_two_callees_is_two_effects() -> None:
    assert run_well(HEAD + "world.call('a', key='k'); world.call('b', key='k')\n").done == {"a": 1, "b": 1}


def test_a_key_survives_the_process_that_made_it() -> None:
    source = HEAD + "world.call('a', key='k')\n"
    assert run_well(source, "crash at effect:a#1.applied").done == {"a": 1}
    assert run_well(source.replace(", key='k'", ""), "crash at effect:a#1.applied").done == {"a": 2}


def test_a_key_made_again_in_each_attempt_helps_nothing() -> None:
    source = HEAD + "import uuid\nworld.call('a', key=str(uuid.uuid4()))\n"
    assert run_well(source, "crash at effect:a#1.applied").done == {"a": 2}


TWICE = """
world.callee("a", {profile})
print(world.call("a", n=1, key="k"))
time.sleep({sleep})
try:
    print(world.call("a", n={n}, key="k"))
except world.CallFailed as error:
    print(error)
print([(e.arguments["n"], e.key, e.recognised, e.receipt) for e in world.ledger("a")], len(world.ledger()))
"""


@pytest.mark.parametrize(
    ("profile", "sleep", "n", "second", "ledger"),
    [
        ("", 0, 1, "a-1", [(1, "k", 1, "a-1")]),
        ("honours_keys=False", 0, 1, "a-2", [(1, "k", 0, "a-1"), (1, "k", 0, "a-2")]),
        ("expires_after=3600.0", 3599, 1, "a-1", [(1, "k", 1, "a-1")]),
        ("expires_after=3600.0", 3601, 1, "a-2", [(1, "k", 0, "a-1"), (1, "k", 0, "a-2")]),
        ("", 0, 2, "a refused: key k was used with other arguments", [(1, "k", 0, "a-1")]),
        (
            "other_arguments='refuse'",
            0,
            2,
            "a refused: key k was used with other arguments",
            [(1, "k", 0, "a-1")],
        ),
        ("other_arguments='first'", 0, 2, "a-1", [(1, "k", 1, "a-1")]),
        ("expires_after=3600.0", 3601, 2, "a-2", [(1, "k", 0, "a-1"), (2, "k", 0, "a-2")]),
    ],
)
def test_a_profile(profile: str, sleep: int, n: int, second: str, ledger: list[object]) -> None:
    ran = run_well(HEAD + TWICE.format(profile=profile, sleep=sleep, n=n))
    assert ran.lines == ["a-1", second, f"{ledger} {len(ledger)}"]


def test_a_refusal_is_an_event_of_the_callee() -> None:
    ran = run_text(HEAD + "world.call('a', n=1, key='k')\nworld.call('a', n=2, key='k')\n")
    assert isinstance(ran.error, LabError)
    assert ran.error.code == "other-arguments"
    assert "effect:a#2.refused" in ran.points


def test_the_arguments_are_a_copy_and_plain() -> None:
    ran = run_well(HEAD + "data = [1]\nworld.call('a', data=data, tags={'y', 'x'})\ndata.append(2)\n")
    requested = next(ran.trace.select("effect", "requested"))
    assert requested.payload["arguments"] == {"data": [1], "tags": ["x", "y"]}
    assert requested.payload["business"] == "[1], ['x', 'y']"


def test_the_model_answers_and_each_question_is_an_exchange() -> None:
    ran = run_well(HEAD + "print(world.model('why?'))\n")
    assert ran.lines == ["answer to: why?"]
    assert [(e.phase, e.edge) for e in ran.trace.select("model")] == [
        ("requested", "ask_model"),
        ("answered", "answer_model"),
    ]


def test_a_model_that_hangs_is_given_up_after_the_timeout() -> None:
    source = HEAD + (
        "begin = time.time()\ntry:\n    world.model('why?', timeout=30)\n"
        "except world.CallTimedOut:\n    print(time.time() - begin)\n"
    )
    assert run_well(source, "hang model:model#1").lines == ["30.0"]


def test_an_effect_shows_its_unit_and_attempt_only_inside_one() -> None:
    ran = run_well(HEAD + "world.call('a')\n")
    requested = next(ran.trace.select("effect", "requested"))
    assert (requested.payload["unit"], requested.payload["attempt"]) == ("", 1)


def test_outside_of_a_machine_the_world_says_what_to_do() -> None:
    from durable_lab import world

    with pytest.raises(LabError) as caught:
        world.call("open_ticket")
    assert "world.call('open_ticket') needs the simulated machine" in caught.value.text("en")


SLOW = """
import asyncio
world.callee("pay", takes=10.0, {profile})
async def pay(after, key="k", n=1):
    await asyncio.sleep(after)
    try:
        return await world.acall("pay", n=n, key=key)
    except world.CallFailed as error:
        return error.code
async def main():
    print(*await asyncio.gather({calls}), round(asyncio.get_running_loop().time(), 1))
asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("profile", "calls", "line", "done"),
    [
        ("", "pay(0)", "pay-1 10.1", 1),
        ("", "pay(0), pay(5)", "pay-1 in-flight 10.1", 1),
        ("in_flight='wait'", "pay(0), pay(5)", "pay-1 pay-1 10.1", 1),
        ("in_flight='wait'", "pay(0), pay(5, n=2)", "pay-1 other-arguments 10.1", 1),
        ("in_flight='wait', other_arguments='first'", "pay(0), pay(5, n=2)", "pay-1 pay-1 10.1", 1),
        ("", "pay(0), pay(11)", "pay-1 pay-1 11.1", 1),
        ("", "pay(0), pay(5, key='other')", "pay-1 pay-2 15.1", 2),
        ("", "pay(0, key=None), pay(5, key=None)", "pay-1 pay-2 15.1", 2),
        ("honours_keys=False", "pay(0), pay(5)", "pay-1 pay-2 15.1", 2),
    ],
)
def test_a_callee_takes_its_time_and_a_key_may_come_again_meanwhile(
    profile: str, calls: str, line: str, done: int
) -> None:
    ran = run_well(HEAD + SLOW.format(profile=profile, calls=calls))
    assert ran.lines == [line]
    assert ran.done == {"pay": done}


def test_who_died_while_it_was_served_may_meet_its_own_request() -> None:
    source = HEAD + "world.callee('pay', takes=10.0)\nprint(world.call('pay', key='k'))\n"
    ran = run_text(source, "crash process at effect:other#1.requested ; crash at effect:pay#1.applied")
    assert ran.done == {"pay": 1}
    killed = HEAD + (
        "import time\nworld.callee('pay', takes=10.0)\ntry:\n    print(world.call('pay', key='k', timeout=2))\n"
        "except world.CallTimedOut:\n    pass\ntry:\n    print(world.call('pay', key='k'))\n"
        "except world.CallFailed as error:\n    print(error)\n"
    )
    assert run_well(killed).lines == ["pay refused: the first request with key k is still being served"]
    assert [e.phase for e in run_well(killed).trace.select("effect")].count("applied") == 1


RETRIED = """
world.callee("pay", remembers_failures={remembers}, expires_after={expires})
for wait in (0, 10, 100):
    time.sleep(wait)
    try:
        print(world.call("pay", n=1, key={key}))
    except world.CallFailed as error:
        print("failed")
"""


@pytest.mark.parametrize(
    ("remembers", "key", "expires", "how", "lines", "done"),
    [
        (False, "'k'", None, "unapplied", ["failed", "pay-1", "pay-1"], 1),
        (False, "'k'", None, "applied", ["failed", "pay-1", "pay-1"], 1),
        (True, "'k'", None, "unapplied", ["failed", "failed", "failed"], 0),
        (True, "'k'", None, "applied", ["failed", "failed", "failed"], 1),
        (True, "'k'", 50, "unapplied", ["failed", "failed", "pay-1"], 1),
        (True, "str(wait)", None, "unapplied", ["failed", "pay-1", "pay-2"], 2),
        (True, "None", None, "unapplied", ["failed", "pay-1", "pay-2"], 2),
    ],
)
def test_a_callee_may_remember_that_it_failed(
    remembers: bool, key: str, expires: int | None, how: str, lines: list[str], done: int
) -> None:
    source = HEAD + RETRIED.format(remembers=remembers, key=key, expires=expires)
    ran = run_well(source, f"fail effect:pay#1 {how}")
    assert ran.lines == lines
    assert ran.done.get("pay", 0) == done


def test_a_refusal_and_a_stored_failure_say_why() -> None:
    source = HEAD + RETRIED.format(remembers=True, key="'k'", expires=None)
    ran = run_well(source, "fail effect:pay#1 unapplied")
    assert [e.payload for e in ran.trace.select("effect", "failed")] == [{}, *[{"why": "stored-failure"}] * 2]


def test_a_model_that_fails_says_so_and_may_be_asked_again() -> None:
    source = HEAD + (
        "for _ in range(2):\n    try:\n        print(world.model('p'))\n"
        "    except world.CallFailed as error:\n        print(error)\n"
    )
    ran = run_well(source, "fail model:model#1 unapplied")
    assert ran.lines == ["the model answered with an error: fail model:model#1 unapplied", "answer to: p"]
    assert [e.phase for e in ran.trace.select("model")] == ["requested", "failed", "requested", "answered"]
