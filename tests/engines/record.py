"""Record what the real engines give: `LANGGRAPH_PYTHON=… TEMPORAL_PYTHON=… python -m tests.engines.record`.

An engine that isn't named is left as it was recorded; given a word, only names that begin with it are recorded again
(`… record incident`). Temporal needs a development server at `TEMPORAL_ADDRESS`.
Look at every difference before you keep it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.engines.conformance import FILES, expected, real
from tests.engines.scenarios import RECORDED, VARIANTS, Engines, recorded, rows


def main() -> None:
    engines = Engines()
    wanted = tuple(sys.argv[1:]) or ("",)
    if engines.langgraph is not None:
        for path in (path for path in FILES if path.name.startswith(wanted)):
            _keep(expected(path), real(path, engines.langgraph))
    _keep(RECORDED, "".join(f"{line}\n" for name in VARIANTS for line in _lines(engines, name, wanted)))


def _lines(engines: Engines, name: str, wanted: tuple[str, ...]) -> list[str]:
    run = engines.run(name) if name.startswith(wanted) else None
    return recorded(name) if run is None else list(rows(name, run))


def _keep(target: Path, text: str) -> None:
    changed = not target.exists() or target.read_text(encoding="utf-8") != text
    target.write_text(text, encoding="utf-8")
    print(f"{target.name}: {len(text.splitlines())} lines{', changed' if changed else ''}")


if __name__ == "__main__":
    main()
