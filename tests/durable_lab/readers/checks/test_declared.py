"""Intents that are declared: by a scenario, or by the program in `world.intend` and `world.withdraw`."""

from __future__ import annotations

import pytest

from durable_lab.kernel.outside.intents import identity_of
from durable_lab.readers.checks import Intents, Want, intents_of
from tests.durable_lab.readers.checks.judging import verdict
from tests.support import run_text

HEAD = "from durable_lab import world\n"
TWO = HEAD + "world.call('refund', order='A', key=1)\nworld.call('refund', order='B')\n"


def test_a_want_fits_calls_that_have_its_arguments_and_others() -> None:
    want = Want("refund", {"order": "A"})
    assert want.fits("refund", {"order": "A", "amount": 7})
    assert not want.fits("refund", {"order": "B"})
    assert not want.fits("other", {"order": "A"})
    assert not Want("refund", {"order": "A"}, exact=True).fits("refund", {"order": "A", "amount": 7})


def test_intents_are_how_often_by_business() -> None:
    wants = [Want("refund", {"order": "A"}, most=2), Want("mail")]
    intents = Intents(wants)
    assert dict(intents) == {("refund", '{"order": "A"}'): 2, ("mail", "{}"): 1}
    assert intents.of(identity_of("refund", {"order": "A", "n": 1})) is wants[0]
    assert intents.of(identity_of("refund", {"order": "B"})) is None
    assert intents[identity_of("refund", {"order": "A", "n": 1})] == 2
    assert ("refund", "{}") not in intents and bool(intents) and not Intents()
    assert intents == Intents(wants) and intents != Intents(wants[:1])


@pytest.mark.parametrize(
    ("want", "answer", "required"),
    [
        (Want("a"), None, 1),
        (Want("a", most=3), None, 3),
        (Want("a", most=3, required=2), "no", 2),
        (Want("a", approval="q"), None, 0),
        (Want("a", approval="q"), "no", 0),
        (Want("a", approval="q", most=2), "yes", 2),
        (Want("a", approval="q", required={"once": 1, "twice": 2}), "twice", 2),
        (Want("a", approval="q", required={"once": 1, "twice": 2}), "never", 0),
    ],
)
def test_how_often_it_must_be_done_depends_on_the_answer(
    want: Want, answer: str | None, required: int
) -> None:
    assert want.required_after(answer) == required


SENT = HEAD + "world.intend('refund', {'order': 'A'})\nworld.call('refund', order='A', key='k')\n"


def test_what_a_program_declares_comes_before_what_it_asks_for() -> None:
    assert dict(intents_of(run_text(SENT + "world.call('extra')\n").trace)) == {
        ("refund", '{"order": "A"}'): 1
    }
    assert intents_of(run_text(SENT).trace).declared
    assert not intents_of(run_text(TWO).trace).declared


def test_declared_again_after_a_crash_it_is_the_same_want() -> None:
    trace = run_text(SENT, "crash at effect:refund#1.applied").trace
    assert [e.phase for e in trace.select("intent")] == ["accepted"]
    assert verdict("once", SENT, "crash at effect:refund#1.applied") == ("holds", "")


def test_it_changes_nothing_that_the_program_does() -> None:
    plain = [e.point for e in run_text(SENT.replace("world.intend('refund', {'order': 'A'})\n", "")).trace]
    assert [e.point for e in run_text(SENT).trace if e.kind != "intent"] == plain


GHOST = HEAD + "{before}\nworld.call('refund', order='A')\n{after}\n"
INTEND, WITHDRAW = "world.intend('refund', {'order': 'A'})", "world.withdraw('refund', {'order': 'A'})"


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (INTEND, "", ("holds", "")),
        (INTEND, WITHDRAW, ("holds", "")),
        (f"{INTEND}; {WITHDRAW}; {INTEND}", "", ("holds", "")),
        ("", INTEND, ("violated", "ghost-early")),
        (f"{INTEND}; {WITHDRAW}", "", ("violated", "ghost-withdrawn")),
        ("world.intend('refund', {'order': 'B'})", "", ("violated", "ghost-unwanted")),
    ],
)
def test_a_ghost_was_not_wanted_when_it_was_asked_for(
    before: str, after: str, found: tuple[str, str]
) -> None:
    assert verdict("ghost", GHOST.format(before=before, after=after)) == found


def test_without_an_effect_there_is_no_ghost_to_see() -> None:
    assert verdict("ghost", HEAD + INTEND) == ("not exercised", "")


def test_what_was_withdrawn_is_not_lost() -> None:
    assert verdict("loss", HEAD + INTEND) == ("violated", "loss-too-few")
    assert verdict("loss", HEAD + INTEND + "\n" + WITHDRAW) == ("holds", "")


# -- lost, or given up for someone to see ---------------------------------------------------------------

CLAIM = """
from durable_lab import world
from durable_lab.queue_workers import JobStore, Queue

queue = Queue("refunds", lease=30, max_deliveries=3)
records = JobStore("records.db")

@queue.worker
def refund(message):
    if records.claim(message.body):
        world.call("refund", order=message.body)
    message.complete()

if __name__ == "__main__":
    queue.send("A")
    queue.run(workers=1)
"""


def test_claim_first_and_a_crash_before_the_effect_loses_it() -> None:
    assert verdict("loss", CLAIM, "crash at claim:A#1.stored") == ("violated", "loss-too-few")
    assert verdict("once", CLAIM, "crash at claim:A#1.stored") == ("holds", "")
    assert verdict("loss", CLAIM, "crash at complete:refunds#1.stored") == ("holds", "")


POISON = CLAIM.replace("if records.claim(message.body):", "if True:")


def test_what_went_to_the_dead_letters_is_not_lost() -> None:
    assert run_text(POISON, "fail effect:refund#1 unapplied x 3").done == {}
    assert verdict("loss", POISON, "fail effect:refund#1 unapplied x 3") == ("holds", "loss-told")
    wants = [Want("refund", {"order": "A"})]
    assert verdict("loss", POISON, "fail effect:refund#1 unapplied x 3", wants) == ("holds", "loss-told")
    assert verdict("loss", CLAIM, "crash at claim:A#1.stored", wants) == ("violated", "loss-too-few")


def test_nor_is_what_a_run_could_not_come_to() -> None:
    assert verdict("loss", POISON, "hang effect:refund#1") == ("not exercised", "")
