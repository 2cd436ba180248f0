"""The run comes to its end, or truly waits for a person."""

from __future__ import annotations

from durable_lab.kernel.events import PERSON, PROCESS
from durable_lab.kernel.trace import Event
from durable_lab.readers.checks.verdict import Verdict
from durable_lab.story import Story


def ends(story: Story) -> list[Verdict]:
    """The run comes to its end: neither an error, nor the same failure for ever, nor a wait that nothing can end.

    A wait for a person who has not answered passes; one whose answer was taken does not.
    """
    lives = story.of_kind(PROCESS)
    if not lives:
        return [Verdict("ends", "not exercised")]
    lasso = _lasso(story)
    if lasso is not None:
        fields = {"what": lasso.name, "why": lasso.payload["why"]}
        return [Verdict("ends", "violated", lasso.sequence, "ends-for-ever", fields)]
    last = [event for event in lives if event.name == story.main][-1]
    if last.phase == "raised":
        return [Verdict("ends", "violated", last.sequence, "ends-error", {"error": _error(last)})]
    if last.phase == "too-many-events":
        return [Verdict("ends", "violated", last.sequence, "too-many-events", dict(last.payload))]
    if last.phase == "ended":
        return [Verdict("ends", "holds")]
    question = _open_question(story)
    if question is not None:
        return [Verdict("ends", "holds", question.sequence, "ends-waiting", {"question": question.name})]
    return [Verdict("ends", "violated", last.sequence, "ends-stuck", {"what": last.name})]


def _error(raised: Event) -> object:
    """What the file ended with: an error of ours as a sentence in no language, any other as Python words it."""
    shown = raised.payload
    return (
        ("error-of-ours", {"type": shown["error"], "what": shown["what"]})
        if "what" in shown
        else shown["error"]
    )


def _lasso(story: Story) -> Event | None:
    """The first run that an engine will retry for ever: the same state but for a count of attempts."""
    return next((event for event in story.runs.values() if event.phase == "stuck"), None)


def _open_question(story: Story) -> Event | None:
    """The question that a run waits on, if that is all that it waits for.

    Not if a request of a living process never came back, for that hangs; nor if the person had answered and
    nothing came of it.
    """
    waiting = story.waiting()
    people = [event for event in waiting if event.kind == PERSON]
    return people[-1] if people and len(people) == len(waiting) else None
