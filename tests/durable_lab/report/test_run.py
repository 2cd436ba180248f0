"""What a run or an exploration prints, word for word, in both languages."""

from __future__ import annotations

import pytest

from durable_lab.readers.checks import Intents, intents_of
from durable_lab.report import as_text
from durable_lab.report import run as report
from durable_lab.words.messages import Language
from tests.support import NAME, Ran, explore_text, graph, run_text

CALL = "from durable_lab import world\nworld.call('a', n=1)\nworld.call('b', n=2, key='k')\nprint('end')\n"


def shown(ran: Ran, language: Language) -> str:
    return "".join(report.line_of(event, language) for event in ran.trace)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "⚡ fault: crash at effect:a#1.applied\n↻ process restarted (life 2)\nend\n"),
        ("zh", "⚡ 故障：crash at effect:a#1.applied\n↻ process 重启（第 2 次生命）\nend\n"),
    ],
)
def test_a_run_shows_what_is_printed_faults_and_lives(language: Language, text: str) -> None:
    assert shown(run_text(CALL, "crash at effect:a#1.applied"), language) == text


@pytest.mark.parametrize(
    ("language", "text"), [("en", "stuck before its end: process\n"), ("zh", "停住了，没有结束：process\n")]
)
def test_a_run_that_is_stuck_says_so(language: Language, text: str) -> None:
    assert shown(run_text(CALL, "hang effect:a#1"), language) == text


def test_a_run_without_an_end_is_cut_off_and_says_so() -> None:
    ran = run_text("import asyncio\nwhile True:\n    print('again')\n    asyncio.run(asyncio.sleep(1))\n")
    assert not ran.ended
    last = report.line_of(ran.trace.events[-1], "en")
    assert last == f"Stopped after {len(ran.trace) - 1} events: this program does not seem to end by itself\n"


@pytest.mark.parametrize(
    ("plan", "language", "text"),
    [
        ("", "en", "— The callee's ledger —\n✓ a  1\n✓ b  1"),
        ("crash at effect:a#1.applied", "en", "— The callee's ledger —\n✗ a  2  (wanted 1)\n✓ b  1"),
        ("crash at effect:a#1.applied", "zh", "— 被调方台账 —\n✗ a  2 次（应为 1 次）\n✓ b  1 次"),
        (
            "crash at effect:b#1.applied",
            "en",
            "— The callee's ledger —\n✗ a  2  (wanted 1)\n✓ b  1, 1 more recognised by key",
        ),
        (
            "crash at effect:z#1.applied",
            "en",
            "— The callee's ledger —\n✓ a  1\n✓ b  1\nnot reached: the run never came to crash at effect:z#1.applied",
        ),
        ("hang effect:a#1", "en", "— The callee's ledger —\n✗ a  0  (wanted 1)\n✗ b  0  (wanted 1)"),
    ],
)
def test_the_ledger(plan: str, language: Language, text: str) -> None:
    intents = intents_of(run_text(CALL).trace)
    assert report.ledger(run_text(CALL, plan).trace, intents, language) == text


def test_an_empty_ledger() -> None:
    trace = run_text("print(1)").trace
    assert report.ledger(trace, Intents(), "en") == "— The callee's ledger —\nno effect at all"


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "a(1) was done 2 times, wanted 1"), ("zh", "a(1) 执行了 2 次，应为 1 次")],
)
def test_an_exploration_that_fails_says_how_often_and_the_smallest_plan(
    language: Language, says: str
) -> None:
    found = explore_text(CALL)
    text = as_text(found, "folder/file.py", language)
    lines = text.splitlines()
    assert lines[0].startswith("file.py") and "6" in lines[0]
    assert "5" in lines[2] and "1" in lines[2]
    (way,) = [line for line in lines if says in line]
    assert way.endswith("×5")
    (plan,) = [line for line in lines if "--fault" in line]
    assert plan.strip().endswith('--fault "crash at effect:a#1.applied"')
    assert ("✗ once: " if language == "en" else "✗ 不重复：") in text
    assert len(lines) <= 20


def test_an_exploration_in_which_everything_holds() -> None:
    found = explore_text("from durable_lab import world\nworld.call('a', key='k')\n")
    assert "✓ after every plan, each effect happened exactly as often as wanted" in as_text(found, NAME, "en")
    assert "✓ 每个计划之后，每个副作用都恰好是应有的次数" in as_text(found, NAME, "zh")


def test_an_exploration_of_nothing_is_never_green() -> None:
    text = as_text(explore_text("print('nothing')"), NAME, "en")
    assert "No effect to count: nothing was exercised" in text
    assert "✓" not in text


def test_an_exploration_that_is_wrong_without_a_crash_says_so_first() -> None:
    found = explore_text(
        graph("""
def ask(state):
    world.call("ticket")
    interrupt("?")
app = chain([ask])
app.invoke({"n": 1}, thread)
app.invoke(Command(resume="yes"), thread)
""")
    )
    lines = as_text(found, NAME, "en").splitlines()
    assert lines[2:4] == ["Wrong even without a crash:", "  ✗ ticket() was done 2 times, wanted 1"]


@pytest.mark.parametrize(
    ("language", "last"), [("en", "queue jobs has no handler"), ("zh", "队列 jobs 没有处理函数")]
)
def test_an_error_of_ours_is_in_the_readers_language_and_the_traceback_pythons(
    language: Language, last: str
) -> None:
    ran = run_text("from durable_lab.queue_workers import Queue\nQueue('jobs').run()\n")
    assert ran.error is not None
    lines = report.error(ran.error, NAME, language).splitlines()
    assert lines[:3] == [
        "Traceback (most recent call last):",
        '  File "file.py", line 2, in <module>',
        "    Queue('jobs').run()",
    ]
    assert last in lines[-1]


def test_an_engines_own_message_is_never_translated() -> None:
    ran = run_text(graph("chain([work('a')]).invoke(None, thread)"))
    assert ran.error is not None
    assert report.error(ran.error, NAME, "zh").endswith("EmptyInputError: Received no input for __start__")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "✗ audit  1  (1 that nobody wanted, 1 that was wanted missing)"),
        ("zh", "✗ audit  1 次（其中 1 次没人要；要做的还缺 1 次）"),
    ],
)
def test_a_sum_that_fits_does_not_hide_what_is_missing(language: Language, line: str) -> None:
    ran = run_text(
        "from durable_lab import world\nworld.intend('audit', {'what': 'Ann'})\nworld.call('audit', what='Bob')\n"
    )
    assert line in report.ledger(ran.trace, intents_of(ran.trace), language).splitlines()
