"""A view for a terminal: the run told event by event."""

from __future__ import annotations

from durable_lab.kernel.events import Mark
from durable_lab.readers.narration.wording import clock
from durable_lab.readers.view.schema import View
from durable_lab.words.messages import Language


def narrated(drawn: View, language: Language) -> str:
    """A run told event by event: when, a sign for what is marked on the timeline, one sentence."""
    signs = {mark["at"]: _SIGNS[mark["kind"]] for mark in drawn["marks"]}
    told = zip(drawn["events"], drawn["say"][language], strict=True)
    return "\n".join(f"{clock(e['t']):>14}  {signs.get(at, ' ')} {said}" for at, (e, said) in enumerate(told))


_SIGNS: dict[Mark, str] = {
    "crash": "☠",
    "restart": "↻",
    "stop": "■",
    "fault": "⚡",
    "human": "☺",
    "lease-end": "⌛",
    "stuck": "∞",
    "duplicate": "✗",
    "end": "●",
}
