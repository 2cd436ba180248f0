"""What a runnable fence can name: a file below `snippets/`, or a program of the casebook under one of its presets.

    checkpointed_graph/approval.py
    casebook: clock/naive/worker-restarts

The second says scenario, variant and preset, so that a program which the lab shows too is written down once. Beside
either, below `snippets/`, is what it prints when it is run, once in each language.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from durable_lab.casebook import scenario
from durable_lab.casebook.program import ARTICLE, text_of
from durable_lab.words.catalogue import Language

CASEBOOK = "casebook: "


class Missing(LookupError):
    """There is no such snippet, or no such output."""


@dataclass(frozen=True)
class Snippet:
    """A program as the article shows it."""

    file: str
    """The name that stands above it, and under which it runs."""
    source: str
    recorded: Path
    """Where its output is, but for the language."""

    def output(self, language: Language) -> str:
        """What it printed when it was recorded.

        Raises:
            Missing: it was not.
        """
        return _read(self.recording(language), "the snippet has no recorded output")

    def recording(self, language: Language) -> Path:
        """The file of its output: a program's reports speak the reader's language."""
        return self.recorded.with_name(f"{self.recorded.name}.{language}.out")


def snippet(folder: Path, name: str) -> Snippet:
    """The snippet that a fence names.

    Args:
        folder: `snippets/`.
        name: what stands in the fence.

    Raises:
        Missing: there is none.
    """
    if not name.startswith(CASEBOOK):
        source = _read(folder / name, "there is no such snippet")
        return Snippet(name, source, folder / name.removesuffix(".py"))
    place = name.removeprefix(CASEBOOK)
    try:
        key, variant, preset = place.split("/")
        entry = scenario(key)
        program, plan = entry.variant(variant), entry.preset(preset).plan
    except (KeyError, ValueError):
        raise Missing(f"there is no such program in the casebook: {place}") from None
    source = with_fault(text_of(program.program, program.key, ARTICLE), plan)
    return Snippet(program.path, source, folder / "casebook" / place)


def with_fault(source: str, plan: str) -> str:
    """A file that runs under a plan by itself: the line that says so follows its docstring."""
    docstring, rest = source.split("\n\n", 1)
    return f'{docstring}\n\n# durable-lab: --fault "{plan}"\n\n{rest}' if plan else source


def _read(path: Path, complaint: str) -> str:
    if not path.is_file():
        raise Missing(f"{complaint}: {path}")
    return path.read_text(encoding="utf-8")
