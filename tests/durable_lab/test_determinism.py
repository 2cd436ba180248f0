"""The same plan gives the same trace, byte for byte, whatever seeds the hashes of the interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from durable_lab.explorer import crash_points
from durable_lab.kernel.faults.plan import parse_plan
from tests.programs import SNIPPETS, experiment_of
from tests.support import run_text

DIGESTS = """
import json, sys
from durable_lab.experiment import Experiment
from durable_lab.explorer import crash_points
from durable_lab.kernel.faults.plan import parse_plan

for name, source in json.load(sys.stdin).items():
    experiment = Experiment(source, "file.py")
    calm = experiment.run(()).trace
    points = crash_points(calm)
    plans = [f"crash at {p}" for p in points[:: max(1, len(points) // 3)]]
    traces = [experiment.run(parse_plan(plan)).trace for plan in plans]
    print(name, calm.digest(), *(trace.digest() for trace in traces))

words = '''
from durable_lab import world
names = {"ask", "apply", "check", "draft", "emit", "file"}
world.call("set", names=names, more=frozenset(names))
class Thing:
    pass
world.call("object", thing=Thing(), kind=Thing, function=Thing.__init__)
'''
print("sets and objects", Experiment(words, "words.py").run().trace.digest())
"""


def digests(seed: str) -> str:
    """The digests of every snippet's traces under a seed of Python's hashes."""
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS],
        input=json.dumps({name: one.source for name, one in SNIPPETS.items()}),
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.fixture(scope="module")
def under_seed_zero() -> str:
    return digests("0")


@pytest.mark.parametrize("seed", ["1", "42"])
def test_every_snippets_traces_are_the_same_under_every_hash_seed(under_seed_zero: str, seed: str) -> None:
    lines = under_seed_zero.splitlines()
    assert len(lines) == len(SNIPPETS) + 1
    assert digests(seed).splitlines() == lines


def under_several_seeds(program: str) -> set[str]:
    """The digests of a program's trace in interpreters with several seeds of their hashes."""
    code = (
        "from durable_lab.experiment import Experiment\n"
        f"print(Experiment({program!r}, 'f.py').run().trace.digest())"
    )
    return {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "42")
    }


def test_a_set_has_the_order_that_its_life_gives_it_not_the_interpreters() -> None:
    program = 'from durable_lab import world\nfor n in {"a", "b", "c", "d"}: world.call(n)'
    assert len(under_several_seeds(program)) == 1


def test_a_program_that_depends_on_the_interpreters_hashes_is_noticed() -> None:
    """The comparison above can fail: what no rewriting sees shows in the digest."""
    program = (
        "import builtins\nfrom durable_lab import world\n"
        'for n in builtins.list({"a", "b", "c", "d"}): world.call(n)'
    )
    assert len(under_several_seeds(program)) > 1


@pytest.mark.parametrize("name", SNIPPETS)
def test_running_again_in_the_same_interpreter_changes_nothing(name: str) -> None:
    experiment = experiment_of(name)
    calm = experiment.run(()).trace
    plans = ["", *(f"crash at {point}" for point in crash_points(calm)[:2])]
    first = [experiment.run(parse_plan(plan)).trace.text() for plan in plans]
    fresh = experiment_of(name)
    assert [fresh.run(parse_plan(plan)).trace.text() for plan in reversed(plans)] == first[::-1]


ADDRESSES = """
from durable_lab import world
class Thing: pass
print(Thing(), lambda: 0)
world.call("a", x=Thing())
raise ValueError(Thing())
"""


def test_no_place_in_memory_comes_into_a_trace() -> None:
    text = run_text(ADDRESSES).trace.text()
    assert " at 0x" not in text and "<__main__.Thing object>" in text
