"""Programs that are right are not blamed, and a program that lacks one line of its repair is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import indent

import pytest

from durable_lab.experiment import Experiment
from durable_lab.explorer import Exploration
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.readers.checks import Verdict, judge, violated
from tests.durable_lab.corpus.repairs import CORPUS, REPAIRS, Repair, source_of


def experiment(source: str) -> Experiment:
    return Experiment(source, "program.py")


def explored(source: str) -> Exploration:
    *_, found = experiment(source).explore()
    return found


def under(source: str, plan: str) -> list[Verdict]:
    """What is violated in one run under a plan, which must happen."""
    tried = experiment(source)
    ran = tried.run(parse_plan(plan))
    assert ran.trace.header["not_reached"] == []
    return violated(judge(ran.trace, tried.intents(tried.run(()))))


def violations(source: str) -> Iterator[Verdict]:
    """What is violated without a fault, then by a crash at each point; no more is run than is asked for."""
    for found in experiment(source).explore():
        yield from violated(found.runs[-1].verdicts if found.runs else found.baseline_verdicts)


def test_there_are_enough_of_each_topology() -> None:
    each = Counter(program.partition("/")[0] for program in CORPUS)
    assert set(each) == {"in_memory_loop", "checkpointed_graph", "queue_workers", "durable_workflow"}
    assert min(each.values()) >= 5


@pytest.mark.parametrize("program", CORPUS)
def test_no_false_alarm_at_any_crash_point(program: str) -> None:
    found = explored(source_of(program))
    assert violated(found.baseline_verdicts) == []
    assert all(run.reached for run in found.runs)
    told = [f"{run.plan}: {v.text('en')}" for run in found.failures for v in violated(run.verdicts)]
    assert not told, indent("\n".join(told), "  ")
    assert found.intents
    assert found.points


GIVES_UP = {"ends"}
"""What a program without time-outs or attempts of its own may be blamed for when a call hangs or fails."""


@pytest.mark.parametrize("program", CORPUS)
def test_no_false_alarm_under_any_other_single_fault(program: str) -> None:
    """But that a graph's input, sent again, begins the graph anew: what follows is another run's work."""
    *_, found = experiment(source_of(program)).explore("all")
    assert all(tried.reached for tried in found.runs)
    for tried in found.runs:
        if "redeliver invoke" not in tried.plan:
            told = {v.check: v.text("en") for v in violated(tried.verdicts)}
            assert told.keys() <= GIVES_UP, (tried.plan, told)


LONG = {
    "durable_workflow/continue_as_new",
    "durable_workflow/saga",
    "durable_workflow/two_workers",
    "queue_workers/last_one_reports",
}
"""Programs with 500 to 1,000 pairs that are all run: seconds each."""


@pytest.mark.parametrize("program", [program for program in CORPUS if program not in LONG])
def test_no_false_alarm_at_any_pair_of_crashes(program: str) -> None:
    *_, found = experiment(source_of(program)).explore(pairs=True)
    assert {len(tried.plan.split(" ; ")) for tried in found.runs} == {1, 2}
    assert all(tried.held for tried in found.runs), [t.plan for t in found.runs if not t.held]


WAITING = {
    "checkpointed_graph/answers_by_id",
    "checkpointed_graph/ask_until_accepted",
    "checkpointed_graph/only_what_was_approved",
    "checkpointed_graph/own_node_before_question",
    "checkpointed_graph/two_questions_by_id",
    "durable_workflow/refused_by_signal",
    "in_memory_loop/approved_through_the_client",
}
"""Programs that wait for a person. One more does so in the process, and dies with its question: it holds it."""


def test_nothing_is_held_while_a_person_is_waited_for() -> None:
    found = {program: next(experiment(source_of(program)).explore()).waiting for program in CORPUS}
    waits = {program: violated(waiting.verdicts) for program, waiting in found.items() if waiting is not None}
    assert waits.keys() == {*WAITING, "in_memory_loop/decision_written_down"}
    blamed = {program: [v.code for v in verdicts] for program, verdicts in waits.items() if verdicts}
    assert blamed == {"in_memory_loop/decision_written_down": ["held-asked-again"]}


@pytest.mark.parametrize("repair", REPAIRS, ids=str)
def test_without_its_repair_a_program_is_caught(repair: Repair) -> None:
    found = under(repair.mutant, repair.plan) if repair.plan else violations(repair.mutant)
    others = []
    for verdict in found:
        if verdict.code == repair.found and repair.says in verdict.text("en"):
            return
        others.append(verdict.text("en"))
    pytest.fail(f"found only {others}")


@pytest.mark.parametrize("repair", [r for r in REPAIRS if r.plan], ids=str)
def test_with_its_repair_it_holds_under_the_same_faults(repair: Repair) -> None:
    assert under(source_of(repair.program), repair.plan) == []


def test_every_program_has_a_repair() -> None:
    assert {repair.program for repair in REPAIRS} == set(CORPUS)
