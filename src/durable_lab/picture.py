"""What a signature consists of: words in both languages, nodes, edges, answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from durable_lab.words.messages import Language

Kind: TypeAlias = Literal["client", "process", "store", "callee", "model", "person", "engine", "queue"]

GRID_COLUMNS = 6
"""Six, because rows hold one, two or three nodes."""


@dataclass(frozen=True, slots=True)
class Words:
    """One text in both languages, so that neither can be forgotten."""

    zh: str
    en: str

    def say(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en


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
    name: Words
    detail: Words
    place: Place
    dies: bool = False
    """A crash destroys what it holds. Only processes die: stores, engines, people and callees outlive them."""
    owns_state: bool = False
    """Recovery starts from what this node holds."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One named way from a node to a node: what travels it, and what that promises."""

    id: str
    source: str
    target: str
    label: Words
    meaning: Words


@dataclass(frozen=True, slots=True)
class Answers:
    """The four questions that tell the topologies apart."""

    progress: Words
    """Where does progress live?"""
    unit: Words
    """What is the unit of recovery?"""
    effects: Words
    """How are side effects kept from happening twice?"""
    waiting: Words
    """Must a process stay alive while a human decides?"""

    def __iter__(self) -> Iterator[Words]:
        return iter((self.progress, self.unit, self.effects, self.waiting))


@dataclass(frozen=True, slots=True)
class Signature:
    """One topology."""

    key: str
    name: Words
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    answers: Answers

    def node(self, id: str) -> Node:
        return next(node for node in self.nodes if node.id == id)

    def edge(self, id: str) -> Edge:
        return next(edge for edge in self.edges if edge.id == id)

    @property
    def state_owner(self) -> Node:
        return next(node for node in self.nodes if node.owns_state)


QUESTIONS = Answers(
    progress=Words("进度存在哪里？", "Where does progress live?"),
    unit=Words("故障后从哪个单位恢复？", "What is the unit of recovery?"),
    effects=Words("副作用怎样避免做两次？", "How are side effects kept from happening twice?"),
    waiting=Words("等人批准时，进程要一直活着吗？", "Must a process stay alive while a human decides?"),
)
