"""The events of the in-memory loop: the client's requests, and a journal."""

from __future__ import annotations

from durable_lab.kernel.events import ANY, NUMBER, declare, written

REQUEST = declare(
    "request",
    {
        "called": {"unit": str},
        "replied": {"reply": ANY, "commits": list},
        "raised": {"unit": str, "error": str},
        "cancelled": {"deadline": NUMBER},
    },
    memory="own",
    commits=True,
    by_client=True,
)
"""A request of the client, from its call to the reply; called again, it is another try."""

JOURNAL = declare(
    "journal", written(key=str, value=ANY), memory="own", word=True, ordinal=True, passing=True, lost=7
)
"""A step that is written down as done."""
