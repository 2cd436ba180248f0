"""A topology as one thing: the record that each folder of `topologies` holds, and the list of folders.

What a record names is imported when it is asked for: a page that runs a queue pays for the queue only. Whoever adds
a topology writes a folder with a record in it, and adds the folder's name to `FOLDERS`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.events import Kind
from durable_lab.kernel.machine.roles import Agent, Role
from durable_lab.picture import Signature

if TYPE_CHECKING:
    from durable_lab.readers.narration.telling import Teller
    from durable_lab.readers.view.board import Board
    from durable_lab.readers.view.parts import Part, People, Processes
    from durable_lab.story import Chapter, Story

FOLDERS = ("loop", "graph", "queue", "workflow")
"""The folders of `topologies`, in the order in which the article tells them."""


@dataclass(frozen=True)
class Topology:
    """What the rest of the lab knows of a topology."""

    folder: str
    signature: Signature
    """Its picture: nodes, named edges, the four answers."""
    events: tuple[Kind, ...]
    """The kinds of event that it emits, besides those of the machine (`kernel.events`)."""
    imports: str
    """What a program of this topology imports: a package or a module, by full name."""
    main: str
    """The process that a program's file runs in: a node of the picture."""
    role: type[Role] = Agent
    """What that process is for."""
    driven: bool = False
    """Whether a file that doesn't call its engine itself can be driven: it is given an input, and answers."""
    speaks: str = ""
    """The package of an engine whose names it speaks (`import langgraph` gives the simulator); "" for none."""

    @property
    def key(self) -> str:
        """Its name in addresses, files and traces."""
        return self.signature.key

    def names(self) -> Mapping[str, Mapping[str, Any]]:
        """The modules of the engine that it speaks for, and the names that each has here."""
        names: Mapping[str, Mapping[str, Any]] = self._part("names").NAMES
        return names

    def chapter(self) -> type[Chapter]:
        """What its events mean: its part of the story of a trace."""
        chapter: type[Chapter] = self._part("story").CHAPTER
        return chapter

    def tellers(self) -> Mapping[str, Teller]:
        """By kind of event: what chooses the sentence."""
        tellers: Mapping[str, Teller] = self._part("telling").TELLERS
        return tellers

    def shown(self, board: Board, story: Story, processes: Processes, people: People) -> Part:
        """What it shows in words of its own."""
        part: Part = self._part("shown").SHOWN(board, story, self.signature, processes, people)
        return part

    def driver(self) -> Callable[..., Any] | None:
        """What calls a file that doesn't call its engine itself: `drive_file(namespace, given, answers)`; None if
        such a file is of no use here."""
        drive: Callable[..., Any] | None = self._part("driver").drive_file if self.driven else None
        return drive

    def _part(self, name: str) -> Any:
        return importlib.import_module(f"durable_lab.topologies.{self.folder}.{name}")


@functools.cache
def topologies() -> Mapping[str, Topology]:
    """By key, in the order in which the article tells them."""
    records = (importlib.import_module(f"durable_lab.topologies.{name}").TOPOLOGY for name in FOLDERS)
    return {record.key: record for record in records}


@functools.cache
def beside() -> frozenset[str]:
    """The processes of files that stand beside what a program is made of: clients, and the program's way in."""
    return frozenset(record.main for record in topologies().values() if record.role.beside)


@functools.cache
def ways_in() -> frozenset[str]:
    """Of these, the ones that are started again after a crash, and asked again by whoever had asked: they can be
    crashed as well as any other."""
    records = [record for record in topologies().values() if record.role.beside]
    return frozenset(record.main for record in records if record.role.restart_after is not None)


@functools.cache
def named() -> frozenset[str]:
    """The processes that stand in a picture: sentences name them as what they are (`the-…` among the words)."""
    kinds = ("process", "client")
    return frozenset(
        node.id for record in topologies().values() for node in record.signature.nodes if node.kind in kinds
    )


@functools.cache
def tellers() -> Mapping[str, Teller]:
    """What chooses the sentence of an event, by its kind, of every topology: a program may use what two of them have."""
    return {kind: teller for record in topologies().values() for kind, teller in record.tellers().items()}


def topology_of(imported: Iterable[str]) -> Topology | None:
    """The topology of a program that imports these modules; None if it uses none.

    The first in the list is a plain function with a client: what uses another one as well is of that.
    """
    known = [record for record in topologies().values() if record.imports in imported]
    return known[min(1, len(known) - 1)] if known else None
