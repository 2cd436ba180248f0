"""Values of `temporalio.common` and `temporalio.client` that say how a run or an activity is to be treated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum


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

    def delay_after(self, attempt: int) -> float:
        """Seconds from the end of an attempt (counted from 1) to the next."""
        first = self.initial_interval.total_seconds()
        most = first * 100 if self.maximum_interval is None else self.maximum_interval.total_seconds()
        try:
            return min(first * self.backoff_coefficient ** (attempt - 1), most)
        except OverflowError:
            return most


class WorkflowIDReusePolicy(IntEnum):
    """Whether a workflow id may be used again after its run has closed."""

    ALLOW_DUPLICATE = 1
    ALLOW_DUPLICATE_FAILED_ONLY = 2
    REJECT_DUPLICATE = 3


class WorkflowExecutionStatus(IntEnum):
    """The status of a run. There is none for "stuck": such a run is RUNNING."""

    RUNNING = 1
    COMPLETED = 2
    FAILED = 3
    CANCELED = 4
    TERMINATED = 5
    CONTINUED_AS_NEW = 6
    TIMED_OUT = 7


def seconds(duration: timedelta | float | None) -> float | None:
    """A duration in seconds, however it was given."""
    return duration.total_seconds() if isinstance(duration, timedelta) else duration
