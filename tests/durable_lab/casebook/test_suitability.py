"""Tasks × topologies: what does not hold where, and that the price tells apart what the verdicts don't."""

from __future__ import annotations

from durable_lab.casebook import scenario
from durable_lab.casebook.suitability import Cell, matrix
from durable_lab.casebook.tasks import TASKS
from durable_lab.readers.checks import CHECKS
from durable_lab.topologies.signatures import SIGNATURES

ELSEWHERE = [key for key in SIGNATURES if key != "in_memory_loop"]


def failing(cell: Cell) -> dict[str, str]:
    """The checks that do not hold, each with the first plan that shows it."""
    return {finding.check: finding.plan for finding in cell.violated}


def test_there_is_a_cell_for_each_task_on_each_topology_with_every_check() -> None:
    assert list(matrix()) == [(task.key, key) for task in TASKS for key in SIGNATURES]
    for (task, topology), cell in matrix().items():
        assert cell.scenario is scenario(f"{task}-{topology}")
        assert cell.variant is cell.scenario.variants[-1]
        assert [finding.check for finding in cell.findings] == list(CHECKS)
        assert cell.points > 0


def test_a_loop_keeps_no_approval_holds_a_process_and_leaves_no_record() -> None:
    waiting = "crash process at person:approve#1.requested"
    assert failing(matrix()["approval", "in_memory_loop"]) == {
        "approved": "",
        "held": waiting,
    }
    assert failing(matrix()["incident", "in_memory_loop"]) == {"approved": "", "held": waiting, "audit": ""}


def test_with_keys_everything_else_holds() -> None:
    for (task, topology), cell in matrix().items():
        if topology != "in_memory_loop" or task in ("answer", "batch"):
            assert failing(cell) == {}, (task, topology)


def test_without_keys_every_topology_doubles_some_effect() -> None:
    for (task, _), cell in matrix().items():
        if task == "answer":
            assert cell.doubled_without_keys is None
        else:
            assert cell.doubled_without_keys


def test_a_loop_writes_nothing_and_a_workflow_most() -> None:
    for task in TASKS:
        writes = {key: matrix()[task.key, key].calm.writes for key in SIGNATURES}
        assert writes["in_memory_loop"] == 0
        assert max(writes, key=lambda key: writes[key]) == "durable_workflow"


def test_only_a_workflow_replays_and_only_a_loop_asks_a_person_again() -> None:
    for (_, topology), cell in matrix().items():
        assert bool(cell.worst.replayed) == (topology == "durable_workflow")
        assert not cell.worst.people or topology == "in_memory_loop"
    assert matrix()["incident", "in_memory_loop"].worst.people == 1


def test_a_crash_of_a_batch_repeats_one_check_on_a_queue_and_all_that_ran_together_elsewhere() -> None:
    again = {key: matrix()["batch", key].worst.recognised for key in SIGNATURES}
    assert again["queue_workers"] == 1
    assert min(again[key] for key in SIGNATURES if key != "queue_workers") > 1


def test_a_crash_costs_a_workflow_one_thought_and_a_loop_all_of_them() -> None:
    again = {key: matrix()["approval", key].worst.models for key in SIGNATURES}
    assert again == {
        "in_memory_loop": 4,
        "checkpointed_graph": 2,
        "queue_workers": 4,
        "durable_workflow": 1,
    }


def test_what_has_to_be_operated_is_read_from_the_signature() -> None:
    parts = {key: [p.en for p in matrix()["answer", key].parts] for key in SIGNATURES}
    assert parts == {
        "in_memory_loop": [],
        "checkpointed_graph": ["Checkpoint store"],
        "queue_workers": ["Dead letters", "Queue", "Job store"],
        "durable_workflow": ["Engine"],
    }


def test_only_a_workflow_gets_over_every_other_single_fault_by_itself() -> None:
    for (task, topology), cell in matrix().items():
        assert cell.others > 0
        assert (cell.stopped == 0) == (topology == "durable_workflow" or (task, topology) == ANSWERED)


ANSWERED = ("answer", "in_memory_loop")
"""Its client asks again, and there is nothing else to get over."""
