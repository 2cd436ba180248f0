"""Node that fans out over a ThreadPoolExecutor, as many practitioners do."""

from concurrent.futures import ThreadPoolExecutor
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START


class State(TypedDict):
    urls: list[str]
    pages: list[str]


def fetch_all(state: State):
    with ThreadPoolExecutor(max_workers=4) as pool:
        return {"pages": list(pool.map(lambda u: u.upper(), state["urls"]))}


g = StateGraph(State).add_node(fetch_all).add_edge(START, "fetch_all").compile()
print(g.invoke({"urls": ["a", "b"]}))
