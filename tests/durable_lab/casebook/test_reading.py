"""The data of scenarios: what is wrong is said with its place, in words for whoever edits it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from durable_lab.casebook import failures, tasks
from durable_lab.casebook.description import CALM, Preset
from durable_lab.casebook.program import FOLDER
from durable_lab.casebook.reading import Table, Unreadable, parsed, preset, want
from durable_lab.kernel.outside.intents import Want
from durable_lab.words.catalogue import Words

NAME = {"zh": "名", "en": "name"}


def test_every_file_of_data_is_listed() -> None:
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.json")}
    listed = [f"{folder}/{key}" for key, folder in failures.KEYS.items()]
    assert there == {f"{name}.json" for name in [*listed, *(f"tasks/{key}" for key in tasks.LISTED)]}


def test_it_is_written_in_one_form() -> None:
    """So that a change of a word is a change of one line."""
    for path in FOLDER.rglob("*.json"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if '"zh"' in line and '"en"' in line], path
        assert not [line for line in lines if "\\u" in line], path


def test_words_stand_in_both_languages() -> None:
    assert Table({"name": NAME}, "f.json").words("name") == Words("名", "name")


def test_calm_needs_no_words() -> None:
    assert preset(Table({"key": "calm"}, "f.json")) is CALM
    assert preset(Table({"key": "a", "plan": "crash at x#1.done", "name": NAME}, "f.json")) == Preset(
        "a", Words("名", "name"), "crash at x#1.done"
    )


def test_a_want_has_the_fields_of_want() -> None:
    assert want(Table({"name": "pay", "audited": True}, "f.json")) == Want("pay", audited=True)


def read_steps(table: Table) -> None:
    with table:
        table.each("steps", lambda step: step.words("question"))


@pytest.mark.parametrize(
    ("entries", "read", "said"),
    [
        ({}, lambda t: t.text("plan"), "f.json: `plan` is missing"),
        ({"plan": ""}, lambda t: t.text("plan"), "f.json: `plan` is empty"),
        ({"plan": 3}, lambda t: t.text("plan"), "f.json: `plan` is no text"),
        ({"minutes": "3"}, lambda t: t.number("minutes"), "f.json: `minutes` is no whole number"),
        ({"choices": 3}, lambda t: t.numbers("choices"), "f.json: `choices` is no list"),
        ({"name": "n"}, lambda t: t.words("name"), "f.json: `name` is no table"),
        ({"name": {"zh": "名"}}, lambda t: t.words("name"), "f.json, name: `en` is missing"),
        ({"name": {**NAME, "fr": "nom"}}, lambda t: t.words("name"), "f.json, name: nothing reads `fr`"),
        (
            {"steps": [{"question": NAME}, {"question": {"en": "?"}}]},
            read_steps,
            "f.json, steps 2, question: `zh` is missing",
        ),
        ({"steps": [], "hint": "h"}, read_steps, "f.json: nothing reads `hint`"),
        ({"name": "pay", "often": 2}, want, "f.json: .*often"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    entries: dict[str, Any], read: Callable[[Table], object], said: str
) -> None:
    with pytest.raises(Unreadable, match=said):
        read(parsed(json.dumps(entries), "f.json"))


def test_a_file_that_is_no_json_says_where_it_stops_being() -> None:
    with pytest.raises(Unreadable, match=r"f\.json: .* line 2"):
        parsed('{"name": {},\n oops}', "f.json")
