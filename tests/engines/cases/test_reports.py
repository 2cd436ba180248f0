"""Programs after public reports and after faults found on the way: what is right, and which the simulator gets wrong.

A report that is not mended yet is expected to fail, strictly: whoever mends it takes the mark away.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from durable_lab.__main__ import main
from durable_lab.experiment import Experiment, options_of
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.machine.simulation import Outcome

REPORTS = Path(__file__).parent / "reports"


MENDED_LATER = pytest.mark.xfail(
    strict=True, raises=(AssertionError, asyncio.InvalidStateError), reason="not mended yet"
)


def experiment(name: str) -> Experiment:
    source = (REPORTS / f"{name}.py").read_text(encoding="utf-8")
    return Experiment(source, f"{name}.py", options_of(source))


def run(name: str) -> Outcome:
    return experiment(name).run()


def done(outcome: Outcome) -> dict[str, int]:
    return dict(Counter(event.name for event in outcome.trace.select("effect", "applied")))


def printed(outcome: Outcome) -> str:
    return "".join(str(event.payload["text"]) for event in outcome.trace.select("print"))


def explored(name: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(["explore", str(REPORTS / f"{name}.py"), "--language", "en"])
    return status, capsys.readouterr().out


@MENDED_LATER
def test_a_renewal_cannot_run_while_the_handler_computes() -> None:
    assert done(run("blocked_loop_queue")) == {"report": 2}


@MENDED_LATER
def test_no_heartbeat_gets_out_while_the_loop_is_blocked() -> None:
    assert done(run("blocked_loop_heartbeat")) == {"charge": 2}


def test_a_client_may_give_up_waiting_for_a_graph() -> None:
    outcome = run("cancelled_ainvoke")
    assert (outcome.error, printed(outcome)) == (None, "client gave up\n('a',)\n")


def test_a_blocking_call_blocks() -> None:
    assert printed(run("cancelled_while_blocking")) == ""


@MENDED_LATER
def test_a_cancelled_run_compensates_once_and_its_result_says_so() -> None:
    outcome = run("cancel_run")
    assert done(outcome) == {"charge": 1}
    assert type(outcome.error).__name__ == "WorkflowFailureError"
    assert type(outcome.error.__cause__).__name__ == "CancelledError"


@MENDED_LATER
def test_a_checkpoint_id_forks_from_there() -> None:
    assert done(run("checkpoint_id")) == {"apply": 2}


@MENDED_LATER
def test_a_child_workflow_runs() -> None:
    outcome = run("child_workflow")
    assert (outcome.error, done(outcome)) == (None, {"charge": 1})


@pytest.mark.parametrize("name", [pytest.param("dead_letter_graph", marks=MENDED_LATER), "dead_letter_plain"])
def test_a_dead_letter_is_no_loss(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = explored(name, capsys)
    assert (status, "✗ no loss" in said) == (0, False)


@MENDED_LATER
def test_a_handler_that_is_not_awaited_is_abandoned() -> None:
    assert done(run("handler_unfinished")) == {}


@MENDED_LATER
def test_a_handler_that_is_awaited_finishes() -> None:
    assert done(run("handler_finished")) == {"audit": 2}


@MENDED_LATER
def test_a_run_stops_before_a_node_or_says_what_to_write_instead() -> None:
    outcome = run("interrupt_before")
    assert outcome.error is None or "interrupt(" in str(outcome.error)


def test_a_ledger_whose_sum_fits_may_still_be_wrong() -> None:
    assert main(["run", str(REPORTS / "ledger_sums.py")]) == 1


def test_a_producer_is_crashed_too_or_the_report_says_not(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = explored("producer_crashed", capsys)
    assert status == 1 or "every crash point" not in said


@MENDED_LATER
def test_a_retry_policy_repeats_the_effect() -> None:
    lost = parse_plan("fail effect:log#1 applied")
    assert done(experiment("retry_policy").run(lost)) == {"mail": 2, "log": 1}


def test_the_order_of_a_set_is_another_in_another_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert explored("set_order", capsys)[0] == 1
