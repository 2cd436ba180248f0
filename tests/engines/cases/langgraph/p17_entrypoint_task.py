"""Functional API: @entrypoint, @task, interrupt."""

import time
import uuid
from langgraph.func import entrypoint, task
from langgraph.types import interrupt, Command
from langgraph.checkpoint.memory import InMemorySaver


@task
def write_essay(topic: str) -> str:
    print("writing")
    time.sleep(0.1)
    return f"An essay about topic: {topic}"


@entrypoint(checkpointer=InMemorySaver())
def workflow(topic: str) -> dict:
    essay = write_essay(topic).result()
    is_approved = interrupt({"essay": essay, "action": "Please approve/reject"})
    return {"essay": essay, "is_approved": is_approved}


config = {"configurable": {"thread_id": str(uuid.uuid4())}}
r = workflow.invoke("cat", config)
print(r["__interrupt__"][0].value)
print(workflow.invoke(Command(resume=True), config))
