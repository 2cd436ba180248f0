"""Whether the built site is still the one that its sources make: tests need not build it again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

SOURCES = ("docs", "snippets", "src", "mkdocs.yml", "mkdocs.en.yml", "package-lock.json", "requirements.lock")


def source_files(root: Path) -> Iterator[Path]:
    """Every file that the site is made from."""
    for name in SOURCES:
        path = root / name
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in found if file.is_file() and "__pycache__" not in file.parts)


def fingerprint(root: Path) -> str:
    """A digest of all sources: names and contents."""
    digest = hashlib.sha256()
    for path in source_files(root):
        digest.update(f"{path.relative_to(root)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_fresh(root: Path) -> bool:
    """Whether the last strict build was made from these very sources."""
    stamp = root / "build" / "site.from"
    return (root / "site").is_dir() and stamp.is_file() and stamp.read_text() == fingerprint(root)


def mark_fresh(root: Path) -> None:
    """Remember what the site was built from."""
    (root / "build" / "site.from").write_text(fingerprint(root))
