"""The outside, which every topology has: the same nodes, and the same edges to them."""

from __future__ import annotations

from durable_lab.picture import Edge, Node, Place, Words


def model(row: int, column: int, span: int = 2) -> Node:
    """The model."""
    detail = Words("再问一次，回答可能不同", "may answer differently when asked again")
    return Node("model", "model", Words("模型", "Model"), detail, Place(row, column, span))


def callee(row: int, column: int, span: int = 2) -> Node:
    """Whoever carries out effects."""
    detail = Words("副作用在它的台账里计数", "its ledger counts the effects")
    return Node("callee", "callee", Words("被调方", "Callee"), detail, Place(row, column, span))


def person(row: int, column: int, span: int = 2) -> Node:
    """Whoever decides."""
    detail = Words("可能几小时、几天后才回答", "may answer hours or days later")
    return Node("person", "person", Words("审批人", "Person"), detail, Place(row, column, span))


def outside(caller: str) -> tuple[Edge, ...]:
    """The four edges to the world: the same in every topology, whoever calls."""
    return (
        Edge(
            "call",
            caller,
            "callee",
            Words("调用", "call"),
            Words(
                "请求离开进程。从这里起，副作用可能已经发生，而进程不一定知道。",
                "A request leaves the process. From here on the effect may have happened without the process knowing.",
            ),
        ),
        Edge(
            "receipt",
            "callee",
            caller,
            Words("回执", "receipt"),
            Words(
                "被调方做了什么，或凭幂等键认出这是重复请求。",
                "What the callee did, or that it recognised the request by its key.",
            ),
        ),
        Edge(
            "ask_model",
            caller,
            "model",
            Words("提问", "ask"),
            Words(
                "一次模型调用：可能卡住、失败，要单独设超时。",
                "One call of the model: it may hang or fail, so it has a time-out of its own.",
            ),
        ),
        Edge(
            "answer_model",
            "model",
            caller,
            Words("回答", "answer"),
            Words(
                "没有存下来的回答，重跑时会再问一次，而且可能不同。",
                "An answer that was not stored is asked for again on re-execution, and may differ.",
            ),
        ),
    )
