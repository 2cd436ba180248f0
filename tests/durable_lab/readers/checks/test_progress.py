"""The run comes to its end, or truly waits for a person."""

from __future__ import annotations

import pytest

from durable_lab.words.messages import LANGUAGES
from tests.durable_lab.readers.checks.judging import one_activity, verdict, verdicts

HEAD = "from durable_lab import world\n"
ASKS = HEAD + "world.ask('approve')\nworld.call('a')\n"


@pytest.mark.parametrize(
    ("source", "plan", "found"),
    [
        (ASKS, "", ("holds", "")),
        (ASKS, "hang person:approve#1", ("holds", "ends-waiting")),
        (ASKS, "lose reply person:approve#1", ("violated", "ends-stuck")),
        (ASKS, "hang effect:a#1", ("violated", "ends-stuck")),
        (HEAD + "world.people({'approve': None})\n" + ASKS, "", ("holds", "ends-waiting")),
    ],
)
def test_a_wait_for_a_person_passes_unless_the_answer_was_given(
    source: str, plan: str, found: tuple[str, str]
) -> None:
    assert verdict("ends", source, plan) == found


def test_a_question_of_a_dead_process_is_no_wait() -> None:
    asked_twice = "crash at person:approve#1.requested ; hang effect:a#1"
    assert verdict("ends", ASKS, asked_twice) == ("violated", "ends-stuck")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_of_ours_is_said_in_the_readers_language(language: str) -> None:
    source = HEAD + "world.call('a', timeout=1.0)\n"
    (found,) = verdicts("ends", source, "lose reply effect:a#1")
    says = {
        "zh": "没有走到结尾：CallTimedOut：调用 a 超时",
        "en": "did not reach its end: CallTimedOut: the call of a",
    }
    assert found.text(language).startswith(says[language])  # type: ignore[arg-type]


def test_any_other_error_is_said_as_python_words_it() -> None:
    (found,) = verdicts("ends", "raise ValueError('no')")
    assert found.text("zh") == "没有走到结尾：ValueError: no"


FOREVER = one_activity('world.acall("a", timeout=1.0)')


def test_why_an_engine_tries_for_ever_is_said_in_the_readers_language() -> None:
    (found,) = verdicts("ends", FOREVER, "fail effect:a#1 unapplied x 1000")
    assert (found.status, found.code) == ("violated", "ends-for-ever")
    assert found.text("en").startswith("w is stuck and stays RUNNING: act: the call of a failed")
    assert found.text("zh").startswith("w 卡住了，状态一直是 RUNNING：act：调用 a 失败")
