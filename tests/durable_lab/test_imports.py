"""`install()`: the engines' names in an ordinary interpreter."""

from __future__ import annotations

import subprocess
import sys


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def test_after_install_every_form_of_import_gives_the_simulator() -> None:
    done = python("""
from durable_lab import imports
imports.install()
imports.install()  # again is no mistake
import langgraph.graph
from langgraph.types import Command, interrupt
from langgraph.checkpoint.sqlite import SqliteSaver
print(langgraph.graph.StateGraph.__module__, Command.__module__, SqliteSaver.__module__)
""")
    assert done.stderr == ""
    assert done.stdout.split() == [
        "durable_lab.topologies.graph.state_graph",
        "durable_lab.topologies.graph.types",
        "durable_lab.topologies.graph.checkpointers",
    ]


def test_what_is_not_modelled_says_so() -> None:
    for code, message in (
        ("import langgraph.pregel", "The simulator has no module langgraph.pregel"),
        (
            "from langgraph.types import RetryPolicy",
            "The simulator does not model langgraph.types.RetryPolicy",
        ),
    ):
        done = python(f"from durable_lab import imports\nimports.install()\n{code}\n")
        assert message in done.stderr
        assert done.returncode == 1


def test_other_imports_are_untouched() -> None:
    done = python("from durable_lab import imports\nimports.install()\nimport json, no_such_module\n")
    assert "ModuleNotFoundError: No module named 'no_such_module'" in done.stderr


def test_it_is_too_late_once_the_real_package_is_imported() -> None:
    done = python("""
import sys, types
sys.modules["langgraph"] = types.ModuleType("langgraph")
from durable_lab import imports
imports.install()
""")
    assert "RuntimeError: langgraph is imported already" in done.stderr


def test_nothing_is_installed_unless_asked_for() -> None:
    done = python(
        "import durable_lab, durable_lab.imports, sys\nprint('langgraph' in sys.modules, len(sys.meta_path))"
    )
    plain = python("import sys\nprint(False, len(sys.meta_path))")
    assert done.stdout == plain.stdout
