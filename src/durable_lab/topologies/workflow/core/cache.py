"""The cache: the runs that a worker keeps between their tasks. It forgets the one not used for longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from durable_lab.topologies.workflow.core.lang import Lang
from durable_lab.topologies.workflow.core.replay import Replay
from durable_lab.topologies.workflow.wire.activations import Activation, RemoveFromCache


class Cache:
    """Runs by id, the one used last at the end."""

    def __init__(self, lang: Lang, size: int) -> None:
        self._lang = lang
        self._size = size
        self._most = max(size, 1)
        self._runs: OrderedDict[str, Replay] = OrderedDict()

    def seen(self, run_id: str) -> int:
        """How many events of a run its code has seen; 0 if it is not here."""
        return self._runs[run_id].position if run_id in self._runs else 0

    async def get(self, run_id: str, begin: Callable[[], Replay]) -> Replay:
        """A run from the cache, or its code anew."""
        if run_id not in self._runs:
            self._runs[run_id] = begin()
        self._runs.move_to_end(run_id)
        while len(self._runs) > self._most:
            await self.evict(next(iter(self._runs)), "the cache is full")
        return self._runs[run_id]

    async def release(self, run_id: str) -> None:
        """The code waits: a worker that keeps no runs forgets it now."""
        if not self._size:
            await self.evict(run_id, "nothing is kept")

    async def evict(self, run_id: str, why: str) -> None:
        """Forget a run, and have the SDK forget it."""
        if self._runs.pop(run_id, None) is not None:
            await self._lang.activate(Activation(run_id, 0.0, False, 0, False, (RemoveFromCache(why),)))
