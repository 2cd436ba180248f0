"""The outside: callees, the model, people."""

from __future__ import annotations

from durable_lab.kernel.events import EFFECT, INTENT, MODEL, PERSON, RESULT
from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.telling import Teller, Telling, what
from durable_lab.readers.narration.wording import Said, both, cut
from durable_lab.story import Story
from durable_lab.story.mind import step_of


def _effect(event: Event, story: Story, telling: Telling) -> None:
    key = story.request(event).payload.get("key")
    telling.add(what=what(event, story), key=cut(key or ""))
    telling.add(receipt=cut(event.payload.get("receipt") or event.payload.get("result") or ""))
    if event.phase == "requested":
        _request(event, story, telling, key)
    elif event.phase == "applied":
        _applied(event, story, telling, key)
    elif event.phase == "recognised" and not story.times(event):
        telling.variant("other")
    elif event.phase == "refused" and event.payload.get("why") == "in-flight":
        telling.variant("in-flight")
    elif event.phase == "failed":
        _failed(event, story, telling)


def _request(event: Event, story: Story, telling: Telling, key: str | None) -> None:
    identity = story.identity(event)
    again = story.times(event) >= max(1, story.wanted(event))
    if again and key is None:
        telling.variant("again")
    elif again and identity is not None and key in story.keys.get(identity, ()):
        telling.variant("again-key")
    elif key is not None:
        telling.variant("key")


def _applied(event: Event, story: Story, telling: Telling, key: str | None) -> None:
    if story.extra(event):
        times = story.times(event)
        if times == 1:
            telling.variant("over" if story.wanted(event) else "unwanted")
        else:
            telling.variant("extra" if key is None else "extra-key", nth=_nth(times))
    elif not story.lives(event):
        telling.variant("late")


def _failed(event: Event, story: Story, telling: Telling) -> None:
    if event.payload.get("why") == "stored-failure":
        telling.variant("kept")
    elif step_of(event) in story.done:
        telling.variant("applied")


def _nth(n: int) -> Said:
    return both(f"nth-{n}") if n in range(2, 6) else both("nth-more", n=n)


def _model(event: Event, story: Story, telling: Telling) -> None:
    prompt = event.payload.get("prompt", "")
    telling.add(prompt=cut(prompt, 40), answer=cut(event.payload.get("answer", ""), 50))
    if event.phase == "requested" and step_of(event) in story.again:
        telling.variant("again")
    elif event.phase == "answered" and not story.lives(event):
        telling.variant("nobody")


def _person(event: Event, story: Story, telling: Telling) -> None:
    about = event.payload.get("about")
    telling.add(
        about=cut("?" if about is None else about, 40), answer=cut(event.payload.get("answer", ""), 40)
    )
    if event.phase == "answered" and not story.lives(event):
        telling.variant("nobody")


def _result(event: Event, story: Story, telling: Telling) -> None:
    telling.add(status=event.payload.get("status", ""))


def _intent(event: Event, story: Story, telling: Telling) -> None:
    given = event.payload
    business = ", ".join(str(value) for value in given.get("arguments", {}).values())
    telling.add(what=f"{telling.fields['name']}({cut(business, 20)})", most=given.get("most", ""))
    if given.get("approval"):
        telling.variant("approval", approval=cut(given["approval"]))


TELLERS: dict[str, Teller] = {
    EFFECT: _effect,
    MODEL: _model,
    PERSON: _person,
    INTENT: _intent,
    RESULT: _result,
}
