"""An error that nobody catches is told as Python tells it: its kind, its text, the lines of the reader's file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = {
    "an exception": "def f():\n    raise ValueError('no')\nf()\n",
    "a base exception of its own": "class Boom(BaseException): pass\ndef f():\n    raise Boom('deep')\nf()\n",
    "KeyboardInterrupt": "def f():\n    raise KeyboardInterrupt\nf()\n",
    "StopIteration": "def f():\n    return next(iter([]))\nf()\n",
    "CancelledError": "import asyncio\ndef f():\n    raise asyncio.CancelledError('x')\nf()\n",
    "GeneratorExit": "def f():\n    raise GeneratorExit\nf()\n",
    "a cause": "def f():\n    try:\n        1 / 0\n    except ZeroDivisionError as error:\n"
    "        raise RuntimeError('worse') from error\nf()\n",
    "a context": "def f():\n    try:\n        {}['x']\n    except KeyError:\n        raise RuntimeError('worse')\nf()\n",
    "a group": "def f():\n    raise ExceptionGroup('both', [ValueError(1), TypeError(2)])\nf()\n",
    "a note": "error = ValueError('x')\nerror.add_note('why')\nraise error\n",
    "sys.exit with a text": "import sys\nprint('before')\nsys.exit('text')\n",
    "sys.exit with a number": "import sys\nsys.exit(3)\n",
    "sys.exit in a function": "import sys\ndef f():\n    sys.exit('deep')\nf()\n",
    "recursion": "def f():\n    return f()\ntry:\n    f()\nexcept RecursionError as error:\n    print(type(error).__name__)\n",
    "recursion in C": "x = []\nfor _ in range(100_000):\n    x = [x]\ntry:\n    repr(x)\n"
    "except RecursionError as error:\n    print(type(error).__name__)\n",
}


def told(folder: Path, *command: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_ends_and_is_told_as_in_python(tmp_path: Path, name: str) -> None:
    (tmp_path / "agent.py").write_text(PROGRAMS[name], encoding="utf-8")
    status, printed, errors = told(tmp_path, "agent.py")
    our_status, ours, our_errors = told(tmp_path, "-m", "durable_lab", "run", "agent.py", "--language", "en")
    assert our_status == (status if status >= 0 else 128 - status)
    told_by_python = lines_of(printed + errors.replace(f"{tmp_path}/", ""))
    told_by_us = lines_of(ours) + lines_of(
        our_errors
    )  # what went wrong stands with the run; a last word does not
    assert [line for line in told_by_us if line in told_by_python] == told_by_python


def lines_of(text: str) -> list[str]:
    """Lines, without those that only mark columns: in a rewritten file they say little."""
    return [line for line in text.splitlines() if line.strip(" ^~|")]
