"""Python's search for cycles, made seldom while a run goes on.

A trace has no cycles and only grows, so that looking through it at the usual pace takes a fifth of the time of a
short run, and half of a long one's.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

COLLECT_AFTER = 100_000
"""How many objects are made between two searches."""


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Search for cycles seldom while this lasts; not at all, if it was so before."""
    usual = gc.get_threshold()
    gc.set_threshold(usual[0] and max(usual[0], COLLECT_AFTER))
    try:
        yield
    finally:
        gc.set_threshold(*usual)
