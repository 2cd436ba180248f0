"""A graph's own schemas for input and output; a node's and a path's own input, by annotation or by option."""

import operator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Optional, TypedDict, Union

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send

PLACE = {"configurable": {"thread_id": "1"}}


class State(TypedDict, total=False):
    question: str
    answer: str
    log: Annotated[list, operator.add]


class Question(TypedDict):
    question: str


class Answer(TypedDict, total=False):
    answer: str


class Draft(TypedDict):
    draft: str
    tries: Annotated[list, operator.add]


@dataclass
class Note:
    draft: str = "no draft"
    rating: Optional[int] = None


@dataclass
class Update:
    answer: str
    rating: int
    unknown: int = 0


def attempt(what, do):
    try:
        print(what, "->", do())
    except Exception as error:
        print(what, "!!", type(error).__name__, str(error).splitlines()[0][:150])


def write(state: State) -> Draft:
    print("write", state)
    return {"draft": "a draft", "tries": ["one"], "log": ["written"]}


def rate(state: Note):
    print("rate", state)
    return Update(answer=f"{state.draft}!", rating=5)


def look(state: Draft):
    print("look", state)
    return Command(update={"tries": ["two"], "nothing": 1})


def check(state: Note) -> Literal["done", "__end__"]:
    print("check", state)
    return "done" if state.rating else END


def done(state):
    print("done", state)
    return {"log": ["done"]}


def built(**schemas):
    graph = StateGraph(State, **schemas)
    graph.add_sequence([write, rate, look])
    graph.add_node("done", done)
    graph.add_edge(START, "write")
    graph.add_conditional_edges("look", check)
    return graph.compile(checkpointer=InMemorySaver())


for schemas in ({}, {"input_schema": Question, "output_schema": Answer}):
    app = built(**schemas)
    attempt("invoke", lambda: app.invoke({"question": "?", "answer": "given", "draft": "given"}, PLACE))
    state = app.get_state(PLACE)
    print(state.values, state.next)
    attempt("again", lambda: app.invoke({"question": "??"}, PLACE))
    attempt("nothing it knows", lambda: app.invoke({"answer": "given"}, {"configurable": {"thread_id": "2"}}))


def plain(state):
    print("plain", state)


def typed(state: dict):
    print("typed", state)


def union(state: Union[Draft, Note]):
    print("union", state)


def second(config, state: Draft):
    pass


def quoted(state: "Draft"):
    print("quoted", state)


def unknown(state: "Nowhere"):
    print("unknown", state)


class Callable:
    def __call__(self, state: Draft):
        print("callable", state)

    def method(self, state: Draft):
        print("method", state)


async def waits(state: Draft):
    print("waits", state)


nodes = [plain, typed, union, quoted, unknown, ("callable", Callable()), ("method", Callable().method)]
graph = StateGraph(State).add_sequence(nodes)
graph.add_edge(START, "plain")
attempt("kinds", lambda: graph.compile().invoke({"question": "?", "draft": "given"}))
graph = StateGraph(State).add_node("lambda", lambda state: print("lambda", state), input_schema=Draft)
graph.add_node("typed", typed, input_schema=Note).add_edge(START, "lambda").add_edge("lambda", "typed")
attempt("option", lambda: graph.compile().invoke({"question": "?", "draft": "given"}))


def conflicting(state: TypedDict("Other", {"log": Annotated[list, lambda a, b: b]})):
    pass


class Last(TypedDict):
    log: str


def last(state: Last):
    print("last", state)
    return {"log": ["last"]}


attempt("conflict", lambda: StateGraph(State).add_node("conflicting", conflicting) and "no error")
graph = StateGraph(State).add_node(last).add_edge(START, "last")
attempt("last", lambda: graph.compile().invoke({"log": ["first"]}))


def elsewhere(state) -> Literal["done"]:
    return "write"


graph = StateGraph(State).add_node(write).add_node(done)
graph.add_conditional_edges(START, elsewhere)
attempt("a path that breaks its word", lambda: graph.compile().invoke({"question": "?"}))


def nowhere(state) -> Literal["done", "nowhere"]:
    return "done"


graph = StateGraph(State).add_node(done)
graph.add_conditional_edges(START, nowhere)
attempt("a path to nowhere", lambda: graph.compile() and "no error")


def sends(state: Question) -> list[Send]:
    print("sends", state)
    return [Send("note", {"draft": "sent"}), Send("note", Note("made"))]


def note(state: Note):
    print("note", type(state).__name__, state)
    return {"answer": "x"} if isinstance(state, Note) else None


graph = StateGraph(State).add_node(note).add_conditional_edges(START, sends)
attempt("sent", lambda: graph.compile().invoke({"question": "?"}))


@dataclass
class Whole:
    question: str
    answer: str = "none"
    log: Annotated[list, operator.add] = field(default_factory=list)


graph = StateGraph(Whole, input_schema=Question).add_sequence([done, look]).add_edge(START, "done")
attempt("dataclass", lambda: graph.compile().invoke({"question": "?"}))
attempt("dataclass given", lambda: graph.compile().invoke(Whole("?")))
graph = StateGraph(Whole, output_schema=Whole).add_node(done).add_edge(START, "done")
attempt("dataclass out", lambda: graph.compile().invoke(Whole("?")))
for wrong in (5, "text", [1], object):
    graph = StateGraph(State).add_node("wrong", lambda state: wrong).add_edge(START, "wrong")
    attempt("wrong", lambda: graph.compile().invoke({"question": "?"}))
