"""Values of `temporalio.common` that say how an activity is to be treated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from durable_lab.topologies.workflow.wire import commands as wire


@dataclass(frozen=True)
class RetryPolicy:
    """When an activity is tried again. The defaults are the engine's: 1 s, doubling, at most 100 s, no limit."""

    initial_interval: timedelta = timedelta(seconds=1)
    backoff_coefficient: float = 2.0
    maximum_interval: timedelta | None = None
    """At most so long between attempts; 100 times the initial interval by default."""
    maximum_attempts: int = 0
    """0 for no limit."""
    non_retryable_error_types: Sequence[str] | None = None

    def on_the_wire(self) -> wire.RetryPolicy:
        """The same as the server gets it."""
        most = self.maximum_interval
        return wire.RetryPolicy(
            self.initial_interval.total_seconds(),
            self.backoff_coefficient,
            None if most is None else most.total_seconds(),
            self.maximum_attempts,
            tuple(self.non_retryable_error_types or ()),
        )


def seconds(duration: timedelta | float | None) -> float | None:
    """A duration in seconds, however it was given."""
    return duration.total_seconds() if isinstance(duration, timedelta) else duration
