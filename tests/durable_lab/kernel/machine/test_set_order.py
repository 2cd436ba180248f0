"""A set has one order within a life, the same in every run, and never the order of the life before."""

from __future__ import annotations

import pytest

from durable_lab.report import as_text
from durable_lab.words.messages import Language
from tests.support import NAME, explore_text, run_well

ONCE = """
from durable_lab import world
{words}
print({through})
world.call("charge", key="k")
"""

WAYS = {
    "a loop": ('words = {"a", "b", "c", "d", "e"}', "[word for word in words]"),
    "list": ('words = {"a", "b", "c", "d", "e"}', "list(words)"),
    "join": ('words = {"a", "b", "c", "d", "e"}', '"".join(words)'),
    "unpacking": ('first, *rest = {"a", "b", "c", "d", "e"}', "first, rest"),
    "its text": ('words = {"a", "b", "c", "d", "e"}', "words"),
    "pop": ('words = {"a", "b", "c", "d", "e"}', "words.pop()"),
    "a frozenset": ('words = frozenset(["a", "b", "c", "d", "e"])', "tuple(words)"),
    "hash": ('words = "a"', "hash(words)"),
}


@pytest.mark.parametrize("way", WAYS)
def test_each_life_sees_another_order_and_each_run_the_same(way: str) -> None:
    words, through = WAYS[way]
    program = ONCE.replace("{words}", words).replace("{through}", through)
    first, second = run_well(program, "crash after charge").lines
    assert first != second
    assert run_well(program, "crash after charge").lines == [first, second]


def test_what_is_sorted_and_what_is_made_of_numbers_has_the_same_order_in_each() -> None:
    words = 'words = {"a", "b", "c", "d", "e"}; numbers = {3, 1, 2}'
    program = ONCE.replace("{words}", words).replace("{through}", "sorted(words), list(numbers), len(words)")
    first, second = run_well(program, "crash after charge").lines
    assert first == second


@pytest.mark.parametrize(
    ("language", "lines"), [("en", "(lines that go through one: 3)"), ("zh", "（遍历集合的行：3）")]
)
def test_a_report_of_what_fails_names_the_lines_that_go_through_a_set(language: Language, lines: str) -> None:
    found = explore_text(
        """
        from durable_lab import world
        for n, host in enumerate({"web", "db", "lb"}):
            world.call("restart", what=host, key=n)
        """
    )
    assert found.ways(), "keys that follow a set's order do another thing after a restart"
    assert lines in as_text(found, NAME, language)
