"""The files of words, of the lab and of its pages, as a translator finds them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parents[3] / "src"
LAB, SITE = SOURCES / "durable_lab", SOURCES / "durable_lab_site"

FILES = sorted([*LAB.rglob("words/*.json"), *LAB.rglob("words.json"), *SITE.rglob("words/*.json")])


def name_of(path: Path) -> str:
    """Of a file, in the words of a failing test."""
    return path.relative_to(SOURCES).as_posix()


def entries(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Codes and what stands there."""
    for section in json.loads(path.read_text(encoding="utf-8")).values():
        yield from section.items()


def codes(*paths: Path) -> set[str]:
    """The codes of files."""
    return {code for path in paths for code, _ in entries(path)}
