"""What needs a person: approved before it is done, nothing held while it waits, told of afterwards."""

from __future__ import annotations

import json

import pytest

from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.readers.checks import Want
from durable_lab.readers.points import crash_points
from tests.durable_lab.readers.checks.judging import verdict
from tests.support import experiment, filled, graph

CLIENT = """
def apply(state):
    {before}
    world.call("apply", change={change}, key="k")

app = chain([apply])
{ask}
app.invoke({{"n": 1}}, thread)
"""


def program(ask: str, change: str = "'x'", before: str = "pass") -> str:
    return filled(CLIENT, ask=ask, change=change, before=before)


WANT = [Want("apply", approval="approve")]
ASK = "world.ask('approve', about={'change': 'x'})"


@pytest.mark.parametrize(
    ("source", "plan", "found"),
    [
        (program(ASK), "", ("holds", "")),
        (program(ASK), "crash at effect:apply#1.applied", ("holds", "")),
        (program("pass"), "", ("violated", "approved-unasked")),
        (program(ASK), "answer person:approve#1 no", ("violated", "approved-refused")),
        (program(ASK, change="'y'"), "", ("violated", "approved-changed")),
        (program("world.ask('approve', about={'ticket': 7})", change="'y'"), "", ("holds", "")),
        (program("world.ask('approve')", change="'y'"), "", ("holds", "")),
        (program("world.ask('other')"), "", ("violated", "approved-unasked")),
    ],
)
def test_approved(source: str, plan: str, found: tuple[str, str]) -> None:
    assert verdict("approved", source, plan, WANT) == found


def test_nothing_that_needs_an_approval_was_done() -> None:
    assert verdict("approved", program(ASK)) == ("not exercised", "")
    assert verdict("approved", "from durable_lab import world\nworld.ask('approve')\n", "", WANT) == (
        "not exercised",
        "",
    )


def test_an_approval_is_for_a_while() -> None:
    slow = program(ASK, before="import time; time.sleep(7200)")
    assert verdict("approved", slow, "", [Want("apply", approval="approve", valid_for=10_000)]) == (
        "holds",
        "",
    )
    assert verdict("approved", slow, "", [Want("apply", approval="approve", valid_for=3600)]) == (
        "violated",
        "approved-expired",
    )


def test_not_everyone_may_approve() -> None:
    wants = [Want("apply", approval="approve", approvers=("Ann",))]
    assert verdict("approved", program(ASK), "", wants) == ("violated", "approved-by-other")


def test_one_approval_is_for_one_effect_and_its_repetitions() -> None:
    twice = program("world.ask('approve')") + "world.call('apply', change='z')\n"
    wants = [Want("apply", most=9, approval="approve")]
    assert verdict("approved", twice, "", wants) == ("violated", "approved-reused")
    again = twice.replace("change='z'", "change='x'")
    assert verdict("approved", again, "", wants) == ("holds", "")


NEXT = """
def first(state):
    return {{"log": [{one}]}}
def second(state):
    return {{"log": [{two}]}}
def apply(state):
    if state["log"][-1] == "yes":
        world.call("apply", change="x", key="k")
app = chain([first, second, apply])
app.invoke({{"n": 1}}, thread)
for answer in ("yes", "no"):
    asked = app.get_state(thread).interrupts
    if asked:
        app.invoke(Command(resume={given}), thread)
"""
BARE, BY_ID = "answer", "{asked[0].id: answer}"
IN_TWO_NODES = ("interrupt('first')", "interrupt('second')")
IN_ONE_NODE = ("'–'", "(interrupt('first'), interrupt('second'))[1]")


@pytest.mark.parametrize(
    ("questions", "given", "found"),
    [
        (IN_TWO_NODES, BARE, ("violated", "approved-old")),
        (IN_TWO_NODES, BY_ID, ("not exercised", "")),
        (IN_ONE_NODE, BARE, ("violated", "approved-old")),
        (IN_ONE_NODE, BY_ID, ("violated", "approved-old")),
    ],
)
def test_an_answer_that_comes_twice_is_no_approval_of_the_next_question(
    questions: tuple[str, str], given: str, found: tuple[str, str]
) -> None:
    one, two = questions
    wants = [Want("apply", approval="second")]
    source = graph(filled(NEXT, one=one, two=two, given=given))
    assert verdict("approved", source, "", wants) == ("not exercised", "")
    assert verdict("approved", source, "redeliver invoke:t#2", wants) == found


def test_an_answer_that_recovery_sends_once_more_is_for_the_question_that_it_was_for() -> None:
    source = graph(filled(NEXT, one="'–'", two="interrupt('second')", given=BARE))
    points = crash_points(experiment(source).calm)
    assert len(points) > 15
    for crash in points:
        assert verdict("approved", source, f"crash at {crash}", [Want("apply", approval="second")]) == (
            "holds",
            "",
        )


AGENT = """
from durable_lab import world
from durable_lab.in_memory_loop import Client, Journal

journal = Journal("j.db")

def agent(request):
    answer = journal.get("answer")
    if answer is None:
        answer = world.ask("approve", about={{"change": "x"}})
        {record}
    if answer == "yes":
        receipt = world.call("apply", change="x", key="k")
        {note}

Client(deadline=1e7).send(agent, {{}})
"""
KEEPS = AGENT.format(record='journal.record("answer", answer)', note='journal.record("receipt", receipt)')
FORGETS = AGENT.format(record="pass", note="pass")


def test_an_agent_has_to_write_the_answer_down_first() -> None:
    assert verdict("approved", KEEPS, "", WANT) == ("holds", "")
    assert verdict("approved", FORGETS, "", WANT) == ("violated", "approved-unrecorded")


@pytest.mark.parametrize(
    ("answer", "told", "found"),
    [
        ("y", "not yet", "approved-unrecorded"),
        ("ok", "the token", "approved-unrecorded"),
        ("1", "step 21", "approved-unrecorded"),
        ("ok", "ann said ok", ""),
        ('no "buts"', 'no "buts"', ""),
        ("同意", "王工同意了", ""),
        (True, True, ""),
        ({"ok": "好"}, {"ok": "好"}, ""),
    ],
)
def test_a_part_of_another_word_tells_of_no_answer(answer: object, told: object, found: str) -> None:
    named = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    source = f"""
from durable_lab import world
from durable_lab.in_memory_loop import Client, Journal
world.people({{"approve": {answer!r}}})
world.intend("apply", {{}}, approval="approve", required={{{named!r}: 1}})
def agent(request):
    world.ask("approve")
    Journal("j.db").record("note", {told!r})
    world.call("apply", key="k")
Client(deadline=1e7).send(agent, {{}})
"""
    assert verdict("approved", source) == ("violated" if found else "holds", found)


def test_a_receipt_is_no_part_of_a_longer_one() -> None:
    source = """
from durable_lab import world
from durable_lab.in_memory_loop import Journal
world.intend("apply", audited=True)
receipt = world.call("apply", key="k")
Journal("j.db").record("receipt", receipt{})
"""
    assert verdict("audit", source.format("")) == ("holds", "")
    assert verdict("audit", source.format(" + '2'")) == ("violated", "audit-no-receipt")


THREADS = graph("""
def ask(state):
    if interrupt({"of": state["n"]}) == "yes":
        world.call("apply", of=state["n"], key=str(state["n"]))

app = chain([ask])
threads = [{"configurable": {"thread_id": f"thread {n}"}} for n in range(2)]
for n in range(2):
    world.intend("apply", {"of": n}, approval="ask")
    app.invoke({"n": n}, threads[n])
app.invoke(Command(resume="no"), threads[0])
app.invoke(Command(resume="yes"), threads[1])
""")


def test_an_answer_to_one_thread_answers_no_other() -> None:
    assert verdict("approved", THREADS) == ("holds", "")
    assert verdict("loss", THREADS) == ("holds", "")


def test_what_was_approved_is_lost_also_if_something_else_was_refused_later() -> None:
    source = """
from durable_lab import world
world.people({"approve": ["yes", "no"]})
for of in "ab":
    world.intend("apply", {"of": of}, approval="approve")
    world.ask("approve", about={"of": of})
"""
    assert verdict("loss", source) == ("violated", "loss-too-few")


def test_true_is_a_yes() -> None:
    """What most graphs are resumed with."""
    approved = INTERRUPTED.replace("ANSWER", "True").replace('== "yes"', "is True")
    assert verdict("approved", approved, "", [Want("apply", approval="ask")]) == ("holds", "")


INTERRUPTED = graph("""
def ask(state):
    if interrupt({"change": "x"}) == "yes":
        world.call("apply", change="x", key="k")

app = chain([ask])
app.invoke({"n": 1}, thread)
app.invoke(Command(resume=ANSWER), thread)
""")


@pytest.mark.parametrize(
    ("answer", "call", "found"),
    [
        ("'yes'", "'x'", ("holds", "")),
        ("'yes'", "'y'", ("violated", "approved-changed")),
        ("{app.get_state(thread).interrupts[0].id: 'yes'}", "'x'", ("holds", "")),
    ],
)
def test_the_answer_to_an_interrupt_is_a_decision_of_its_node(
    answer: str, call: str, found: tuple[str, str]
) -> None:
    source = INTERRUPTED.replace("ANSWER", answer).replace('change="x", key', f"change={call}, key")
    assert verdict("approved", source, "", [Want("apply", approval="ask")]) == found


SIGNALLED = """
import asyncio
from datetime import timedelta
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker
with workflow.unsafe.imports_passed_through():
    from durable_lab import world

@activity.defn
async def apply() -> str:
    return await world.acall("apply", change="x", key="k")

@workflow.defn
class Flow:
    said = ""

    @workflow.signal
    def approve(self, said: str) -> None:
        self.said = said

    @workflow.run
    async def run(self) -> None:
        {wait}
        await workflow.execute_activity(apply, start_to_close_timeout=timedelta(seconds=30))

async def main():
    client = await Client.connect("x")
    async with Worker(client, task_queue="q", workflows=[Flow], activities=[apply]):
        handle = await client.start_workflow(Flow.run, id="w", task_queue="q")
        await asyncio.sleep(86400)
        await handle.signal(Flow.approve, "yes")
        await handle.result()

if __name__ == "__main__":
    asyncio.run(main())
"""
WAITS = SIGNALLED.format(wait="await workflow.wait_condition(lambda: self.said)")


def test_a_signal_is_a_decision() -> None:
    wants = [Want("apply", approval="approve", audited=True)]
    assert verdict("approved", WAITS, "", wants) == ("holds", "")
    rash = SIGNALLED.format(wait="await asyncio.sleep(1)").replace(
        "await handle.signal", "return\n        await handle.signal"
    )
    assert verdict("approved", rash, "", wants) == ("violated", "approved-unasked")


# -- nothing held --------------------------------------------------------------------------------------


def killed(source: str) -> tuple[str, str]:
    """The verdict of the run that the explorer makes: everything killed while it waits for a person."""
    *_, found = experiment(source).explore()
    assert found.waiting is not None and found.waiting.reached
    (held,) = found.waiting.verdicts
    again = experiment(source).run(parse_plan(found.waiting.plan)).trace
    assert any(e.phase == "crashed" for e in again.select("process"))
    return held.status, held.code


def test_a_graph_and_a_workflow_hold_nothing_while_they_wait() -> None:
    assert killed(program(ASK)) == ("holds", "")
    assert killed(WAITS) == ("holds", "")


def test_a_graph_that_pauses_is_killed_when_its_answer_is_on_the_way() -> None:
    again = INTERRUPTED.replace("ANSWER", "'no'").replace(
        "app.invoke(Command", "app.invoke(Command(resume='what?'), thread)\napp.invoke(Command"
    )
    for source in (INTERRUPTED.replace("ANSWER", "'yes'"), again):
        *_, found = experiment(source).explore()
        assert found.waiting is not None and found.waiting.plan == "crash runner at invoke:t#2.resumed"
        assert killed(source) == ("holds", "")


def test_a_question_that_is_asked_until_it_is_accepted_is_not_asked_twice() -> None:
    source = program(
        "world.people({'approve': ['no', 'yes']})\nwhile world.ask('approve') != 'yes':\n    pass"
    )
    assert killed(source) == ("holds", "")


def test_a_loop_that_waits_in_its_process_asks_again() -> None:
    assert killed(KEEPS) == ("violated", "held-asked-again")


def test_what_was_done_before_the_question_is_done_again() -> None:
    source = graph("""
def ask(state):
    world.call("ticket")
    interrupt("?")

app = chain([ask])
app.invoke({"n": 1}, thread)
app.invoke(Command(resume=world.ask("approve")), thread)
""")
    want = [Want("ticket")]
    assert verdict("held", source, "crash runner at person:approve#1.requested", want) == (
        "violated",
        "held-repeated",
    )


def test_a_pause_in_memory_is_gone() -> None:
    source = graph("""
def ask(state):
    if interrupt("?") == "yes":
        world.call("done")

app = chain([ask], InMemorySaver())
app.invoke({"n": 1}, thread)
answer = world.ask("approve")
app.invoke(Command(resume=answer), thread)
""")
    assert killed(source) == ("violated", "held-not-gone-on")


QUEUE = """
from durable_lab import world
from durable_lab.queue_workers import JobStore, Queue

queue = Queue("q", lease=30)

@queue.worker
def handle(message):
    {wait}
    world.call("a", n=message.body, key="k")
    message.complete()

if __name__ == "__main__":
    world.people({{"approve": "yes@10s"}})
    queue.send(1)
    {ask}
    queue.run(workers=1)
"""


def test_a_worker_that_asks_holds_its_lease() -> None:
    asks = QUEUE.format(wait="world.ask('approve')", ask="pass")
    assert verdict("held", asks) == ("violated", "held-lease")
    assert verdict("held", QUEUE.format(wait="pass", ask="world.ask('approve')")) == ("not exercised", "")


def test_a_run_in_which_nobody_is_killed_while_it_waits_says_nothing() -> None:
    assert verdict("held", program(ASK)) == ("not exercised", "")
    assert verdict("held", program("pass")) == ("not exercised", "")


# -- audit ---------------------------------------------------------------------------------------------

AUDITED = [Want("apply", approval="approve", audited=True)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (KEEPS, ("holds", "")),
        (FORGETS, ("violated", "audit-no-receipt")),
        (KEEPS.replace('journal.record("answer", answer)', "pass"), ("violated", "audit-no-decision")),
        (KEEPS.replace('journal.record("receipt", receipt)', "pass"), ("violated", "audit-no-receipt")),
        (WAITS, ("holds", "")),
    ],
)
def test_audit(source: str, found: tuple[str, str]) -> None:
    assert verdict("audit", source, "", AUDITED) == found


def test_only_what_is_to_be_audited_is() -> None:
    assert verdict("audit", KEEPS, "", WANT) == ("not exercised", "")
    assert verdict("audit", program(ASK), "hang effect:apply#1", AUDITED) == ("not exercised", "")


def test_a_receipt_in_a_history_is_of_the_attempt_that_reported() -> None:
    """The attempt that died after its effect never did: its effect is the callee's to tell (and `once` counts it)."""
    unkeyed = WAITS.replace(', key="k"', "")
    assert verdict("audit", unkeyed, "crash at effect:apply#1.applied", AUDITED) == ("holds", "")
    assert verdict("once", unkeyed, "crash at effect:apply#1.applied", AUDITED)[0] == "violated"
