"""A deployment in the midst of a run: the file with a second version, and the plan that brings it in."""

from __future__ import annotations

from durable_lab.kernel.faults.kinds import Deploy, Plan, Stop
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.options import with_version
from durable_lab.readers.view import View
from durable_lab.session.changes import Amended, Deployed, described
from durable_lab.session.moments import state_at

VERSION = "edited"
"""What the version is called that a reader deploys."""


def deployed(source: str, plan: Plan, drawn: View, change: Deployed) -> Amended:
    """A plan whose run is drawn, with a deployment.

    From the last step before the moment on whatever starts runs the new code; and what runs then is stopped as a
    deployment does it, and started again.

    Raises:
        LabError: `fault-unreadable`, if the run has no step.
    """
    at = change.at
    point = _last_point(drawn, at)
    faults = [f"deploy {VERSION} at {point}", *(f"stop {name} at {point}" for name in _running(drawn, at))]
    rest = tuple(fault for fault in plan if not isinstance(fault, Deploy | Stop))
    return {
        **described((*rest, *parse_plan(" ; ".join(faults)))),
        "source": with_version(source, VERSION, change.code),
    }


def _last_point(drawn: View, at: int) -> str:
    """The last place before a moment at which something can strike; the first of all, if there is none before it."""
    before = [event["point"] for event in drawn["events"][: max(at, 1)] if "point" in event]
    first = next((event["point"] for event in drawn["events"] if "point" in event), "")
    return before[-1] if before else first


def _running(drawn: View, at: int) -> list[str]:
    """The processes that are alive at a moment, and start again when they were stopped."""
    restarting = drawn["header"].get("restarts", ())
    living = state_at(drawn, at)["processes"].items()
    return [name for name, process in living if process["alive"] and name in restarting]
