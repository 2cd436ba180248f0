"""Sequential graph, TypedDict + Annotated reducers, conditional edge loop."""

import operator
from typing import Annotated, Literal
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END


class State(TypedDict):
    topic: str
    jokes: Annotated[list[str], operator.add]
    tries: int


def generate(state: State):
    n = state.get("tries", 0) + 1
    return {"jokes": [f"joke {n} about {state['topic']}"], "tries": n}


def check(state: State) -> Literal["improve", "__end__"]:
    return "improve" if state["tries"] < 3 else END


def improve(state: State) -> dict:
    return {"topic": state["topic"] + "!"}


workflow = StateGraph(State)
workflow.add_node("generate", generate)
workflow.add_node("improve", improve)
workflow.add_edge(START, "generate")
workflow.add_conditional_edges("generate", check)
workflow.add_edge("improve", "generate")
chain = workflow.compile()
print(chain.invoke({"topic": "cats"}))
