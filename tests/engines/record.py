"""Record what the real engines give: `make engines`, then `ENGINES=live python -m tests.engines.record`.

Given a word, only names that begin with it are recorded again (`… record incident`). Without the engines,
`python -m tests.engines.record cases` writes down what the simulator makes of the cases.
Look at every difference before you keep it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.engines.cases.programs import KNOWN, states
from tests.engines.conformance import FILES, expected, real
from tests.engines.expected import matches
from tests.engines.live import ASKED, Engines, started
from tests.engines.scenarios import RECORDED, VARIANTS, allowed, on_engine, recorded, rows
from tests.engines.temporal import FLOWS, flows
from tests.engines.test_measured import FILES as MEASURED
from tests.engines.test_measured import real as in_all_its_lives


def main() -> None:
    wanted = tuple(sys.argv[1:]) or ("",)
    if "cases".startswith(wanted):
        _keep(KNOWN, states())
    if not ASKED:
        return
    with started() as engines:
        for path in (path for path in FILES if path.name.startswith(wanted)):
            _keep(expected(path), real(path, engines))
        for path in (path for path in MEASURED if path.name.startswith(wanted)):
            _keep(expected(path), in_all_its_lives(path, engines))
        if FLOWS.name.startswith(wanted):
            _keep(expected(FLOWS), flows(engines))
        _keep(RECORDED, "".join(f"{line}\n" for name in VARIANTS for line in _lines(engines, name, wanted)))


def _lines(engines: Engines, name: str, wanted: tuple[str, ...]) -> list[str]:
    if not name.startswith(wanted):
        return recorded(name)
    counted = list(rows(name, on_engine(name, engines)))
    return recorded(name) if allowed(recorded(name), counted) else counted


def _keep(target: Path, text: str) -> None:
    """Write a recording anew, unless the one that is there allows it: its alternatives were written by hand."""
    before = target.read_text(encoding="utf-8") if target.exists() else None
    if before is None or not matches(before, text):
        target.write_text(text, encoding="utf-8")
        print(f"{target.name}: {len(text.splitlines())} lines, changed")


if __name__ == "__main__":
    main()
