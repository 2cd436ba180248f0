"""A file's options and its further versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from durable_lab.experiment import Experiment, Options
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.machine.tracebacks import readers_traceback
from durable_lab.options import options_of, sections
from durable_lab.words.messages import LabError

PLAN = "deploy v2 at effect:a#1.applied ; crash at effect:a#1.applied"
TWO = f"""# durable-lab: --fault "{PLAN}"
from durable_lab import world
world.call("a")
# durable-lab: version v2
from durable_lab import world
world.call("b")
1 / 0
"""


def test_a_file_may_hold_a_second_version() -> None:
    first, versions = sections(TWO)
    assert first.splitlines() == TWO.splitlines()[:3]
    assert list(versions) == ["v2"]
    assert versions["v2"].splitlines()[4:] == TWO.splitlines()[4:]  # its lines keep their numbers
    assert sections("x = 1\n") == ("x = 1\n", {})


def test_a_second_version_is_what_a_plan_deploys() -> None:
    outcome = Experiment(TWO, "file.py").run()
    assert [e.name for e in outcome.trace.select("effect", "applied")] == ["a", "b"]
    assert isinstance(outcome.error, ZeroDivisionError)
    assert 'File "file.py", line 7, in <module>\n    1 / 0\n' in readers_traceback(outcome.error, "file.py")


def test_each_versions_lines_are_its_own() -> None:
    """The first version's traceback shows its own lines, whatever other versions there are."""
    first = Experiment("1 / 0\n# durable-lab: version v2\nprint()\n", "file.py").run()
    assert first.error is not None
    assert "line 1, in <module>\n    1 / 0\n" in readers_traceback(first.error, "file.py")
    options = Options(plan=parse_plan(PLAN), versions={"v2": "\n0 / 0\n"})
    other = Experiment('from durable_lab import world\nworld.call("a")\n', "file.py", options).run()
    assert other.error is not None
    assert 'File "file.py (v2)", line 2, in <module>\n    0 / 0\n' in readers_traceback(
        other.error, "file.py"
    )


def test_a_version_may_be_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "new.py"
    path.write_text("print('new')", encoding="utf-8")
    options = options_of(f'# durable-lab: --deploy "v2={path}"\n')
    assert options.versions == {"v2": "print('new')"}


@pytest.mark.parametrize(
    ("option", "code"), [("v2", "bad-version"), ("v2=", "bad-version"), ("v2=/no/such/file", "no-such-file")]
)
def test_a_version_that_cannot_be_read_is_refused(option: str, code: str) -> None:
    with pytest.raises(LabError) as caught:
        options_of(f"# durable-lab: --deploy {option}\n")
    assert caught.value.code == code
