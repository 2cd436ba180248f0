"""The one bridge to the page: JSON in, JSON out. (First form: runs a plain file.)"""

from __future__ import annotations

import contextlib
import io
import json
import traceback
from collections.abc import Callable


def handle(request: str, emit: Callable[[str], None]) -> None:
    asked = json.loads(request)

    class Out(io.TextIOBase):
        def write(self, text: str) -> int:
            emit(json.dumps({"type": "output", "text": text}))
            return len(text)

    ok = True
    with contextlib.redirect_stdout(Out()):
        try:
            exec(compile(asked["source"], asked["file"], "exec"), {"__name__": "__main__"})
        except BaseException:
            ok = False
            emit(json.dumps({"type": "error", "text": traceback.format_exc()}))
    emit(json.dumps({"type": "done", "ok": ok, "summary": ""}))
