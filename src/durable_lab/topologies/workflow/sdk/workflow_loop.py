"""The loop on which workflow code runs: its timers are the engine's, and only the history moves its clock.

It is run from plain callbacks of the machine's loop, never inside a task of it: CPython 3.14 enters no task of one
loop while a task of another runs.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVarTuple

from durable_lab.kernel.machine.loop import Handle, VirtualLoop

if TYPE_CHECKING:
    from durable_lab.topologies.workflow.sdk.instance import Instance

Ts = TypeVarTuple("Ts")


class DurableTimer(Handle):
    """A callback that waits for a `TIMER_FIRED`."""

    __slots__ = ("instance", "seq")
    instance: Instance
    seq: int

    def cancel(self) -> None:
        """Cancel the timer in the engine too."""
        if not self.done:
            super().cancel()
            self.instance.cancel_timer(self.seq)

    def fire(self) -> None:
        """The history says that it fired."""
        self.instance.loop.readmit(self)


class WorkflowLoop(VirtualLoop):
    """A loop whose timers are the engine's and whose clock is the history's (Unix time, seconds)."""

    def __init__(self, instance: Instance) -> None:
        super().__init__()
        self._instance = instance

    def has_ready(self) -> bool:
        """Whether a callback is ready to run."""
        return bool(self._ready)

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> Handle:
        """Start a durable timer of `delay` seconds."""
        timer = DurableTimer(callback, args, context, self.now + delay)
        timer.instance = self._instance
        self._instance.timer(timer, delay)
        return timer

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> Handle:
        """The same, for a time that was reckoned from `time()`; rounded to milliseconds, as the SDK does."""
        return self.call_later(round(when - self.now, 3), callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """A workflow has no threads.

        Raises:
            NotImplementedError: always, as in the SDK.
        """
        raise NotImplementedError
