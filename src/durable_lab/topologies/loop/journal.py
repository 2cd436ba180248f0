"""A journal: which steps are done, in a file that outlives the process. It saves work; it counts nothing."""

from __future__ import annotations

from typing import Any

from durable_lab.kernel.machine.blocking import blocking
from durable_lab.kernel.machine.process import Process, current
from durable_lab.kernel.outside.store import Records, Store, from_bytes, to_bytes
from durable_lab.kernel.trace import step_name


class Journal:
    """Finished steps and their receipts, by name. Our own: a file or a table of yours stands in its place.

    Every method comes twice: plain, and with an `a` before its name for asynchronous code.
    """

    def __init__(self, path: str) -> None:
        """`path` names the durable store; every `Journal` of that path is the same one."""
        self.path = path

    async def adone(self, step: str) -> bool:
        """Whether the step was recorded.

        Raises:
            StoreUnavailable: the store is down.
        """
        process, store = self._store("journal.done")
        found: bool = await store.read(process, "", lambda records: step in records, key=step)
        return found

    async def aget(self, step: str) -> Any:
        """The value that was recorded of the step; None if there is none.

        Raises:
            StoreUnavailable: the store is down.
        """
        process, store = self._store("journal.get")
        found = await store.read(process, "", lambda records: records.get(step), key=step)
        return None if found is None else from_bytes(found)

    async def arecord(self, step: str, value: Any = None) -> None:
        """Write down that the step is done, with a value of it, for instance a receipt.

        Raises:
            StoreUnavailable: the store is down; nothing was written.
            LabError: `not-durable`, for a value that is more than data.
        """
        process, store = self._store("journal.record")
        data = to_bytes(value)

        def change(records: Records) -> None:
            records[step] = data

        await store.write(process, "journal", step_name(step), "", change, key=step, value=value)

    done = blocking(adone)
    get = blocking(aget)
    record = blocking(arecord)

    def _store(self, what: str) -> tuple[Process, Store]:
        process = current(what)
        return process, process.machine.store(self.path)
