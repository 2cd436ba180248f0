"""Every benchmark, one after the other: `python -m tests.benchmarks`, or one of them: `… explore`."""

from __future__ import annotations

import importlib
import sys

BENCHMARKS = ("machine", "explore", "growth", "views", "page_start", "lab")


def main() -> None:
    """Run those that are named, or all."""
    named, sys.argv[1:] = sys.argv[1:], []
    for name in named or BENCHMARKS:
        print(f"-- {name}", flush=True)
        importlib.import_module(f"tests.benchmarks.{name}").main()


if __name__ == "__main__":
    main()
