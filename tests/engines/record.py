"""Record what the real engine gives: `LANGGRAPH_PYTHON=… python -m tests.engines.record`.

Without the variable the running interpreter is asked. Look at every difference before you keep it.
"""

from __future__ import annotations

import os
import sys

from tests.engines.conformance import FILES, expected, real


def main() -> None:
    python = os.environ.get("LANGGRAPH_PYTHON", sys.executable)
    for path in FILES:
        text = real(path, python)
        target = expected(path)
        changed = not target.exists() or target.read_text(encoding="utf-8") != text
        target.write_text(text, encoding="utf-8")
        print(f"{target.name}: {len(text.splitlines())} lines{', changed' if changed else ''}")


if __name__ == "__main__":
    main()
