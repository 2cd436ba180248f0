"""Two people are asked side by side and answered by id; what each branch does before its question has a key."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world


class State(TypedDict, total=False):
    order: str
    money: str
    goods: str


def money(state: State) -> State:
    world.call("ask_money", order=state["order"], key=f"{state['order']}/ask-money")
    return {"money": interrupt("money?")}


def goods(state: State) -> State:
    world.call("ask_goods", order=state["order"], key=f"{state['order']}/ask-goods")
    return {"goods": interrupt("goods?")}


def close(state: State) -> None:
    verdict = f"{state['money']}, {state['goods']}"
    world.call("close", order=state["order"], verdict=verdict, key=f"{state['order']}/close")


builder = StateGraph(State).add_node("money", money).add_node("goods", goods).add_node("close", close)
builder.add_edge(START, "money").add_edge(START, "goods").add_edge(["money", "goods"], "close")
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))

thread = {"configurable": {"thread_id": "A-1042"}}
paused = graph.invoke({"order": "A-1042"}, thread)
ids = {question.value: question.id for question in paused["__interrupt__"]}
graph.invoke(Command(resume={ids["goods?"]: "back"}), thread)
graph.invoke(Command(resume={ids["money?"]: "paid"}), thread)
