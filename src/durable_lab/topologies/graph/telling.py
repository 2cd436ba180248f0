"""The checkpointed graph: invokes, nodes, questions, pending writes, checkpoints."""

from __future__ import annotations

from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.telling import Teller, Telling
from durable_lab.readers.narration.wording import cut
from durable_lab.story import Story
from durable_lab.topologies.graph.events import CHECKPOINT, INVOKE, NODE, QUESTION, WRITES


def _invoke(event: Event, story: Story, telling: Telling) -> None:
    given = event.payload.get("given")
    telling.add(given=cut(given, 30))
    if event.phase == "called" and given is None:
        telling.variant("on")


def _node(event: Event, story: Story, telling: Telling) -> None:
    attempt = event.payload.get("attempt", 1)
    telling.add(attempt=attempt)
    if event.phase == "started" and attempt > 1:
        telling.variant("again")


def _question(event: Event, story: Story, telling: Telling) -> None:
    telling.add(value=cut(event.payload.get("value"), 50))


def _checkpoint(event: Event, story: Story, telling: Telling) -> None:
    asked = story.request(event).payload
    following = ", ".join(str(name).strip("_") for name in asked.get("next", ()))
    telling.add(step=asked.get("step", ""), next=cut(following), store=cut(asked.get("store", "")))
    if event.phase in ("refused", "failed"):
        telling.code = f"store.{event.phase}"
    elif event.name == "input":
        telling.variant("input")
    elif event.phase == "stored" and not following:
        telling.variant("last")


def _writes(event: Event, story: Story, telling: Telling) -> None:
    asked = story.request(event).payload
    channels = {write[0] for write in asked.get("writes", ())}
    telling.add(store=cut(asked.get("store", "")))
    if event.phase in ("refused", "failed"):
        telling.code = f"store.{event.phase}"
    elif event.name in ("start", "resume"):
        telling.variant(event.name)
    elif "__interrupt__" in channels:
        telling.variant("question")
    elif event.name == "exit":
        telling.variant("exit")
    elif "__error__" in channels and event.phase == "stored":
        telling.variant("error")


TELLERS: dict[str, Teller] = {
    INVOKE: _invoke,
    NODE: _node,
    QUESTION: _question,
    CHECKPOINT: _checkpoint,
    WRITES: _writes,
}
