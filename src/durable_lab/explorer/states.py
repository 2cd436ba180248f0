"""The state in which a crash leaves the outside: two crashes that leave the same one have the same future.

Only with no other process alive is all that is left outside: stores, the callee's ledger, what the client was
told, people's open questions, and the clock if the program reads it. To these comes what the checks remember of
what was before. Anything else that differs makes two states differ, so that at worst too little is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import partial
from typing import Any

from durable_lab.kernel.events import kinds_with
from durable_lab.kernel.machine.loop import OWNER, Handle
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.exchange import Exchange
from durable_lab.kernel.outside.intents import Intents
from durable_lab.kernel.outside.world import World
from durable_lab.kernel.trace import STEP_PHASES, Event
from durable_lab.story import Story

_COUNTERS = frozenset({"attempt"})
"""What is numbered, beside steps, so that it can be told apart, and decides nothing."""

_CLOCK = re.compile(
    r"\bdatetime\b|\bmonotonic|\bperf_counter|\btime_ns\b|\bgmtime\b|\blocaltime\b|\bctime\b|\basctime\b|\bstrftime\b"
    r"|mtime\b|ctime\b|\bstat\(|\.time\b|\bfrom time import\b|\bprocess_time|\bthread_time|\bledger\(|\bvalid_for\b"
)
_CHANCE = re.compile(
    r"\brandom\b|\buuid|\bsecrets\b|\btempfile\b|\bset\b|\bfrozenset\b|\bhash\b|\.wait\b|\{[^{}:]+(,| for )"
)


class Probe:
    """Notes, while a program runs, the state that a crash at each point would leave.

    To be called at each event, after it has happened and before a fault strikes.
    """

    def __init__(self, source: str, *, timed: bool = False) -> None:
        """`source` is the program's text: what it doesn't name, it can't depend on. `timed`: the checks look at
        the clock."""
        self.choices: dict[str, None] = {}
        """Points after which something else could have gone first at the same instant, in order."""
        self.states: dict[str, Hashable] = {}
        """By point. Points whose state can't be known for certain are not in it."""
        self._reads_clock = timed or bool(_CLOCK.search(source))
        self._uses_chance = bool(_CHANCE.search(source))
        """Or what differs in each life by chance: the order of sets, the hashes of texts."""
        self._ignored = _COUNTERS.union(kinds_with("ordinal"))
        if "checkpoint_id" not in source:
            self._ignored |= {"checkpoint id"}
        self._story = Story(Intents(), {}, minds=False, remembers=True)

    def __call__(self, machine: Machine, event: Event) -> None:
        """Take in an event."""
        self._story.take(event)
        if event.phase in STEP_PHASES:
            machine.loop.preempt(partial(self._choice, event.point))
        if event.phase not in STEP_PHASES or not event.life or event.point in self.states:
            return
        process = machine.supervisor.hosts[event.process].process
        if not process.role.beside and len(machine.supervisor.hosts) == 1 and not self._story.opaque:
            self.states[event.point] = self._state(machine, process)

    def _choice(self, point: str) -> bool:
        self.choices[point] = None
        return False

    def _state(self, machine: Machine, process: Process) -> Hashable:
        now, world = machine.loop.now, machine.world
        stores = ((name, frozenset(store.peek().items())) for name, store in machine.stores.items())
        return (
            frozenset(stores),
            tuple(self._entry(machine, entry, now) for entry in world.ledger),
            frozenset(world.asked.items()),
            frozenset(world.people.asked.items()),
            _said_of_the_outside(world),
            tuple(repr(asked.reply) if asked.reply.done() else "" for asked in world.people.open),
            tuple(
                (told.done, told.result, repr(told.error), repr(told.noted))
                for told in machine.journal.values()
            ),
            frozenset(item for item in machine.counters() if item[0][0] not in self._ignored),
            tuple(self._timers(machine, process, now)),
            self._story.facts(),
            now if self._reads_clock else None,
            process.life if self._uses_chance else None,
            self._disk(machine) if machine.has_files else None,
        )

    def _disk(self, machine: Machine) -> Hashable:
        timed = self._reads_clock
        return frozenset((path, data, when if timed else 0.0) for path, data, when in machine.disk.content())

    def _entry(self, machine: Machine, entry: Any, now: float) -> Hashable:
        profile = machine.world.profiles.get(entry.name)
        expires = profile is not None and profile.expires_after is not None
        age = round(now - entry.time, 9) if expires else None
        return entry.name, repr(entry.arguments), entry.key, entry.receipt, entry.recognised, age

    def _timers(self, machine: Machine, process: Process, now: float) -> list[Hashable]:
        """What the outside will do by itself, and when, seen from now."""
        found = []
        for when, handle in machine.loop.scheduled():
            if not handle.done and self._survives(handle, process):
                found.append((round(when - now, 9), _named(handle)))
        return sorted(found, key=repr)

    @staticmethod
    def _survives(handle: Handle, process: Process) -> bool:
        """Whether a callback will still do something when the process has died."""
        owner = handle.context.get(OWNER)
        if owner is not None:
            return owner is not process and getattr(owner, "alive", True)
        target = getattr(handle.callback, "__self__", None)
        return not (isinstance(target, Exchange) and target.dies_with(process))


def _said_of_the_outside(world: World) -> Hashable:
    """What the program has said so far of callees, the model and people: it holds for the rest of the run."""
    people = sorted(world.people.script.items()), sorted(world.people.by.items())
    return repr(sorted(world.profiles.items())), world.script, repr(people)


def _named(handle: Handle) -> str:
    target = getattr(handle.callback, "__self__", None)
    what = f"{target.route.kind}:{target.name} {target.key}" if isinstance(target, Exchange) else ""
    return f"{getattr(handle.callback, '__qualname__', '')} {what}"
