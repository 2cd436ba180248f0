"""One file, several programs: what is made of each, and that the files are what a contributor expects."""

from __future__ import annotations

import ast
import difflib
import itertools
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from durable_lab.casebook import SCENARIOS
from durable_lab.casebook.program import ARTICLE, FOLDER, marks, rendered, text_of

ROOT = Path(__file__).resolve().parents[3]
FEW = 11
"""Lines at most in which one variant of a file differs from another, with its docstring."""

KEYS: dict[str, set[str]] = defaultdict(set)
"""By file, the variants that are made from it."""
for _variant in (variant for scenario in SCENARIOS for variant in scenario.variants):
    KEYS[_variant.program].add(_variant.key)

SHARED = sorted(program for program, keys in KEYS.items() if len(keys) > 1)

PROGRAM = """\
a = 1
b = 2  #: one
b = 3  # because  #: two three
#: two
print(b)  #: article
"""


@pytest.mark.parametrize(
    ("kept", "text"),
    [
        (("one",), "a = 1\nb = 2\n"),
        (("two",), "a = 1\nb = 3  # because\n\n"),
        (("three",), "a = 1\nb = 3  # because\n"),
        (("one", ARTICLE), "a = 1\nb = 2\nprint(b)\n"),
        ((), "a = 1\n"),
    ],
)
def test_a_line_stays_where_its_mark_says_and_the_mark_goes(kept: tuple[str, ...], text: str) -> None:
    assert rendered(PROGRAM, *kept) == text


def test_what_only_looks_like_a_mark_is_none() -> None:
    for line in ('say("#: one")', "x = 1  #: Any", "x: int #: one", "y = 2  #: one, two", "# one #: two"):
        assert not marks(line)
        assert rendered(f"{line}\n") == f"{line}\n"


def test_every_file_is_the_program_of_a_variant() -> None:
    assert {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.py")} == {*KEYS}


@pytest.mark.parametrize("program", sorted(KEYS))
def test_the_file_is_python_and_its_marks_name_its_variants(program: str) -> None:
    text = FOLDER.joinpath(f"{program}.py").read_text(encoding="utf-8")
    compile(text, program, "exec")
    marked = [marks(line) for line in text.splitlines()]
    assert frozenset[str]().union(*marked) <= {*KEYS[program], ARTICLE}
    assert not [found for found in marked if found >= KEYS[program]], "what belongs to all needs no mark"


@pytest.mark.parametrize("program", SHARED)
def test_variants_of_one_file_differ_in_a_few_lines(program: str) -> None:
    texts = [text_of(program, key).splitlines() for key in sorted(KEYS[program])]
    for one, other in itertools.combinations(texts, 2):
        differences = [line for line in difflib.ndiff(one, other) if line[0] in "-+"]
        gone = sum(line[0] == "-" for line in differences)
        assert 0 < max(gone, len(differences) - gone) <= FEW


def test_what_is_made_of_them_is_as_tidy_as_any_other_code(tmp_path: Path) -> None:
    for program, keys in KEYS.items():
        for key in keys:
            for place in ((), (ARTICLE,)):
                text = text_of(program, key, *place)
                ast.parse(text)
                made = tmp_path / Path(program).name / f"{'_'.join([key, *place])}.py"
                made.parent.mkdir(exist_ok=True)
                made.write_text(text, encoding="utf-8")
    ruff = [str(Path(sys.executable).with_name("ruff")), "--config", str(ROOT / "pyproject.toml")]
    for asked in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        ran = subprocess.run([*ruff, *asked, str(tmp_path)], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
