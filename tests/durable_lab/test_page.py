"""The bridge to the page: JSON in, JSON out."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from durable_lab import page
from durable_lab.casebook import scenario

CALL = "from durable_lab import world\nprint('hello')\nworld.call('a', n=1)\n"


def ask(
    source: str, action: str = "run", language: str = "en", file: str = "file.py", **more: Any
) -> list[dict[str, Any]]:
    """Every answer to a request."""
    answers: list[dict[str, Any]] = []
    request = {"action": action, "source": source, "file": file, "language": language, **more}
    page.handle(json.dumps(request), lambda text: answers.append(json.loads(text)))
    return answers


def text_of(answers: list[dict[str, Any]], kind: str = "output") -> str:
    return "".join(a["text"] for a in answers if a["type"] == kind)


def test_a_run_sends_output_and_then_done() -> None:
    answers = ask(CALL)
    assert text_of(answers) == "hello\n— The callee's ledger —\n✓ a  1\n"
    assert answers[-1] == {"type": "done", "ok": True}
    assert {a["type"] for a in answers} == {"output", "verdict", "done"}


@pytest.mark.parametrize(
    ("source", "language", "holds", "text"),
    [
        (CALL, "en", True, "✓ a 1, as wanted"),
        (CALL, "zh", True, "✓ a 1 次，正是应有的"),
        ("# durable-lab: --fault 'crash after a'\n" + CALL, "en", False, "✗ a 2 (wanted 1)"),
        (CALL + "world.call('b')\n", "en", True, "✓ a 1, and 1 more, as wanted"),
    ],
)
def test_a_run_says_in_a_line_whether_what_was_done_is_what_was_wanted(
    source: str, language: str, holds: bool, text: str
) -> None:
    (verdict,) = [a for a in ask(source, language=language) if a["type"] == "verdict"]
    assert verdict == {"type": "verdict", "holds": holds, "text": text}


REFUSED = CALL + "import langgraph.constants\ntry: langgraph.constants.ABSENT\nexcept Exception: pass\n"


@pytest.mark.parametrize("action", ["run", "explore", "view"])
def test_a_program_that_is_refused_was_not_tried(action: str) -> None:
    answers = ask(REFUSED, action)
    *_, error, verdict, done = answers
    assert error["type"] == "error" and error["line"] == 5
    assert error["text"].startswith("Refused: ") and "langgraph.constants.ABSENT. It has" in error["text"]
    assert verdict["holds"] is None and verdict["text"] == error["text"].splitlines()[0]
    assert done == {"type": "done", "ok": False}
    assert {a["type"] for a in answers} <= {"output", "error", "verdict", "done"}
    assert "ledger" not in text_of(answers)


@pytest.mark.parametrize("source", ["print('nothing')\n", CALL + "raise ValueError\n"])
def test_a_run_that_did_nothing_or_failed_has_no_verdict(source: str) -> None:
    assert "verdict" not in {a["type"] for a in ask(source)}


def test_what_is_said_beside_the_output_is_marked_as_that_with_the_readers_line() -> None:
    source = (
        "import logging, warnings, sys\nprint('one')\nwarnings.warn('careful')\nlogging.error('bad')\n"
        "print('two')\nasync def f(): pass\nf()\nsys.exit('text')\n"
    )
    request = json.dumps({"action": "run", "source": source, "file": "file.py", "language": "en"})
    code = (  # on its own: here, warnings are the test runner's
        f"from durable_lab import page\nanswers = []\npage.handle({request!r}, answers.append)\n"
        "print(*answers, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    said = text_of(answers, "stderr")
    assert text_of(answers).startswith("one\ntwo\n")
    for expected in ("file.py:3: UserWarning: careful", "ERROR:root:bad", "'f' was never awaited", "text\n"):
        assert expected in said
    assert answers[-1] == {"type": "done", "ok": False}


def test_an_exploration_sends_progress_and_a_report() -> None:
    answers = ask(CALL, "explore")
    assert [(a["done"], a["total"]) for a in answers if a["type"] == "progress"] == [(n, 3) for n in range(4)]
    report, done = answers[-2:]
    assert report["type"] == "report" and report["topology"] == "in_memory_loop"
    assert [wrong["plan"] for wrong in report["report"]["wrong"]] == ["crash at effect:a#1.applied"]
    assert done == {"type": "done", "ok": True}  # it is done, whatever it found


def test_an_exploration_sends_each_new_way_of_failing_at_once() -> None:
    answers = ask(CALL + "world.call('b')\n", "explore")
    kinds = [a["type"] for a in answers]
    found = [a for a in answers if a["type"] == "finding"]
    assert [(a["check"], a["text"], a["plan"]) for a in found] == [
        ("once", "a(1) was done 2 times, wanted 1", "crash at effect:a#1.applied"),
        ("once", "b() was done 2 times, wanted 1", "crash at effect:b#1.applied"),
    ]
    assert kinds.index("finding") < kinds.index("report") - 3, "before the rest is run"


def test_an_exploration_is_held_against_its_scenarios_intents() -> None:
    key = "incident-in_memory_loop"
    source = scenario(key).variants[-1].source
    found = [ask(source, "explore", **more) for more in ({}, {"scenario": key})]
    checks = [{a["check"] for a in answers if a["type"] == "finding"} for answers in found]
    assert "audit" in checks[1] - checks[0]


def test_an_exploration_tries_what_it_is_asked_to() -> None:
    answers = ask(CALL, "explore", faults="all", pairs=True)
    plans = {a["plan"].split()[0] for a in answers if a["type"] == "finding"}
    assert plans == {"crash", "lose", "fail"}
    (report,) = [a["report"] for a in answers if a["type"] == "report"]
    assert "of crashes (6)" in report["log"][-1]


@pytest.mark.parametrize(("language", "title"), [("zh", "— 被调方台账 —"), ("en", "— The callee's ledger —")])
def test_it_speaks_the_pages_language(language: str, title: str) -> None:
    assert title in text_of(ask(CALL, language=language))


@pytest.mark.parametrize("action", ["run", "explore"])
@pytest.mark.parametrize(
    ("language", "says"), [("zh", "这段代码有语法错误"), ("en", "This code has a syntax error")]
)
def test_a_syntax_error_is_an_error_at_its_line(action: str, language: str, says: str) -> None:
    answers = ask("x = 1\ndef f(:\n", action, language)
    error, done = answers
    assert error["type"] == "error"
    assert error["text"].startswith(says)
    assert 'File "file.py", line 2' in error["text"]
    assert error["line"] == 2
    assert done == {"type": "done", "ok": False}


@pytest.mark.parametrize("action", ["run", "view"])
def test_an_error_of_the_program_names_its_line(action: str) -> None:
    (error,) = [a for a in ask("def f():\n    1 / 0\n\nf()\n", action) if a["type"] == "error"]
    assert "ZeroDivisionError" in error["text"] and error["line"] == 2


def test_an_error_of_the_program_comes_after_its_output_and_before_the_ledger() -> None:
    answers = ask(CALL + "raise ValueError('no')\n")
    kinds = [a["type"] for a in answers]
    assert kinds.index("error") < len(kinds) - 2
    assert kinds[-2:] == ["output", "done"]
    assert text_of(answers, "error").endswith("ValueError: no\n")
    assert 'File "file.py", line 4, in <module>' in text_of(answers, "error")
    assert answers[-1]["ok"] is False


@pytest.mark.parametrize(
    ("language", "says"), [("zh", "模拟器还没有 input()"), ("en", "The simulator does not model input()")]
)
def test_an_error_of_ours_inside_a_program_is_in_the_pages_language(language: str, says: str) -> None:
    answers = ask("x = 1\ninput()\n", language=language)
    assert says in text_of(answers, "error")
    assert "line 2" in text_of(answers, "error")


@pytest.mark.parametrize(
    ("language", "says"), [("zh", "看不懂这个故障计划"), ("en", "Can't read this fault plan")]
)
def test_a_line_of_options_that_can_not_be_read(language: str, says: str) -> None:
    (error, done) = ask("# durable-lab: --fault 'explode'\n" + CALL, language=language)
    assert (error["type"], done["ok"]) == ("error", False)
    assert error["text"].startswith(says)


def test_the_files_own_fault_is_carried_out() -> None:
    answers = ask("# durable-lab: --fault 'crash after a'\n" + CALL)
    assert "⚡ fault: crash at effect:a#1.applied" in text_of(answers)
    assert "✗ a  2  (wanted 1)" in text_of(answers)


def test_a_stuck_run_is_not_ok() -> None:
    answers = ask("# durable-lab: --fault 'hang effect:a#1'\n" + CALL)
    assert "stuck before its end" in text_of(answers)
    assert answers[-1]["ok"] is False


LOUD = "for i in range({lines}):\n    print('x' * 99)\n"


def test_too_much_output_is_capped_with_one_notice_and_the_ledger_is_still_there() -> None:
    answers = ask(LOUD.format(lines=1000))
    notices = [a["text"] for a in answers if a["type"] == "notice"]
    assert notices == ["(too much output: the rest is not shown)"]
    printed, ledger = text_of(answers).split("— The callee's ledger —")
    assert len(printed) == page.OUTPUT_LIMIT
    assert ledger == "\nno effect at all\n"


def test_output_that_just_fits_is_shown_whole_without_a_notice() -> None:
    answers = ask(LOUD.format(lines=page.OUTPUT_LIMIT // 100))
    assert not [a for a in answers if a["type"] == "notice"]
    assert len(text_of(answers).split("— The")[0]) == page.OUTPUT_LIMIT


def test_a_line_beyond_output_that_just_fits_is_noticed() -> None:
    answers = ask(LOUD.format(lines=page.OUTPUT_LIMIT // 100 + 1))
    assert len([a for a in answers if a["type"] == "notice"]) == 1


def test_output_comes_in_batches_not_line_by_line() -> None:
    answers = ask(LOUD.format(lines=500))
    assert len(answers) < 100


def test_it_needs_no_browser_and_prints_nothing_itself(capsys: pytest.CaptureFixture[str]) -> None:
    ask(CALL)
    assert capsys.readouterr() == ("", "")


REFUND = scenario("delivered-twice").variant("naive").source


@pytest.mark.parametrize(("plan", "marks"), [("crash after refund", 6), ("", 1)])
def test_a_view_is_one_message_and_runs_under_the_plan_of_the_request(plan: str, marks: int) -> None:
    answers = ask_view(source=REFUND, plan=plan)
    assert [answer["type"] for answer in answers] == ["view", "done"]
    drawn = answers[0]["view"]
    assert (drawn["format"], drawn["topology"]) == ("durable-lab-view/1", "queue_workers")
    assert len(drawn["marks"]) == marks
    assert answers[1] == {"type": "done", "ok": True}


def test_a_views_options_stand_in_place_of_the_files_own() -> None:
    source = "# durable-lab: --seed 1\nfrom durable_lab import world\nworld.call('a', n=1)\n"
    answers = ask_view(source=source, options={"seed": 7}, topology="durable_workflow")
    assert answers[0]["view"]["header"]["seed"] == 7
    assert answers[0]["view"]["topology"] == "durable_workflow"


def test_a_view_brings_the_plan_that_each_control_leads_to() -> None:
    (shown, _) = ask_view(source=CALL, plan="")
    assert [cut["plan"] for cut in shown["view"]["guide"]["cuts"]] == [
        f"crash at effect:a#1.{phase}" for phase in ("requested", "applied", "returned")
    ]


def test_a_plan_is_amended() -> None:
    change = {"change": "crash", "point": "effect:a#1.returned"}
    (amended, done) = ask(CALL, "amend", plan="hang effect:a#2", change=change)
    assert (amended["type"], done["ok"]) == ("amended", True)
    assert amended["plan"] == "crash at effect:a#1.returned ; hang effect:a#2"


def test_a_change_that_can_not_be_read_is_an_error() -> None:
    (error, done) = ask(CALL, "amend", plan="", change={"change": "knife", "point": "nowhere"})
    assert (error["type"], done["ok"]) == ("error", False)
    assert error["text"].startswith("Can't read this fault plan")


def ask_view(**request: Any) -> list[dict[str, Any]]:
    """Every answer to a request for a view."""
    answers: list[dict[str, Any]] = []
    whole = {"action": "view", "file": "file.py", "language": "en", **request}
    page.handle(json.dumps(whole), lambda text: answers.append(json.loads(text)))
    return answers


def test_the_page_imports_only_what_its_python_carries() -> None:
    """A module that was left out there must not be needed before a reader has asked for anything."""
    root = Path(__file__).resolve().parents[2]
    pack = runpy.run_path(str(root / "src/durable_lab_site/runtime/pack.py"))
    blocked = f"import sys\nfor name in {sorted(pack['LEFT_OUT'])!r}:\n    sys.modules[name] = None\n"
    ours = f"sys.path.insert(0, {str(root / 'src')!r})\nimport durable_lab.page\n"
    ran = subprocess.run(
        [sys.executable, "-S", "-c", blocked + ours], capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""


def test_a_number_that_json_has_no_word_for_reaches_the_page() -> None:
    answers: list[str] = []
    source = "from durable_lab import world\nworld.call('a', x=float('nan'), y=[float('inf')])\n"
    request = {"action": "view", "source": source, "file": "file.py", "language": "en"}
    page.handle(json.dumps(request), answers.append)
    shown = [json.loads(text, parse_constant=pytest.fail) for text in answers]
    assert [answer["type"] for answer in shown] == ["view", "done"]
