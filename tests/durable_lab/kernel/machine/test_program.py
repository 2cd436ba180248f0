"""A reader's file as a program: its name, its classes, its imports, its errors."""

from __future__ import annotations

import pytest

from durable_lab.kernel.machine.tracebacks import readers_traceback
from durable_lab.words.messages import LabError
from tests.support import NAME, experiment, graph, run_text, run_well


def test_the_guard_of_a_main_program_holds() -> None:
    ran = run_well("""
def main():
    print("main", __name__, __file__)
if __name__ == "__main__":
    main()
""")
    assert ran.lines == ["main __main__ file.py"]


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_a_state_may_be_a_typed_dict_or_a_dataclass(future: str) -> None:
    for declared, get in (("class S(TypedDict):", "state['log']"), ("@dataclass\nclass S:", "state.log")):
        ran = run_well(
            future
            + f"""
import operator
from dataclasses import dataclass
from typing import Annotated, TypedDict
from langgraph.graph import StateGraph, START

{declared}
    log: Annotated[list[str], operator.add]

def node(state: S) -> dict[str, list[str]]:
    return {{"log": ["after", *{get}]}}

app = StateGraph(S).add_node("node", node).add_edge(START, "node").compile()
print(app.invoke({{"log": ["in"]}})["log"])
"""
        )
        assert ran.lines == ["['in', 'after', 'in']"]


def test_objects_of_the_files_own_classes_survive_a_restart_as_the_new_ones() -> None:
    ran = run_well(
        graph("""
from dataclasses import dataclass
@dataclass
class Change:
    name: str
def a(state):
    return {"log": [Change("db-7")]}
def b(state):
    world.call("b", name=state["log"][0].name, same=isinstance(state["log"][0], Change))
app = chain([a, b])
app.invoke({"n": 1}, thread, durability="sync")
"""),
        "crash at effect:b#1.applied",
    )
    assert [e.payload["arguments"] for e in ran.trace.select("effect", "requested")] == [
        {"name": "db-7", "same": True}
    ] * 2


def test_each_life_has_a_fresh_namespace() -> None:
    ran = run_well(
        "from durable_lab import world\ncount = globals().get('count', 0) + 1\nworld.call('a', count=count)",
        "crash at effect:a#1.returned",
    )
    assert [e.payload["arguments"]["count"] for e in ran.trace.select("effect", "requested")] == [1, 1]


@pytest.mark.parametrize(
    ("code", "message", "what", "has"),
    [
        ("import langgraph.pregel", "module-not-modelled", "langgraph.pregel", "langgraph.graph"),
        (
            "from langgraph.prebuilt import ToolNode",
            "module-not-modelled",
            "langgraph.prebuilt",
            "langgraph.types",
        ),
        ("from langgraph.types import RetryPolicy", "not-modelled", "langgraph.types.RetryPolicy", "Command"),
        (
            "import langgraph.graph as g; g.MessagesState",
            "not-modelled",
            "langgraph.graph.MessagesState",
            "START",
        ),
    ],
)
def test_what_is_not_modelled_says_so_and_what_there_is(code: str, message: str, what: str, has: str) -> None:
    ran = run_text(code)
    assert isinstance(ran.error, LabError)
    assert (ran.error.code, ran.error.fields["what"]) == (message, what)
    assert has in ran.error.fields["available"]


def test_every_form_of_import_gives_the_simulator() -> None:
    ran = run_well("""
import langgraph.graph
import langgraph.types as t
from langgraph import graph
from langgraph.graph import StateGraph
print(langgraph.graph is graph, graph.StateGraph is StateGraph, t.Command.__module__)
""")
    assert ran.lines == ["True True durable_lab.topologies.graph.types"]


def test_other_imports_are_pythons() -> None:
    assert run_well("import json, os.path\nprint(json.dumps([os.path.basename('a/b')]))").lines == ['["b"]']
    assert isinstance(run_text("import no_such_module").error, ModuleNotFoundError)


def test_leaving_with_an_exit_status_is_an_end() -> None:
    ran = run_text("import sys\nprint('a')\nsys.exit(3)\nprint('b')")
    assert (ran.lines, ran.error, ran.ended) == (["a"], None, True)


def test_an_error_is_the_outcome_and_its_traceback_is_the_readers() -> None:
    ran = run_text("def f():\n    raise ValueError('no')\n\nf()\n")
    assert ran.trace.events[-1].phase == "raised"
    assert ran.trace.events[-1].payload == {"error": "ValueError: no"}
    assert ran.error is not None
    assert readers_traceback(ran.error, NAME).splitlines() == [
        "Traceback (most recent call last):",
        '  File "file.py", line 4, in <module>',
        "    f()",
        '  File "file.py", line 2, in f',
        "    raise ValueError('no')",
        "ValueError: no",
    ]


def test_a_syntax_error_is_raised_when_the_file_is_compiled() -> None:
    with pytest.raises(SyntaxError) as caught:
        experiment("def f(:\n")
    assert readers_traceback(caught.value, NAME).startswith('  File "file.py", line 1')


def test_the_digest_is_of_the_text() -> None:
    a, b = experiment("x = 1\n").program, experiment("x = 2\n").program
    assert a.digest != b.digest
    assert run_text("x = 1\n").trace.header["code"] == a.digest
