"""Durable stores: bytes, one atomic step a write, and unavailability."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from durable_lab.kernel.events import May, declare, written
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.store import Records, StoreUnavailable, from_bytes, to_bytes
from durable_lab.words.messages import LabError
from tests.support import on_machine

ROW = declare("row", written(row=May(int)))
"""A record of these tests' own."""


def setting(key: str, value: bytes) -> Any:
    def change(records: Records) -> int:
        records[key] = value
        return len(records)

    return change


class Writer:
    """A process that writes three records, one after the other, and notes what came of each."""

    def __init__(self, pause: float = 0.0) -> None:
        self.seen: list[str] = []
        self.pause = pause

    def __call__(self, process: Process) -> None:
        process.start(self.work(process))

    async def work(self, process: Process) -> None:
        store = process.machine.store("db")
        for n in (1, 2, 3):
            try:
                held = await store.write(process, ROW, f"r{n}", "save", setting(f"r{n}", b"x"), row=n)
                self.seen.append(f"r{n} of {held}")
            except StoreUnavailable:
                self.seen.append(f"r{n} refused")
            await asyncio.sleep(self.pause)


def phases(machine: Machine) -> list[str]:
    return [f"{e.name}.{e.phase}" for e in machine.trace.select(ROW)]


def test_a_write_is_two_events_and_returns_what_the_change_returned() -> None:
    writer = Writer()
    machine = on_machine(writer)
    assert writer.seen == ["r1 of 1", "r2 of 2", "r3 of 3"]
    assert phases(machine) == ["r1.sent", "r1.stored", "r2.sent", "r2.stored", "r3.sent", "r3.stored"]
    sent = next(machine.trace.select(ROW, "sent"))
    assert (sent.edge, sent.payload) == ("save", {"store": "db", ROW: 1})


@pytest.mark.parametrize(("phase", "held"), [("sent", {"r1"}), ("stored", {"r1", "r2"})])
def test_a_write_is_in_the_store_whole_or_not_at_all(phase: str, held: set[str]) -> None:
    seen: list[set[str]] = []

    class Once(Writer):
        def __call__(self, process: Process) -> None:
            if process.life == 1:
                super().__call__(process)
            else:
                seen.append(set(process.machine.store("db").peek()))

    on_machine(Once(), f"crash at row:r2#1.{phase}")
    assert seen == [held]


def test_a_store_down_for_a_count_refuses_that_many() -> None:
    writer = Writer()
    machine = on_machine(writer, "down db at row:r1#1.stored x 1")
    assert writer.seen == ["r1 of 1", "r2 refused", "r3 of 2"]
    assert "r2.refused" in phases(machine)
    assert set(machine.store("db").peek()) == {"r1", "r3"}


def test_a_store_down_for_a_time_is_up_again_after_it() -> None:
    writer = Writer(pause=10.0)
    on_machine(writer, "down db at row:r1#1.stored for 15s")
    assert writer.seen == ["r1 of 1", "r2 refused", "r3 of 2"]


def test_another_store_is_not_touched() -> None:
    writer = Writer()
    on_machine(writer, "down other at row:r1#1.stored x 9")
    assert writer.seen == ["r1 of 1", "r2 of 2", "r3 of 3"]


def test_reading_is_an_event_changes_nothing_and_is_refused_too() -> None:
    found: list[Any] = []

    async def work(process: Process) -> None:
        store = process.machine.store("db")
        await store.write(process, ROW, "r1", "save", setting("r1", b"x"))
        found.append(await store.read(process, "load", lambda records: dict(records), what="all"))
        store.take_down(None, 1)
        with pytest.raises(StoreUnavailable) as caught:
            await store.read(process, "load", len)
        found.append(caught.value.fields)
        found.append(await store.read(process, "load", len))

    machine = on_machine(lambda process: None if process.start(work(process)) else None)
    assert found == [{"r1": b"x"}, {"store": "db"}, 1]
    assert [e.phase for e in machine.trace.select("read")] == ["read", "read"]
    assert next(machine.trace.select("read")).payload == {"what": "all"}


def test_a_stored_value_is_a_copy_as_it_was() -> None:
    value = {"list": [1]}
    data = to_bytes(value)
    value["list"].append(2)
    first, second = from_bytes(data), from_bytes(data)
    assert first == {"list": [1]}
    assert first["list"] is not second["list"]


@pytest.mark.parametrize(
    "live", [threading.Lock(), lambda: 0, (n for n in (1, 2)), open], ids=lambda live: type(live).__name__
)
def test_what_lives_only_in_a_process_can_not_be_stored(live: object) -> None:
    if live is open:
        assert from_bytes(to_bytes(live)) is open  # a name, not an object
        return
    with pytest.raises(LabError) as caught:
        to_bytes({"held": live})
    assert caught.value.code == "not-durable"
