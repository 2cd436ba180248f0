"""The events of the durable workflow: histories, tasks and reports on them, activities, signals, queries."""

from __future__ import annotations

from durable_lab.kernel.events import May, declare, exchanged

HISTORY = declare("history", {"recorded": {"type": str, "run": int, "attributes": dict}})
"""An event of a run's history, in the server's words."""

WORKFLOW = declare(
    "workflow",
    {"closed": {"status": str}, "stuck": {"why": (str, list)}, "resumed": {}},
    marks={"stuck": "stuck"},
)
"""What becomes of a run: it closes, or the same failure repeats without an end."""

START = declare("start", exchanged({"business": str, "input": list}), counted=False)
"""A client starts a run."""

SIGNAL = declare(
    "signal",
    exchanged({"business": str, "input": list}),
    counted=False,
    by_client=True,
    marks={"stored": "human"},
)
"""A client sends a signal; the server keeps it whether or not a worker lives."""

QUERY = declare("query", {"returned": {"business": str}, "sent": {"business": str}}, passing=True)
"""A worker is asked about a run, and answers."""

TASK = declare(
    "task",
    {"returned": {"business": str, "attempt": int, "from": int, "to": int}},
    memory="own",
)
"""A worker gets a workflow task: the events from one to another."""

REPLAY = declare("replay", {"begun": {"events": int}})
"""Code that begins again at its first line, on the events of a history."""

COMMANDS = declare(
    "commands",
    exchanged({"business": str, "commands": May(list), "cached": May(bool), "failure": May(str)}),
    memory="own",
    counted=False,
    lost=10,
    rests=True,
)
"""A worker reports what the code decided, or why it could not."""

ACTIVITY_TASK = declare(
    "activity_task", {"returned": {"business": str, "unit": str, "attempt": int}}, memory="own"
)
"""A worker gets an attempt at an activity."""

COMPLETION = declare(
    "completion",
    exchanged(
        {
            "business": str,
            "unit": str,
            "attempt": int,
            "result": May(str),
            "commits": May(list),
            "failure": May(str),
        }
    ),
    memory="own",
    commits=True,
    word=True,
    counted=False,
    lost=11,
)
"""A worker reports what an attempt at an activity came to."""

HEARTBEAT = declare("heartbeat", exchanged({"business": str, "details": list}))
"""An activity says how far it is."""
