"""interrupt ids; __interrupt__ repr; resume after finish; interrupts in get_state; tasks; several threads."""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START
from langgraph.types import Command, Interrupt, interrupt


class S(TypedDict):
    x: list


def ask(s):
    print("  node starts")
    return {"x": [interrupt("a"), interrupt("b"), interrupt("c")]}


g = StateGraph(S).add_node(ask).add_edge(START, "ask").compile(checkpointer=InMemorySaver())
c = {"configurable": {"thread_id": "1"}}
r = g.invoke({"x": []}, c)
i = r["__interrupt__"][0]
print(isinstance(i, Interrupt), i.value, len(i.id), list(r))
st = g.get_state(c)
print(st.interrupts == (i,), st.tasks[0].interrupts == (i,), st.tasks[0].name, st.next)
ids = [i.id]
for a in (1, 2):
    r = g.invoke(Command(resume=a), c)
    ids.append(r["__interrupt__"][0].id)
print(len(set(ids)))
print(g.invoke(Command(resume=3), c))
print(g.invoke(Command(resume=9), c))
print(g.invoke({"x": ["new"]}, c)["__interrupt__"][0].value)
print(g.invoke(Command(resume=1, update={"x": ["u"]}), c)["x"])
print(g.invoke({"x": ["abandon"]}, c)["x"], g.get_state(c).next)
