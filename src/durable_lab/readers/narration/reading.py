"""Reads: of a journal, of a job's record, of a thread. What is read is what the trace has stored."""

from __future__ import annotations

from durable_lab.kernel.events import READ
from durable_lab.kernel.trace import Event, step_name
from durable_lab.readers.narration.telling import Teller, Telling
from durable_lab.readers.narration.wording import cut
from durable_lab.story import Story


def _read(event: Event, story: Story, telling: Telling) -> None:
    given = event.payload
    if given.get("what") == "file":
        telling.variant("file")
    elif "thread_id" in given:
        thread = str(given["thread_id"])
        step = story.threads.get(thread)
        telling.variant("load-none" if step is None else "load", thread=cut(thread), step=step)
    elif "key" in given:
        key = str(given["key"])
        there = (event.name, step_name(key)) in story.records
        telling.variant("journal" if there else "journal-none", key=cut(key))
    else:
        job = str(given.get("business", ""))
        place = event.name, step_name(job)
        telling.variant("record" if place in story.records else "record-none", job=cut(job))
        telling.add(value=cut(story.records.get(place)))


TELLERS: dict[str, Teller] = {READ: _read}
