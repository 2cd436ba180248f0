"""Narration: one sentence an event, in both languages, as a good teacher would say it.

A sentence depends on the event and on what the trace has told before it (`facts`): that a process dies is one
thing, that it alone knew a receipt is another.
"""

from durable_lab.readers.narration.narrator import Narrator

__all__ = ["Narrator"]
