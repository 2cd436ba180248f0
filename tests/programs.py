"""The programs that the site shows, by their names: many tests go through all of them."""

from __future__ import annotations

import re
from pathlib import Path

from durable_lab.casebook import SCENARIOS
from durable_lab.experiment import Experiment
from durable_lab_site.snippets import CASEBOOK, Snippet, snippet

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "snippets"
DOCS = ROOT / "docs"

FENCE = re.compile(r"^```run\n(.+?)\n```", re.MULTILINE)

SHOWN = frozenset(
    name for page in DOCS.rglob("*.md") for name in FENCE.findall(page.read_text(encoding="utf-8"))
)
"""What the fences of the pages name."""

FILES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.py"))
POINTERS = sorted(name for name in SHOWN if name.startswith(CASEBOOK))

SNIPPETS: dict[str, Snippet] = {name: snippet(FOLDER, name) for name in [*FILES, *POINTERS]}
"""By what a fence says."""

VARIANTS: dict[str, str] = {variant.path: variant.source for one in SCENARIOS for variant in one.variants}
"""The programs of the casebook, as the lab has them."""

SOURCES: dict[str, str] = {**{name: SNIPPETS[name].source for name in FILES}, **VARIANTS}
"""Every program once: what is a snippet too is here as the lab has it."""


def experiment_of(name: str) -> Experiment:
    """One of them, compiled."""
    source = SOURCES[name] if name in SOURCES else SNIPPETS[name].source
    return Experiment(source, name.rpartition("/")[2])
