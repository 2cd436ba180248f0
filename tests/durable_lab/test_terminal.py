"""Whatever is wrong with the terminal or the file, the command says a sentence: never our own traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LAB = [sys.executable, "-m", "durable_lab"]


def test_whoever_reads_no_further_ends_it_silently(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("for n in range(2_000): print('line', n)\n", encoding="utf-8")
    with subprocess.Popen(
        [*LAB, "run", "agent.py"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout and running.stderr
        assert running.stdout.readline() == "line 0\n"
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode in (0, 141), "all of it may have fitted into the pipe"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("command", ["run", "explore"])
def test_a_full_disk_is_a_sentence(tmp_path: Path, command: str) -> None:
    (tmp_path / "agent.py").write_text("print('x')\n", encoding="utf-8")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*LAB, command, "agent.py", "--language", "en"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.strip() == "Can't write stdout: No space left on device"


DAMAGED = {
    "a byte order mark": (b"\xef\xbb\xbfprint('read')\n", 0, "read"),
    "a null byte": (b"print('x')\0\n", 2, "null bytes"),
    "not UTF-8": (b"print('\xff')\n", 2, "UTF-8"),
    "too many brackets": (b"(" * 10_000, 2, "agent.py"),
    "too deep an expression": (b"x = " + b"-" * 100_000 + b"1\n", 2, "agent.py"),
    "a top-level await": (b"import asyncio\nawait asyncio.sleep(1)\n", 2, "'await' outside function"),
}


@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("command", ["run", "explore"])
def test_a_damaged_file_is_a_sentence(tmp_path: Path, name: str, command: str) -> None:
    text, status, says = DAMAGED[name]
    (tmp_path / "agent.py").write_bytes(text)
    done = subprocess.run(
        [*LAB, command, "agent.py", "--language", "en"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert "Traceback" not in done.stderr + done.stdout
    if status or command == "run":
        assert says in done.stderr + done.stdout
