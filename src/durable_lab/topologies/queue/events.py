"""The events of queue workers: messages and their leases, handlers, job records."""

from __future__ import annotations

from durable_lab.kernel.events import ANY, NUMBER, Fields, May, declare, written

_DELIVERY: Fields = {"business": str, "unit": str, "lineage": int, "delivery": int}
_STALE: Fields = {"stale": May(bool)}
_SETTLED: dict[str, Fields] = {
    "stored": _STALE,
    "answered": {"ignored": bool},
    "refused": {"closed": May(bool)},
    "failed": {},
}

SEND = declare(
    "send", {"sent": {"business": str, "body": ANY}, "stored": {}, "failed": {}}, by_client=True, lost=12
)
"""A message on its way into the queue."""

RECEIVE = declare(
    "receive",
    {
        "sent": {},
        "stored": {"business": str, "delivery": int, "token": int, "until": NUMBER},
        "answered": {"empty": bool},
        "failed": {},
    },
    memory="own",
    lease="taken",
)
"""A worker asks for a message; it gets one under a lease, or hears that there is none."""

HANDLER = declare(
    "handler",
    {
        "started": _DELIVERY,
        "finished": {**_DELIVERY, "settled": bool},
        "raised": {**_DELIVERY, "error": str},
    },
    memory="own",
)
"""The reader's function at work on a message."""

COMPLETE = declare(
    "complete",
    {"sent": {**_DELIVERY, "commits": list}, **_SETTLED},
    memory="own",
    commits=True,
    word=True,
    lease="settled",
    lost=8,
)
ABANDON = declare(
    "abandon", {"sent": {**_DELIVERY, "delay": NUMBER}, **_SETTLED}, memory="own", lease="settled", lost=9
)
DEAD_LETTER = declare(
    "dead_letter",
    {
        "sent": {**_DELIVERY, "reason": str},
        "exceeded": {"business": str, "unit": str, "reason": str},
        **_SETTLED,
    },
    memory="own",
    lease="settled",
)
"""A message set aside: by its worker, or by the broker when its deliveries are used up."""

RENEW = declare("renew", {"sent": _DELIVERY, **_SETTLED})
"""A worker asks for a longer lease."""

LEASE = declare(
    "lease",
    {"ended": {"business": str, "delivery": int, "why": May(str)}},
    memory="own",
    lease="lapsed",
    marks={"ended": "lease-end"},
)
"""A lease is over; its holder is not told."""

RECORD = declare(
    "record", written(record=ANY, fence=May(int)), memory="own", word=True, ordinal=True, passing=True, lost=5
)
"""The record of a job, in place of the one it has."""

CLAIM = declare("claim", written(record=ANY), memory="own", word=True, ordinal=True, passing=True, lost=6)
"""The record of a job, unless it has one."""
