"""The job store: durable execution records, by job id."""

from __future__ import annotations

from typing import Any

from durable_lab.kernel.machine.blocking import blocking
from durable_lab.kernel.machine.process import Process, current
from durable_lab.kernel.outside.client import INSIDE_ENGINE
from durable_lab.kernel.outside.exchange import CallFailed
from durable_lab.kernel.outside.store import Records, Store, from_bytes, to_bytes
from durable_lab.kernel.trace import step_name

_FENCE = "\x1ffence"
"""After a job's id: the key of the highest token that was shown for it."""


class Fenced(CallFailed):
    """The store has seen a later token for this job: whoever holds this one has lost its lease. Nothing was written."""


class JobStore:
    """Records of what was done, which workers write and the API reads.

    Our own: a table with a primary key stands in its place. Every method comes twice: plain, and with an `a`
    before its name for asynchronous code; each raises `StoreUnavailable` while the store is down, and a write
    `LabError` (`not-durable`) for a record that is more than data.
    """

    def __init__(self, path: str) -> None:
        """`path` names the durable store; every `JobStore` of that path is the same one."""
        self.path = path

    async def aget(self, job: str) -> Any:
        """The record of a job; None if there is none."""
        process, store = self._store("records.get")
        edge = "read_record" if INSIDE_ENGINE.get() else "result"
        found = await store.read(process, edge, lambda records: records.get(job), business=job)
        return None if found is None else from_bytes(found)

    async def aput(self, job: str, record: Any, *, fence: int | None = None) -> None:
        """Write the record of a job, in place of the one it has.

        Args:
            job: its id.
            record: data.
            fence: the token of the lease under which it was done (`Message.token`). The store keeps the highest
                of each job and refuses a lower one. It orders writers; it doesn't deduplicate effects.

        Raises:
            Fenced: the token is lower than one that the store has seen.
        """
        process, store = self._store("records.put")
        data, seen = to_bytes(record), f"{job}{_FENCE}"

        def change(records: Records) -> None:
            if fence is not None:
                if fence < int(records.get(seen, b"0")):
                    raise Fenced("fenced", job=job, fence=fence, seen=int(records[seen]))
                records[seen] = str(fence).encode()
            records[job] = data

        shown = {"record": record} if fence is None else {"record": record, "fence": fence}
        await store.write(process, "record", step_name(job), "write_record", change, **shown)

    async def aclaim(self, job: str, record: Any = "running") -> bool:
        """Write a record unless the job has one, in one atomic step; whether this caller wrote it.

        A claim outlives its claimant: who died after it leaves a row that says someone is at work.
        """
        process, store = self._store("records.claim")
        data = to_bytes(record)

        def change(records: Records) -> bool:
            return records.setdefault(job, data) is data

        name = step_name(job)
        claimed: bool = await store.write(process, "claim", name, "write_record", change, record=record)
        return claimed

    get = blocking(aget)
    put = blocking(aput)
    claim = blocking(aclaim)

    def _store(self, what: str) -> tuple[Process, Store]:
        process = current(what)
        return process, process.machine.store(self.path)
