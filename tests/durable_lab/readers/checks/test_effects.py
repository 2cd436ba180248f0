"""Verdicts: what each check says of a trace, and that "nothing to check" is never green."""

from __future__ import annotations

import pytest

from durable_lab.experiment import Experiment
from durable_lab.kernel.trace import Trace
from durable_lab.readers.checks import (
    CHECKS,
    Intents,
    Status,
    Verdict,
    Want,
    applied,
    check,
    intents_of,
    judge,
    violated,
)
from durable_lab.report import as_markdown, as_text, failed
from durable_lab.words.messages import LANGUAGES, Language, say
from tests.support import graph, run_text

HEAD = "from durable_lab import world\n"


def status(verdicts: list[Verdict]) -> Status:
    (verdict,) = verdicts
    return verdict.status


def once_of(source: str, plan: str = "") -> list[Verdict]:
    return check("once", run_text(HEAD + source, plan).trace, intents_of(run_text(HEAD + source).trace))


def test_once_holds_without_a_crash() -> None:
    assert once_of("world.call('a', n=1); world.call('a', n=2)") == [Verdict("once", "holds")]


def test_once_is_violated_at_the_event_that_did_it_again() -> None:
    (verdict,) = once_of("world.call('a', n=1)", "crash at effect:a#1.applied")
    trace = run_text(HEAD + "world.call('a', n=1)", "crash at effect:a#1.applied").trace
    assert verdict.status == "violated"
    assert verdict.event is not None
    assert trace.events[verdict.event].point == "effect:a#2.applied"
    assert verdict.fields == {"name": "a", "arguments": "1", "count": 2, "wanted": 1}
    assert verdict.text("en") == "a(1) was done 2 times, wanted 1"
    assert verdict.text("zh") == "a(1) 执行了 2 次，应为 1 次"


def test_once_counts_at_the_callee_so_a_recognised_repetition_does_not_count() -> None:
    assert status(once_of("world.call('a', n=1, key='k')", "crash at effect:a#1.applied")) == "holds"


def of(name: str, source: str, plan: str = "") -> list[Verdict]:
    """The verdicts of one check on a run, held against the run without a fault."""
    return check(name, run_text(HEAD + source, plan).trace, intents_of(run_text(HEAD + source).trace))


def test_what_was_done_too_little_is_lost() -> None:
    source = "try:\n    world.call('a', n=1)\nexcept world.CallFailed:\n    pass\n"
    (verdict,) = of("loss", source, "fail effect:a#1 unapplied")
    assert (verdict.code, verdict.fields["count"]) == ("loss-too-few", 0)
    assert status(of("loss", source)) == "holds"
    assert status(of("once", source, "fail effect:a#1 unapplied")) == "holds"


def test_what_nobody_wanted_is_a_ghost() -> None:
    source = "try:\n    world.call('a', n=1)\nexcept world.CallFailed:\n    world.call('undo', n=1)\n"
    assert [v.code for v in of("ghost", source, "fail effect:a#1 applied")] == ["ghost-unwanted"]
    assert status(of("ghost", source)) == "holds"
    assert status(of("ghost", "pass")) == "not exercised"


def test_an_unfinished_run_is_not_blamed_for_what_it_has_not_done_yet() -> None:
    source = HEAD + "world.call('a'); world.call('b')"
    trace = run_text(source, "hang effect:a#1").trace
    intents = intents_of(run_text(source).trace)
    assert status(check("once", trace, intents)) == "holds"
    assert status(check("loss", trace, intents)) == "not exercised"
    assert status(check("ends", trace, Intents())) == "violated"


def test_nothing_to_check_is_not_exercised() -> None:
    trace = run_text("print('no effect')").trace
    verdicts = judge(trace, intents_of(trace))
    assert [v.check for v in verdicts] == list(CHECKS)
    assert {v.check: v.status for v in verdicts} == {
        **dict.fromkeys(CHECKS, "not exercised"),
        "ends": "holds",
    }
    assert status(check("ends", Trace({}), Intents())) == "not exercised"


def test_intents_are_of_one_attempt_at_each_unit() -> None:
    """A node that a question makes run twice wants its ticket once: without a crash it is wrong already."""
    source = graph("""
def ask(state):
    world.call("ticket")
    interrupt("?")
app = chain([ask])
app.invoke({"n": 1}, thread)
app.invoke(Command(resume="yes"), thread)
""")
    trace = run_text(source).trace
    assert dict(intents_of(trace)) == {("ticket", "{}"): 1}
    assert applied(trace) == {("ticket", "{}"): 2}
    assert [v.code for v in violated(judge(trace, intents_of(trace)))] == ["once-too-many"]


def test_an_effect_wanted_twice_is_wanted_twice() -> None:
    trace = run_text(HEAD + "world.call('a', n=1); world.call('a', n=1)").trace
    assert dict(intents_of(trace)) == {("a", '{"n": 1}'): 2}
    assert status(check("once", trace, intents_of(trace))) == "holds"


def test_the_key_is_no_part_of_the_business() -> None:
    trace = run_text(HEAD + "world.call('a', n=1, key='x'); world.call('a', n=1, key='y')").trace
    assert dict(intents_of(trace)) == {("a", '{"n": 1}'): 2}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("world.call('a', n=1)", "not exercised"),
        ("world.call('a', n=1, key='k')", "holds"),
        ("world.call('a', n=1, key='k'); world.call('a', n=1, key='k')", "holds"),
        ("world.call('a', n=1, key='k'); world.call('b', n=2, key='k')", "holds"),
        (
            "world.callee('a', other_arguments='first'); [world.call('a', n=n, key='k') for n in (1, 2)]",
            "violated",
        ),
    ],
)
def test_key(source: str, found: Status) -> None:
    assert status(check("key", run_text(HEAD + source).trace, Intents())) == found


def test_a_shared_key_names_both_intents() -> None:
    source = "world.callee('a', other_arguments='first')\nfor n in (1, 2):\n    world.call('a', order=n, key='k')\n"
    trace = run_text(HEAD + source).trace
    (verdict,) = check("key", trace, Intents())
    assert verdict.event is not None
    assert trace.events[verdict.event].point == "effect:a#2.requested"
    for language in LANGUAGES:
        assert all(word in verdict.text(language) for word in ("a", "k", "1", "2"))


@pytest.mark.parametrize(
    ("source", "plan", "found", "code"),
    [
        ("world.call('a')", "", "holds", ""),
        ("world.call('a')", "crash at effect:a#1.applied", "holds", ""),
        ("raise ValueError('no')", "", "violated", "ends-error"),
        ("world.call('a')", "hang effect:a#1", "violated", "ends-stuck"),
    ],
)
def test_ends(source: str, plan: str, found: Status, code: str) -> None:
    (verdict,) = check("ends", run_text(HEAD + source, plan).trace, Intents())
    assert (verdict.status, verdict.code) == (found, code)
    assert bool(verdict.text("en")) == bool(verdict.text("zh")) == (found == "violated")


RIVALS = """
import time
from durable_lab import world
from durable_lab.queue_workers import Queue
queue = Queue("jobs", lease=30)
@queue.worker
def work(message):
    world.call("work", job=message.body)
    time.sleep(40 if message.delivery_count == 1 else 0)
    message.complete()
if __name__ == "__main__":
    queue.send("a")
    queue.run(workers=2)
"""


@pytest.mark.parametrize(
    ("source", "plan", "says"),
    [
        (HEAD + "world.call('a')", "crash at effect:a#1.applied", "life 2 of process asked again"),
        (RIVALS, "", "worker-2 asked again: it can't see what worker-1 remembers"),
        (HEAD + "world.call('a'); world.call('a'); world.call('a')", "", ""),
    ],
)
def test_why_an_effect_was_done_again_is_said_where_the_trace_shows_it(
    source: str, plan: str, says: str
) -> None:
    """In the last program one life asked too often, of which memory could well have known."""
    trace = run_text(source, plan).trace
    asked = next(trace.select("effect", "requested"))
    wanted = Intents([Want(asked.name, asked.payload["arguments"])])
    (verdict,) = check("once", trace, wanted)
    assert verdict.code == "once-too-many"
    assert says in verdict.reason("en")
    assert bool(verdict.reason("zh")) == bool(says)


def test_the_same_key_again_is_the_same_effect_wanted_once() -> None:
    """A callee that is slower than the caller's patience: asked for three times, done once, and that is right."""
    source = (
        HEAD
        + """
world.callee("pay", takes=2.5, in_flight="wait")
while True:
    try:
        world.call("pay", key="k", timeout=1.0)
        break
    except world.CallTimedOut:
        pass
"""
    )
    assert status(of("loss", source)) == "holds"
    assert status(of("once", source)) == "holds"


TOLD = """
from durable_lab import world
from durable_lab.queue_workers import Queue
queue = Queue("q")
world.intend("refund", {"o": "A"})
@queue.worker
def work(message):
    message.dead_letter("no such account")
if __name__ == "__main__":
    queue.send("A")
    queue.run()
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_given_up_is_not_said_to_have_happened(language: Language) -> None:
    *_, found = Experiment(TOLD, "told.py").explore()
    assert not failed(found)
    for shown in (as_text(found, "told.py", language), as_markdown(found, "told.py", language)):
        assert say("explore-all-hold", language) not in shown
        assert say("explore-all-told", language)[:20] in shown
