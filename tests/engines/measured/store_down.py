"""The store refuses, comes back, and the run is resumed: how often each node ran, and what the caller saw."""

from collections import Counter
from typing import TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import EmptyInputError
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt

ran = Counter()


class State(TypedDict, total=False):
    n: int


class Down(InMemorySaver):
    """Refuses what `refuses(call, step)` says, while it is down."""

    refuses = None

    def put(self, config, checkpoint, metadata, new_versions):
        if self.refuses and self.refuses("put", metadata["step"]):
            raise ConnectionError("down")
        return super().put(config, checkpoint, metadata, new_versions)

    def put_writes(self, *given):
        if self.refuses and self.refuses("put_writes", None):
            raise ConnectionError("down")
        return super().put_writes(*given)


def node(name):
    def run(state):
        ran[name] += 1

    return run


def asks(state):
    ran["ticket"] += 1
    interrupt("go?")


def tried(app, given, thread, durability):
    try:
        app.invoke(given, thread, durability=durability)
    except ConnectionError:
        return "raises"
    return "returns"


CASES = {
    "put, from step 1": lambda call, step: call == "put" and step >= 1,
    "put_writes only": lambda call, step: call == "put_writes",
    "both, after n1": lambda call, step: ran["n1"] > 0,
}
thread = {"configurable": {"thread_id": "t"}}


def chain(count, saver):
    names = [f"n{number}" for number in range(1, count + 1)]
    builder = StateGraph(State).add_sequence([(name, node(name)) for name in names])
    return builder.add_edge(START, "n1").compile(checkpointer=saver)


def counted(what, count, durability):
    ran.clear()
    saver = Down()
    app = chain(count, saver)
    saver.refuses = CASES[what]
    said = tried(app, {"n": 0}, thread, durability)
    before = sum(ran.values())
    saver.refuses = None
    try:
        app.invoke(None, thread, durability=durability)
    except EmptyInputError:
        app.invoke({"n": 0}, thread, durability=durability)
    shown = sum(ran.values()) if count > 4 else " ".join(str(ran[f"n{number}"]) for number in range(1, 5))
    print(f"{what}, {durability}: {said} after {before}: {shown}")


for what in CASES:
    for durability in ("sync", "async", "exit"):
        counted(what, 4, durability)
counted("put, from step 1", 12, "async")
counted("both, after n1", 12, "async")

for durability in ("sync", "async", "exit"):
    ran.clear()
    saver = Down()
    app = StateGraph(State).add_node("asks", asks).add_edge(START, "asks").compile(checkpointer=saver)
    saver.refuses = lambda call, step: call == "put"
    said = tried(app, {"n": 0}, thread, durability)
    saver.refuses = None
    print(
        f"put, at a question, {durability}: {said}: {ran['ticket']} tickets, stored: {app.get_state(thread).next}"
    )
