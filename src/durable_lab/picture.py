"""What a signature consists of: nodes, edges, answers. Their words are looked up when somebody wants to show them."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from durable_lab.words.catalogue import Catalogue, Words

Kind: TypeAlias = Literal["client", "process", "store", "callee", "model", "person", "engine", "queue"]

GRID_COLUMNS = 6
"""Six, because rows hold one, two or three nodes."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node stands on the grid, and how many of its columns it takes."""

    row: int
    column: int
    span: int


@dataclass(frozen=True, slots=True)
class Node:
    """Something that can hold state, do work, or answer."""

    id: str
    kind: Kind
    place: Place
    dies: bool = False
    """A crash destroys what it holds. Only processes die: stores, engines, people and callees outlive them."""
    owns_state: bool = False
    """Recovery starts from what this node holds."""
    words: Catalogue = field(kw_only=True, repr=False, compare=False)

    @property
    def name(self) -> Words:
        return self.words[f"picture.node.{self.id}"]

    @property
    def detail(self) -> Words:
        return self.words[f"picture.node.{self.id}.detail"]


@dataclass(frozen=True, slots=True)
class Edge:
    """One named way from a node to a node: what travels it, and what that promises."""

    id: str
    source: str
    target: str
    words: Catalogue = field(kw_only=True, repr=False, compare=False)

    @property
    def label(self) -> Words:
        return self.words[f"picture.edge.{self.id}"]

    @property
    def meaning(self) -> Words:
        return self.words[f"picture.edge.{self.id}.meaning"]


@dataclass(frozen=True, slots=True)
class Answers:
    """The four questions that tell the topologies apart, or a topology's answers to them."""

    role: Literal["question", "answer"]
    words: Catalogue = field(repr=False, compare=False)

    @property
    def progress(self) -> Words:
        """Where does progress live?"""
        return self.words[f"picture.{self.role}.progress"]

    @property
    def unit(self) -> Words:
        """What is the unit of recovery?"""
        return self.words[f"picture.{self.role}.unit"]

    @property
    def effects(self) -> Words:
        """How are side effects kept from happening twice?"""
        return self.words[f"picture.{self.role}.effects"]

    @property
    def waiting(self) -> Words:
        """Must a process stay alive while a human decides?"""
        return self.words[f"picture.{self.role}.waiting"]

    def __iter__(self) -> Iterator[Words]:
        return iter((self.progress, self.unit, self.effects, self.waiting))


_GENERAL = "words/pictures"
"""Where the words stand of what every picture has."""

QUESTIONS = Answers("question", Catalogue(_GENERAL))


@dataclass(frozen=True, slots=True)
class Signature:
    """One topology."""

    key: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    words: Catalogue = field(repr=False, compare=False)

    @property
    def name(self) -> Words:
        return self.words["picture.name"]

    @property
    def answers(self) -> Answers:
        return Answers("answer", self.words)

    def node(self, id: str) -> Node:
        return next(node for node in self.nodes if node.id == id)

    def edge(self, id: str) -> Edge:
        return next(edge for edge in self.edges if edge.id == id)

    @property
    def state_owner(self) -> Node:
        return next(node for node in self.nodes if node.owns_state)


class Pen:
    """Draws a topology's picture, with the words of its folder."""

    def __init__(self, folder: str) -> None:
        self.words = Catalogue(f"topologies/{folder}/words", _GENERAL)
        self.node = functools.partial(Node, words=self.words)
        self.edge = functools.partial(Edge, words=self.words)
        self.signature = functools.partial(Signature, words=self.words)
