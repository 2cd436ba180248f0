"""The corpus: programs that are right, and what makes each of them right, as a line that can be taken away."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"

CORPUS = sorted(path.relative_to(PROGRAMS).with_suffix("").as_posix() for path in PROGRAMS.rglob("*.py"))


def source_of(program: str) -> str:
    """The text of a program of the corpus."""
    return (PROGRAMS / f"{program}.py").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Repair:
    """A repair in a program, and what is found without it."""

    program: str
    line: str
    """A part of one line, in the program once."""
    without: str
    """What stands there without the repair."""
    found: str
    """The code of the verdict."""
    says: str
    """What its sentence contains: which effect, how often."""
    plan: str = ""
    """The faults under which it shows; by default a crash at every point."""

    @property
    def mutant(self) -> str:
        """The program without the repair."""
        source = source_of(self.program)
        assert source.count(self.line) == 1, f"{self.program} must have this once: {self.line}"
        return source.replace(self.line, self.without)

    def __str__(self) -> str:
        return f"{self.program}: {self.line} -> {self.without}"


def loop(program: str, *rest: str) -> Repair:
    return Repair(f"in_memory_loop/{program}", *rest)


def graph(program: str, *rest: str) -> Repair:
    return Repair(f"checkpointed_graph/{program}", *rest)


def queue(program: str, *rest: str) -> Repair:
    return Repair(f"queue_workers/{program}", *rest)


def workflow(program: str, *rest: str) -> Repair:
    return Repair(f"durable_workflow/{program}", *rest)


MANY, FEW, SHARED = "once-too-many", "loss-too-few", "key-shared"
ERROR, STUCK = "ends-error", "ends-for-ever"

# fmt: off
REPAIRS = [
    loop("key_of_request_and_step", ''', key=f"{request['id']}/{step}"''', "", MANY, "restart(db-7) was done 2 times"),
    loop("journal_and_key", ", key=step", "", MANY, "patch(web-2) was done 2 times"),
    loop("token_of_the_journal", 'key=journal.get("token")', "key=uuid.uuid4().hex", MANY, "pay(INV-3) was done 2 times"),
    loop("token_of_the_journal", 'if not journal.done("token"):', "if True:", MANY, "pay(INV-3) was done 2 times"),
    loop("compensation", ', key=f"{trip}/cancel"', "", MANY, "cancel_flight(T-1) was done 2 times"),
    loop("compensation", 'key=f"{trip}/flight"', 'key="flight"', SHARED, "T-1 and T-2"),
    loop("side_by_side", '''key=f"{request['id']}/{who}"''', 'key=request["id"]', SHARED, "Ann and Bo"),
    loop("side_by_side", ''', key=f"{request['id']}/{who}"''', "", MANY, "notify(Cy) was done 2 times"),
    loop("impatient_retry", "{order}/{name}", "{order}/{name}/{attempt}", MANY, "refund(A-1042) was done 2 times",
         "lose reply effect:refund#1"),
    loop("days_of_sleep", "/remind/{n}", "/remind", SHARED, "Ann, 1 and Ann, 2"),
    loop("days_of_sleep", "deadline=30 * 86400", "deadline=60", ERROR, "no reply"),
    loop("approved_through_the_client", ''', key=f"{request['id']}/apply"''', "", MANY, "apply(C-1) was done 2 times"),
    loop("approved_through_the_client", 'request["answer"] != "yes"', "world.ask('approve') != 'yes'", ERROR, "no reply came"),
    loop("plan_written_down", 'how = journal.get("how")', 'how = world.model("How?")', ERROR, "other arguments"),
    loop("plan_written_down", ', key=f"{host}/restart"', "", MANY, "restart(web) was done 2 times"),
    loop("decision_written_down", 'journal.get("decision") != "yes"', 'world.ask("approve") != "yes"', "approved-unrecorded", ""),
    loop("decision_written_down", ''', key=f"{request['change']}/apply"''', "", MANY, "apply(restart db-7) was done 2 times"),
    loop("decision_written_down", 'journal.get("decision") != "yes"', "False", "approved-refused", "",
         "answer person:approve#1 no"),

    graph("own_node_before_question", ''', key=f"{state['change']}/ticket"''', "", MANY, "open_ticket(restart db-7) was done 2"),
    graph("own_node_before_question", ''', key=f"{state['change']}/apply"''', "", MANY, "apply_change(restart db-7) was done 2"),
    graph("own_node_before_question", '"answer": interrupt(', '"answer": world.call("page") and interrupt(',
          MANY, "page() was done 2 times"),
    graph("key_made_in_its_own_node", 'token = state["token"]', "token = uuid.uuid4().hex", MANY, "pay(INV-3) was done 2 times"),
    graph("key_made_in_its_own_node", 'durability="sync"', 'durability="exit"', MANY, "pay(INV-3) was done 2 times"),
    graph("ask_until_accepted", 'key=f"plan/{revision}"', 'key="plan"', SHARED, "1 and 2"),
    graph("ask_until_accepted", ', key=f"plan/{revision}"', "", MANY, "publish(3) was done 2 times"),
    graph("ask_until_accepted", ', key="plan/carry-out"', "", MANY, "carry_out(3) was done 2 times"),
    graph("fan_out", 'key=f"nightly/{host}"', 'key="nightly"', SHARED, "db-1 and db-2"),
    graph("fan_out", ', key=f"nightly/{host}"', "", MANY, "check(db-3) was done 2 times"),
    graph("fan_out", ', key="nightly/report"', "", MANY, "report("),
    graph("two_questions_by_id", ''', key=f"{state['order']}/ask-goods"''', "", MANY, "ask_goods(A-1042) was done"),
    graph("two_questions_by_id", 'resume={ids["goods?"]: "back"}', 'resume="back"', ERROR, "must specify the interrupt id"),
    graph("two_questions_by_id", ''', key=f"{state['order']}/close"''', "", MANY, "close(A-1042, paid, back) was done 2"),
    graph("try_again_by_an_edge", '''/refund"''', '''/refund/{attempts}"''', MANY, "refund(A-1042) was done 2 times",
          "lose reply effect:refund#1"),
    graph("stored_at_exit", ''', key=f"{state['host']}/drain"''', "", MANY, "drain(db-7) was done 2 times"),
    graph("answers_by_id", "{question.id: answer}", "answer", "approved-old", "reboot(db-7)", "redeliver invoke:db-7#2"),
    graph("only_what_was_approved", 'state["answer"] == "yes"', "True", "approved-refused", "C-2"),
    graph("only_what_was_approved", ''', key=f"{state['change']}/apply"''', "", MANY, "apply(C-1) was done 2 times"),
    graph("model_answer_in_the_state", 'durability="sync"', 'durability="exit"', ERROR, "other arguments"),
    graph("model_answer_in_the_state", 'how = state["how"]', 'how = world.model("How?")', ERROR, "other arguments"),

    queue("key_of_the_order", 'key=f"{order}/refund"', "key=message.id", MANY, "refund(A-1042) was done 2 times"),
    queue("claim_and_key", ', key=f"{order}/refund"', "", MANY, "refund(A-1042) was done 2 times"),
    queue("claim_and_key", ''' and records.get(order) != "running"''', "", FEW, "refund(A-1042) was done 0 times"),
    queue("renewed_lease", "message.renew()", "pass", ERROR, "never in time"),
    queue("renewed_lease", ''', key=f"{host}/begin"''', "", MANY, "begin_backup(db-7) was done 2 times"),
    queue("dead_letter_with_reason", 'message.dead_letter("no address")', 'raise ValueError("no address")',
          ERROR, "max deliveries exceeded"),
    queue("dead_letter_with_reason", ', key=f"{order}/tell"', "", MANY, "tell_someone(A-2) was done 2 times"),
    queue("dead_letter_with_reason", ', key=f"{order}/receipt"', "", MANY, "send_receipt(A-1, Ann) was done 2 times"),
    queue("reply_queue", 'key=f"{order}/confirm"', "key=message.id", MANY, "confirm(A-1, reserve-1) was done 2 times"),
    queue("reply_queue", "    replies.send({", "    message.complete()\n    replies.send({", FEW, "confirm(A-1, reserve-1)"),
    queue("reply_queue", ', key=f"{order}/reserve"', "", MANY, "reserve(A-1) was done 2 times"),
    queue("last_one_reports", ', key="nightly/report"', "", MANY, "report(3) was done 2 times"),
    queue("last_one_reports", ', key=f"nightly/{host}"', "", MANY, "check(db-3) was done 2 times"),
    queue("wait_for_the_other", "message.abandon(delay=20)", "message.complete()", ERROR, "a step was dropped"),
    queue("wait_for_the_other", ', key=f"REQ-9/{name}"', "", MANY, "restart() was done 2 times"),
    queue("first_answer_counts", "how = plans.get(host)", 'how = world.model("How?")', SHARED, "web, one by one and web, all at once"),
    queue("first_answer_counts", ', key=f"{host}/restart"', "", MANY, "restart(web) was done 2 times"),
    queue("told_of_afterwards", '"receipt": receipt', '"receipt": "done"', "audit-no-receipt", "A-1042"),
    queue("told_of_afterwards", "    records.put(", "    message.complete()\n    records.put(", "audit-no-receipt", "A-1042"),

    workflow("key_of_workflow_and_step", ', key=f"{activity.info().workflow_id}/restart"', "",
             MANY, "restart(db-7) was done 2 times"),
    workflow("key_of_workflow_and_step", ', key=f"{activity.info().workflow_id}/tell"', "", MANY, "tell(db-7) was done 2 times"),
    workflow("signal_before_the_wait", "await workflow.wait_condition(",
             "self.approved = False; await workflow.wait_condition(", "ends-stuck", "stuck"),
    workflow("signal_before_the_wait", ', key=f"{change}/apply"', "", MANY, "apply(C-1) was done 2 times"),
    workflow("saga", "/cancel/{what}", "/cancel", SHARED, "car and flight"),
    workflow("saga", ', key=f"{activity.info().workflow_id}/cancel/{what}"', "", MANY, "cancel(car) was done 2 times"),
    workflow("heartbeats_and_keys", 'key=f"migration/{tables[i]}"', 'key=f"{activity.info().attempt}/{tables[i]}"',
             MANY, "migrate(b) was done 2 times"),
    workflow("continue_as_new", 'key = f"{order}/ship"', 'key = f"shop/{activity.info().activity_id}"', SHARED, "A-1 and A-2"),
    workflow("continue_as_new", ", key=key", "", MANY, "ship(A-3) was done 2 times"),
    workflow("two_workers", ', key=f"nightly/{host}"', "", MANY, "check(db-2) was done 2 times"),
    workflow("random_that_replays", "key=token", "key=str(__import__('uuid').uuid4())", MANY, "pay(INV-3) was done 2 times"),
    workflow("random_that_replays", "str(workflow.uuid4())", "str(__import__('uuid').uuid4())", STUCK, "RUNNING"),
    workflow("clock_that_replays", "now = workflow.now()",
             'now = __import__("datetime").datetime.now(workflow.now().tzinfo)', STUCK, "Nondeterminism"),
    workflow("model_is_an_activity", "how=how", 'how=await world.amodel("How?")', STUCK, "other arguments"),
    workflow("model_is_an_activity", ', key=f"{host}/restart"', "", MANY, "restart(web) was done 2 times"),
    workflow("refused_by_signal", 'if self.answer != "yes":', "if not self.answer:", "approved-refused", "C-1"),
]
# fmt: on
