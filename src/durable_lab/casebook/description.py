"""What a scenario is: programs of one business, plans worth trying on them, and what to predict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from durable_lab.casebook.program import text_of
from durable_lab.kernel.outside.intents import Intents, Want
from durable_lab.words.catalogue import Catalogue, Words

Kind: TypeAlias = Literal["failure", "task"]
_Keyed = TypeVar("_Keyed", "Variant", "Preset")

WORDS = Catalogue("words/casebook")
"""What all scenarios have in common."""


@dataclass(frozen=True)
class Variant:
    """One program of a scenario, which runs on the real engine too."""

    key: str
    name: Words
    path: str
    """The name under which it is run and shown: `<topology>/<scenario>/<variant>.py`."""
    program: str
    """The file that its text is made from, below `scenarios/` and without `.py`; others may share it."""

    @property
    def source(self) -> str:
        """Its text."""
        return text_of(self.program, self.key)


@dataclass(frozen=True)
class Preset:
    """A fault plan worth a click."""

    key: str
    name: Words
    plan: str
    """As `kernel.plans` writes it; "" for no fault at all."""


CALM = Preset("calm", WORDS["scenario.calm"], "")


@dataclass(frozen=True)
class Prediction:
    """A question of a mission: one variant under one preset, and a number to predict before it is run."""

    variant: str
    preset: str
    question: Words
    choices: tuple[int, ...]
    """Numbers to choose from. Which is right is counted by running (`outcomes.counted`), never written down."""
    explanation: Words
    """Shown after the answer; `{count}` in it stands for the counted number."""


@dataclass(frozen=True)
class Mission:
    """Predict, watch, repair: the steps from the failure to its repair."""

    counts: str
    """The callee whose effects are to be predicted."""
    minutes: int
    steps: tuple[Prediction, ...]

    @property
    def question(self) -> Words:
        """What is asked first."""
        return self.steps[0].question


@dataclass(frozen=True)
class Scenario:
    """Programs that do the same business on one topology, from unrepaired to repaired."""

    key: str
    """Stable: it is in addresses."""
    topology: str
    """The key of a signature."""
    kind: Kind
    name: Words
    story: Words
    anchor: str | None
    """The row of the failure table that it shows."""
    variants: tuple[Variant, ...]
    """The first is without any repair, the last fully repaired."""
    presets: tuple[Preset, ...]
    """The first is the failure's own plan, for the first variant."""
    mission: Mission | None = None
    intents: tuple[Want, ...] = ()
    """What the business wants, where that is more than the crash-free run shows: approvals, audits. Else empty."""

    @property
    def declared(self) -> Intents | None:
        """What its runs are held against; None if that is what the crash-free run shows."""
        return Intents(self.intents) if self.intents else None

    def variant(self, key: str) -> Variant:
        """The variant of that key.

        Raises:
            KeyError: there is none.
        """
        return _named(self.variants, key)

    def preset(self, key: str) -> Preset:
        """The preset of that key.

        Raises:
            KeyError: there is none.
        """
        return _named(self.presets, key)


def _named(entries: tuple[_Keyed, ...], key: str) -> _Keyed:
    for entry in entries:
        if entry.key == key:
            return entry
    raise KeyError(key)
