"""The process dies when the last node's writes are stored and its checkpoint is not: what does `next` say?"""

import os
import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph


class State(TypedDict, total=False):
    n: int


class Dying(SqliteSaver):
    writes = 0

    def put_writes(self, *given):
        super().put_writes(*given)
        Dying.writes += 1
        if Dying.writes == 2:
            os._exit(9)


saver = Dying(sqlite3.connect("agent.db", check_same_thread=False))
builder = StateGraph(State).add_node("n1", lambda state: {"n": 1}).add_node("n2", lambda state: {"n": 2})
app = builder.add_edge(START, "n1").add_edge("n1", "n2").compile(checkpointer=saver)
thread = {"configurable": {"thread_id": "t"}}
if app.get_state(thread).values:
    print("next:", app.get_state(thread).next, "state:", app.get_state(thread).values)
    print("then:", app.invoke(None, thread, durability="sync"))
else:
    app.invoke({"n": 0}, thread, durability="sync")
