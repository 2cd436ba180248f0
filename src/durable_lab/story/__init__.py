"""The story of a trace: what it means, told once, for every reader.

Checks, the price, narration, views and the explorer all ask the same things: who lives, what was asked of whom and
what became of it, what a process alone knows, what is durable, what people said. The story reads each event once and
answers. Whatever is a topology's own it reads through that topology's chapter (`topologies/<x>/story.py`).
"""

from durable_lab.story.mind import Mind
from durable_lab.story.people import Decision, Wait
from durable_lab.story.story import ENDS_OF_LIVES, SERVED, Applied, Chapter, Request, Story

__all__ = [
    "ENDS_OF_LIVES",
    "SERVED",
    "Applied",
    "Chapter",
    "Decision",
    "Mind",
    "Request",
    "Story",
    "Wait",
]
