"""What is said fits its fields; an error carries its sentence in no language."""

from __future__ import annotations

import pytest

from durable_lab.words.messages import LabError, say


def test_a_missing_field_or_an_unknown_code_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError, match="file"):
        say("no-such-file", "en")
    with pytest.raises(KeyError, match="no words for 'no-such-code' in words/reports"):
        say("no-such-code", "en")


def test_a_topology_says_its_own_errors() -> None:
    assert "queue q refused to settle it" in say("lock-lost", "en", id="1", queue="q")


def test_an_error_speaks_both_languages_and_its_fields_do_too() -> None:
    error = LabError("fault-unreadable", text="x", marker="^", column=1, expected=("expected-count", {}))
    assert str(error) == error.text("en")
    assert error.text("en").endswith("expected a positive whole number at character 1")
    assert error.text("zh").endswith("第 1 个字符处应为一个正整数")
