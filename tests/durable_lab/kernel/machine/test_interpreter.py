"""A life begins in an interpreter as new: nothing that a program has changed in it reaches the next life or run."""

from __future__ import annotations

import ast
import sys
from textwrap import dedent
from types import ModuleType

import pytest

from durable_lab.kernel.machine.interpreter import changes_modules
from tests.support import run_text, run_well

CHANGES = {
    "a function of a module": (
        "import json",
        "json.dumps = lambda value: 'replaced'",
        "json.dumps(1)",
    ),
    "a function of a module, under another name": (
        "import json as j",
        "k = j; k.dumps = lambda value: 'replaced'",
        "j.dumps(1)",
    ),
    "by setattr": ("import json", "setattr(json, 'dumps', str)", "json.dumps('x')"),
    "by its dictionary": ("import json", "json.__dict__['dumps'] = str", "json.dumps('x')"),
    "a new name": ("import json", "json.mine = 1", "hasattr(json, 'mine')"),
    "a deleted name": ("import json", "del json.loads", "hasattr(json, 'loads')"),
    "a module of a package": (
        "import json, json.encoder",
        "json.encoder.ESCAPE_ASCII = 1",
        "json.encoder.ESCAPE_ASCII == 1",
    ),
    "a method": (
        "import json",
        "json.JSONEncoder.default = lambda self, value: 'anything'",
        "json.JSONEncoder.default.__name__",
    ),
    "a method of a class that was imported": (
        "from json import JSONEncoder",
        "JSONEncoder.default = lambda self, value: 'anything'",
        "JSONEncoder.default.__name__",
    ),
    "a table": ("import string, mimetypes", "mimetypes.types_map['.x'] = 'y'", "'.x' in mimetypes.types_map"),
    "a module of the machine": ("import time", "time.sleep = lambda seconds: None", "time.sleep.__name__"),
    "a module of the system": ("import os", "os.getpid = lambda: 7", "os.getpid() == 7"),
    "an engine": (
        "from langgraph.graph import StateGraph",
        "StateGraph.add_node = None",
        "StateGraph.add_node is None",
    ),
    "the outside": ("from durable_lab import world", "world.answers = None", "world.answers is None"),
    "a builtin": ("import builtins", "builtins.len = lambda value: 99", "len([])"),
    "a new builtin": ("import builtins", "builtins.mine = 1", "hasattr(builtins, 'mine')"),
    "the environment": ("import os", "os.environ['MINE'] = '1'", "os.getenv('MINE'), 'MINE' in os.environ"),
    "a variable less": ("import os", "os.environ.pop('PATH')", "'PATH' in os.environ"),
    "the path": (
        "import sys",
        "sys.path.append('mine'); sys.argv.append('mine')",
        "'mine' in sys.path + sys.argv",
    ),
    "the path as another list": ("import sys", "sys.path = ['mine']", "sys.path == ['mine']"),
    "the modules": (
        "import sys",
        "from types import ModuleType; sys.modules['mine'] = ModuleType('mine'); import mine",
        "'mine' in sys.modules",
    ),
    "another module's name": ("import sys", "sys.modules['colorsys'] = sys", "__import__('colorsys') is sys"),
    "the limit of recursion": ("import sys", "sys.setrecursionlimit(777)", "sys.getrecursionlimit() == 777"),
    "the hook for errors": ("import sys", "sys.excepthook = print", "sys.excepthook is print"),
    "standard output": (
        "import sys, io",
        "before = sys.stdout; sys.stdout = io.StringIO()",
        "type(sys.stdout) is io.StringIO",
    ),
    "filters of warnings": (
        "import warnings",
        "warnings.simplefilter('error')",
        "warnings.filters[0][0] == 'error'",
    ),
    "handlers of logging": (
        "import logging",
        "logging.basicConfig(filename='log', level=5)",
        "len(logging.getLogger().handlers), logging.getLogger().level",
    ),
    "loggers": (
        "import logging",
        "logging.getLogger('mine').setLevel(1); logging.addLevelName(1, 'X')",
        "logging.getLogger('mine').level, logging.getLevelName(1)",
    ),
    "chance": ("import random", "random.seed(1)", "random.random() == 0.13436424411240122"),
    "the context of decimals": (
        "import decimal",
        "decimal.getcontext().prec = 3; decimal.DefaultContext.prec = 4",
        "decimal.getcontext().prec, decimal.DefaultContext.prec",
    ),
    "the search for cycles": ("import gc", "gc.disable()", "gc.isenabled()"),
    "the working directory": (
        "import os",
        "os.mkdir('d') if not os.path.exists('d') else 0; os.chdir('d')",
        "os.getcwd()",
    ),
    "the folder for temporary files": (
        "import tempfile",
        "tempfile.tempdir = '/mine'",
        "tempfile.gettempdir()",
    ),
    "a module beside another": ("import csv", "csv.QUOTE_ALL = 77", "csv.QUOTE_ALL"),
}


def pieces(name: str) -> tuple[str, str, str]:
    """The program that says how it is, then changes it; the one that says only; and the one that changes only."""
    imports, change, say = CHANGES[name]
    told = f"print({say})"
    return f"{imports}\n{told}\n{change}\nCHANGED", f"{imports}\n{told}", f"{imports}\n{change}\nprint({say})"


def out(name: str) -> str:
    """Prints again where a change has taken the output away."""
    return "sys.stdout = before\n" if name == "standard output" else ""


@pytest.mark.parametrize("name", CHANGES)
def test_it_does_change_the_life_that_does_it(name: str) -> None:
    _, say, change = pieces(name)
    if out(name):
        *lines, last = change.splitlines()
        change = "\n".join(
            [*lines, f"said = str({last.removeprefix('print(').removesuffix(')')})", out(name), "print(said)"]
        )
    assert run_well(say).lines != run_well(change).lines


@pytest.mark.parametrize("name", CHANGES)
def test_it_does_not_reach_the_next_run(name: str) -> None:
    _, say, change = pieces(name)
    before = run_well(say).lines
    run_text(change)
    assert run_well(say).lines == before


@pytest.mark.parametrize("name", CHANGES)
def test_it_does_not_reach_the_next_life(name: str) -> None:
    both = pieces(name)[0].replace(
        "CHANGED", f"{out(name)}from durable_lab import world as w\nw.call('ring')"
    )
    lines = run_well(both, "crash at effect:ring#1.applied").lines
    assert len(lines) == 2 and lines[0] == lines[1]


def test_a_name_that_is_added_reaches_nobody_else() -> None:
    import colorsys

    run_text("import colorsys\ncolorsys.added = 1")
    assert vars(colorsys).pop("added", None) is None


def test_it_does_not_reach_whoever_runs_the_program() -> None:
    import json
    import os

    environment, path, dumps, main = dict(os.environ), list(sys.path), json.dumps, sys.modules["__main__"]
    for name in CHANGES:
        run_text(pieces(name)[2])
    assert (dict(os.environ), sys.path, json.dumps) == (environment, path, dumps)
    assert sys.modules["__main__"] is main and "mine" not in sys.modules


def test_what_whoever_runs_it_has_changed_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    import json

    monkeypatch.setattr(json, "dumps", lambda value: "mine")
    run_text("import json\njson.dumps = str\n")
    assert json.dumps(1) == "mine"


def test_what_a_process_registers_for_its_end_is_called_then_and_only_then() -> None:
    source = """
import atexit
from durable_lab import world
@atexit.register
def last():
    world.call("last")
    print("last")
atexit.register(print, "first")
def never():
    print("never")
atexit.register(never)
atexit.unregister(never)
world.call("ring")
print("end")
"""
    ran = run_well(source, "crash at effect:ring#1.applied")
    assert ran.lines == ["end", "first", "last"]
    assert ran.done == {"ring": 2, "last": 1}
    assert run_text("import atexit, sys\natexit.register(print, 'bye')\nsys.exit(3)").lines == ["bye"]
    assert run_text("import atexit\natexit.register(print, 'bye')\n1 / 0").lines == ["bye"]


def test_a_finalizer_is_called_at_the_end_at_the_latest() -> None:
    ran = run_well("""
import weakref
class Thing: pass
a, b = Thing(), Thing()
weakref.finalize(a, print, "a")
weakref.finalize(b, print, "b")
c = weakref.finalize(b, print, "never")
c.atexit = False
del a
print("end")
""")
    assert ran.lines == ["a", "end", "b"]


def test_a_log_names_the_line_and_the_time_of_the_machine() -> None:
    ran = run_well("""
import logging, sys, time
logging.basicConfig(stream=sys.stdout, format="%(asctime)s %(process)d %(filename)s:%(lineno)d %(funcName)s %(message)s")
def work():
    logging.warning("here")
time.sleep(3661)
work()
""")
    assert ran.lines == ["2026-01-01 01:01:01,000 1000 file.py:5 work here"]


def test_a_class_may_have_a_clock_for_an_attribute() -> None:
    """As with Python's own, which is written in C: it is no method."""
    ran = run_well("""
import logging, sys, time
class Timer:
    clock = time.monotonic
class Formatter(logging.Formatter):
    converter = time.gmtime
start = Timer().clock()
time.sleep(5)
print(Timer().clock() - start)
""")
    assert ran.lines == ["5.0"]


@pytest.mark.parametrize(
    ("source", "might"),
    [
        ("import json\nprint(json.dumps(1))", False),
        ("import os\nclass A:\n    def f(self): self.x = 1; self.y[0] = 2\nprint(os.path.join('a'))", True),
        ("import os\nprint(os.getcwd())", False),
        ("state = {}\nstate['a'] = 1\nclass A: pass\na = A()\na.b = 1", False),
        ("import json\njson.dumps = 1", True),
        ("import sys\nsys.path.append(1)", True),
        ("import json\nf(json)", True),
        ("from json import JSONEncoder\nJSONEncoder.default = 1", True),
        ("setattr(1, 2, 3)", True),
    ],
)
def test_most_programs_can_not_change_a_module(source: str, might: bool) -> None:
    assert changes_modules([ast.parse(dedent(source))]) is might


def test_a_module_of_nobodys_is_not_looked_into() -> None:
    """Only what a program was given can have been changed by it."""
    module = ModuleType("nobodys")
    sys.modules["nobodys"] = module
    try:
        run_text("import json\njson.x = 1")
        assert vars(module).keys() <= {"__name__", "__doc__", "__package__", "__loader__", "__spec__"}
    finally:
        del sys.modules["nobodys"]
