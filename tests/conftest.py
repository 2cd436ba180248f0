"""What must be built before it is looked at: once, by whoever asks first of all processes that test."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from durable_lab_site.freshness import is_fresh

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def prepared() -> None:
    """What the pages load besides themselves is in build/: the page's Python, the editor, the lab's runs."""
    _made("-c", "from durable_lab_site.build import prepare; prepare()")


@pytest.fixture(scope="session")
def site() -> Path:
    """The whole site is in site/."""
    _made("-m", "durable_lab_site", "build")
    return ROOT / "site"


def _made(*command: str) -> None:
    """Run what brings things up to date, unless the site that was built last is made from these very sources."""
    with _alone():
        if not is_fresh(ROOT):
            subprocess.run([sys.executable, *command], cwd=ROOT, check=True)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: the others wait, and then find it done."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
