"""The process dies while it handles an answer: was the answer stored? A slow store shows which came first."""

import os
import sqlite3
import time
from pathlib import Path
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt

DYING = None


class State(TypedDict, total=False):
    answer: str


def ask(state):
    answer = interrupt("go?")
    if DYING is not None:
        time.sleep(DYING)
        os._exit(9)
    return {"answer": answer}


class Slow(SqliteSaver):
    def put_writes(self, *given):
        time.sleep(1)
        super().put_writes(*given)


saver = Slow(sqlite3.connect("agent.db", check_same_thread=False))
app = StateGraph(State).add_node("ask", ask).add_edge(START, "ask").compile(checkpointer=saver)
for durability in ("sync", "async", "exit"):
    for delay in (0.1, 3):
        name = f"{durability}, killed after {delay} s"
        thread = {"configurable": {"thread_id": name}}
        if not Path(name).exists():
            Path(name).touch()
            app.invoke({}, thread)
            DYING = delay
            app.invoke(Command(resume="yes"), thread, durability=durability)
        elif not Path(name + " told").exists():
            Path(name + " told").touch()
            print(
                name,
                "->",
                "asks again" if app.invoke(None, thread).get("__interrupt__") else "goes on",
                flush=True,
            )
