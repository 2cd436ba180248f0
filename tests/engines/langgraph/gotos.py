"""Where a command, a conditional edge and a `Send` go, also to nodes that there are not."""

import operator
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send


class State(TypedDict, total=False):
    log: Annotated[list, operator.add]
    n: int


thread = {"configurable": {"thread_id": "t"}}


def run(name, node, *edges):
    builder = (
        StateGraph(State).add_node("a", node).add_node("b", lambda state: {"log": ["b"]}).add_edge(START, "a")
    )
    try:
        for edge in edges:
            builder.add_conditional_edges("a", edge)
    except ValueError as error:
        print(name, error)
        return
    app = builder.compile(checkpointer=InMemorySaver())
    try:
        print(name, app.invoke({"log": ["in"]}, thread), app.get_state(thread).next)
    except Exception as error:
        print(name, type(error).__name__, str(error).split(".")[0])


run("nowhere", lambda state: Command(goto="nowhere"))
run("nowhere and b", lambda state: Command(goto=["nowhere", "b"], update={"n": 2}))
run("sent nowhere and to b", lambda state: Command(goto=[Send("nowhere", {}), Send("b", {})]))
run("an edge to nowhere", lambda state: None, lambda state: "nowhere")
run("an edge that sends to nowhere", lambda state: None, lambda state: [Send("nowhere", {})])
run("an edge to END", lambda state: {"n": 1}, lambda state: END)


def to_b(state):
    return "b"


def to_the_end(state):
    return END


run("two edges", lambda state: {"n": 1}, to_b, to_the_end)
run("the same edge twice", lambda state: {"n": 1}, to_b, to_b)
run("two lambdas", lambda state: {"n": 1}, lambda state: "b", lambda state: END)
run("an edge and a goto", lambda state: Command(goto="b", update={"log": ["a"]}), lambda state: "b")
run("a list of updates", lambda state: [{"log": ["x"]}, Command(update={"log": ["y"]}, goto="b")])
run("a command shows", lambda state: print(Command(goto="b"), Command(resume=1), Command(update={"n": 1})))
