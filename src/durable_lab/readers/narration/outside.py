"""The outside: callees, the model, people."""

from __future__ import annotations

from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.facts import Facts
from durable_lab.readers.narration.telling import Teller, Telling, what
from durable_lab.readers.narration.wording import Said, cut

_ORDINALS = {2: "a second time", 3: "a third time", 4: "a fourth time", 5: "a fifth time"}


def _effect(event: Event, facts: Facts, telling: Telling) -> None:
    key = facts.request(event).payload.get("key")
    telling.add(what=what(event, facts), key=cut(key or ""))
    telling.add(receipt=cut(event.payload.get("receipt") or event.payload.get("result") or ""))
    if event.phase == "requested":
        _request(event, facts, telling, key)
    elif event.phase == "applied":
        _applied(event, facts, telling, key)
    elif event.phase == "recognised" and not facts.times(event):
        telling.variant("other")
    elif event.phase == "refused" and event.payload.get("why") == "in-flight":
        telling.variant("in-flight")
    elif event.phase == "failed":
        _failed(event, facts, telling)


def _request(event: Event, facts: Facts, telling: Telling, key: str | None) -> None:
    identity = facts.identity(event)
    again = facts.times(event) >= max(1, facts.wanted(event))
    if again and key is None:
        telling.variant("again")
    elif again and identity is not None and key in facts.keys.get(identity, ()):
        telling.variant("again-key")
    elif key is not None:
        telling.variant("key")


def _applied(event: Event, facts: Facts, telling: Telling, key: str | None) -> None:
    if facts.extra(event):
        times = facts.times(event)
        if times == 1:
            telling.variant("over" if facts.wanted(event) else "unwanted")
        else:
            telling.variant("extra" if key is None else "extra-key", nth=_nth(times))
    elif not facts.lives(event):
        telling.variant("late")


def _failed(event: Event, facts: Facts, telling: Telling) -> None:
    if event.payload.get("why") == "stored-failure":
        telling.variant("kept")
    elif event.step in facts.done:
        telling.variant("applied")


def _nth(n: int) -> Said:
    return {"zh": f"第 {n} 次", "en": _ORDINALS.get(n, f"once more, {n} times in all")}


def _model(event: Event, facts: Facts, telling: Telling) -> None:
    prompt = event.payload.get("prompt", "")
    telling.add(prompt=cut(prompt, 40), answer=cut(event.payload.get("answer", ""), 50))
    if event.phase == "requested" and event.step in facts.again:
        telling.variant("again")
    elif event.phase == "answered" and not facts.lives(event):
        telling.variant("nobody")


def _person(event: Event, facts: Facts, telling: Telling) -> None:
    about = event.payload.get("about")
    telling.add(
        about=cut("?" if about is None else about, 40), answer=cut(event.payload.get("answer", ""), 40)
    )
    if event.phase == "answered" and not facts.lives(event):
        telling.variant("nobody")


def _intent(event: Event, facts: Facts, telling: Telling) -> None:
    given = event.payload
    business = ", ".join(str(value) for value in given.get("arguments", {}).values())
    telling.add(what=f"{telling.fields['name']}({cut(business, 20)})", most=given.get("most", ""))
    if given.get("approval"):
        telling.variant("approval", approval=cut(given["approval"]))


TELLERS: dict[str, Teller] = {"effect": _effect, "model": _model, "person": _person, "intent": _intent}
