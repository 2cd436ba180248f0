"""SqliteSaver.from_conn_string and sqlite3.connect(check_same_thread=False)."""

import os
import sqlite3
import tempfile
from typing_extensions import TypedDict
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import StateGraph, START, END
from langgraph.types import Command, interrupt


class State(TypedDict):
    x: int


def ask(state):
    return {"x": state["x"] + interrupt("how much?")}


b = StateGraph(State).add_node(ask).add_edge(START, "ask").add_edge("ask", END)
path = os.path.join(tempfile.mkdtemp(), "c.db")
cfg = {"configurable": {"thread_id": "1"}}
with SqliteSaver.from_conn_string(path) as saver:
    g = b.compile(checkpointer=saver)
    print(g.invoke({"x": 1}, cfg)["__interrupt__"][0].value)
conn = sqlite3.connect(path, check_same_thread=False)
saver = SqliteSaver(conn)
g = b.compile(checkpointer=saver)
print(g.get_state(cfg).values, g.get_state(cfg).next)
print(g.invoke(Command(resume=4), cfg))
print(len(list(saver.list(cfg))))
conn.close()
