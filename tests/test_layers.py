"""Imports go downwards only, and the simulator is Python's standard library and itself."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from durable_lab.topology import FOLDERS

ROOT = Path(__file__).resolve().parents[1]
LAB = ROOT / "src" / "durable_lab"
PROGRAMS = LAB / "casebook" / "scenarios"
"""Files of data: readers' programs, which import engines."""
FILES = sorted(path for path in LAB.rglob("*.py") if PROGRAMS not in path.parents)


def imported(path: Path) -> set[str]:
    """The modules that a file names in its imports, wherever in it they are."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def ours(path: Path) -> set[str]:
    """What a file imports of the simulator: the first names below `durable_lab`."""
    return {name.split(".")[1] for name in imported(path) if name.startswith("durable_lab.")}


def test_the_contracts_of_the_configuration_hold() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint, "--no-cache"], cwd=ROOT, env={**os.environ, "NO_COLOR": "1"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(LAB).as_posix())
def test_it_needs_nothing_but_the_standard_library(path: Path) -> None:
    packages = {name.partition(".")[0] for name in imported(path)}
    assert packages <= {*sys.stdlib_module_names, "durable_lab"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(LAB).as_posix())
def test_nothing_knows_a_browser(path: Path) -> None:
    assert not {name.partition(".")[0] for name in imported(path)} & {
        "js",
        "pyodide",
        "pyodide_js",
        "micropip",
    }


def test_the_kernel_knows_no_topology() -> None:
    for path in (LAB / "kernel").rglob("*.py"):
        assert ours(path) <= {"kernel", "words"}, path


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_topology_knows_the_kernel_and_itself(folder: str) -> None:
    """Only what is read of it knows the story, in three files, and the readers, in two of them."""
    paths = list((LAB / "topologies" / folder).rglob("*.py"))
    assert paths
    for path in paths:
        readings = path.name in {"telling.py", "shown.py"}
        allowed = {
            "kernel",
            "words",
            "topologies",
            "topology",
            "picture",
            *(["readers", "story"] if readings else ["story"] if path.name == "story.py" else []),
        }
        assert ours(path) <= allowed, path
        assert below(path, "topologies") <= {folder, "outside"}, path


def below(path: Path, package: str) -> set[str]:
    """What a file imports of a package of the simulator: the first names below it."""
    prefix = f"durable_lab.{package}."
    return {name.removeprefix(prefix).split(".")[0] for name in imported(path) if name.startswith(prefix)}


def test_checks_see_a_trace_and_intents_and_no_engine() -> None:
    seen = ("readers.checks", "story", "kernel.trace", "kernel.events", "kernel.outside.intents", "words")
    for path in (LAB / "readers/checks").glob("*.py"):
        names = {
            name.removeprefix("durable_lab.") for name in imported(path) if name.startswith("durable_lab")
        }
        assert [name for name in names if not name.startswith(seen)] == [], path


def test_nothing_reads_the_wall_clock_but_the_pages_own_batches() -> None:
    """The page's batches do; the clock formats times that it is given, and puts its own in the module's place."""
    readers = {path.name for path in FILES if "time" in imported(path)}
    assert readers == {"page.py", "clock.py", "stdlib.py"}
    assert not asked_of_time(LAB / "kernel/machine/stdlib.py")
    assert asked_of_time(LAB / "kernel/machine/clock.py") == {"struct_time", "gmtime", "asctime", "strftime"}


def asked_of_time(path: Path) -> set[str]:
    """The attributes of the real `time` module that a file names."""
    return {
        node.attr
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "real_time"
    }


def test_the_site_is_above_and_the_lab_does_not_know_it() -> None:
    assert not [path for path in FILES if any(name.startswith("durable_lab_site") for name in imported(path))]
