"""A queue as a program sees it: send, say who handles, run workers."""

from __future__ import annotations

from typing import Any, TypeVar

from durable_lab.kernel.machine.blocking import blocking
from durable_lab.kernel.machine.loop import outside
from durable_lab.kernel.machine.process import Process, current
from durable_lab.kernel.machine.refusal import refusal
from durable_lab.kernel.outside.client import INSIDE_ENGINE, client_call
from durable_lab.kernel.outside.exchange import Route, Served, Unacknowledged, exchange
from durable_lab.kernel.outside.store import to_bytes
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.queue.broker import LATENCY, Broker, DeadLetter
from durable_lab.topologies.queue.message import TIMEOUT
from durable_lab.topologies.queue.profiles import PROFILES
from durable_lab.topologies.queue.worker import Handler, work
from durable_lab.words.messages import LabError

Handles = TypeVar("Handles", bound=Handler)


class Queue:
    """A queue by name. Every process that makes one of that name is at the same broker."""

    def __init__(
        self,
        name: str,
        lease: float | None = None,
        max_deliveries: int | None = None,
        *,
        broker: str = "postgresql",
    ) -> None:
        """Say how the broker treats the queue; the first in a run to use it decides.

        Args:
            name: its name.
            lease: virtual seconds for which a received message is hidden from the other workers; by default the
                broker's own, where it has one, else 30.
            max_deliveries: the limit on deliveries, as the broker counts them; by default its own, else 5, as
                short as the examples need.
            broker: whose behaviour counts where brokers differ: `postgresql`, `rabbitmq-classic`,
                `rabbitmq-quorum`, `sqs`, `redis-streams`, `nats-jetstream`, `azure-service-bus` (`Profile`).

        Raises:
            LabError: `not-modelled`, for another broker; `lease-too-long`, for one that allows less.
            ValueError: a lease or a limit that lets nothing be received.
        """
        if broker not in PROFILES:
            raise refusal("not-modelled", what=f"broker={broker!r}", available=", ".join(PROFILES))
        self.name = name
        self.profile = PROFILES[broker]
        self.lease = self.profile.lease if lease is None else lease
        self.max_deliveries = self.profile.limit if max_deliveries is None else max_deliveries
        longest = self.profile.longest_lease
        if longest is not None and self.lease > longest:
            raise LabError("lease-too-long", broker=self.profile.name, longest=longest)
        if self.lease <= 0 or self.max_deliveries < 1:
            raise ValueError("lease must be positive, and max_deliveries at least 1")
        self.handler: Handler | None = None

    def worker(self, handler: Handles) -> Handles:
        """Decorate the function that handles a message: plain or `async def`.

        It settles the message itself. When it raises instead, the worker abandons the message; when it
        returns without a word, the message is delivered again at the end of its lease.
        """
        self.handler = handler
        return handler

    async def asend(self, body: Any, message_id: str | None = None) -> str:
        """Send a message, and return its id when the broker has it.

        Args:
            body: what is to be done; data. Two messages with the same body are the same matter, sent twice.
            message_id: `<queue>-<n>` by default.

        Raises:
            CallTimedOut: no reply in 10 virtual seconds: the broker may have it.
            LabError: `not-durable`, for a body that is more than data.
        """
        process = current("queue.send")
        data, name = to_bytes(body), step_name(self.name)

        async def put() -> str:
            while True:
                identity = message_id or f"{self.name}-{process.machine.number('message id', name)}"
                try:
                    await self._put(process, name, identity, body, data)
                except Unacknowledged:
                    continue  # as whoever got no reply does: one matter, a second message
                return identity

        identity: str = await client_call(process, put, lambda _: put(), about=("send", self.name, data))
        return identity

    send = blocking(asend)

    async def _put(self, process: Process, name: str, identity: str, body: Any, data: bytes) -> None:
        broker = self._broker(process)
        edge = "send_next" if INSIDE_ENGINE.get() else "send"

        def serve() -> Served:
            broker.put(identity, data)
            return Served("stored", {})

        route = Route("send", edge, edge, "sent", None, LATENCY)
        await exchange(process, route, name, serve, timeout=TIMEOUT, business=identity, body=body)

    async def arun(self, workers: int = 1) -> None:
        """Start workers, unless they run already, and wait until nothing is left to do.

        That is when the queue holds no message, visible, leased or delayed, and every worker is up and waits
        for one. A worker that crashes is started again after a second.

        Raises:
            LabError: `no-handler`, for a queue without one; `run-in-worker`, in a worker.
            Exception: what the file raised when a worker executed it.
        """
        process = current("queue.run")
        broker = self._broker(process)
        if process.name in broker.workers:
            raise LabError("run-in-worker", queue=self.name)
        if self.handler is None:
            raise LabError("no-handler", queue=self.name)

        async def until_idle() -> None:
            for _ in range(workers - len(broker.workers)):
                name = f"worker-{process.machine.number('worker', '')}"
                broker.workers.append(name)
                process.machine.supervisor.host(name, self._start_worker)
            await broker.idle()

        await client_call(process, until_idle, lambda _: until_idle(), about=("run", self.name), waits=True)

    run = blocking(arun)

    def dead_letters(self) -> list[DeadLetter]:
        """The messages that were set aside, oldest first."""
        return list(self._broker(current("queue.dead_letters")).dead_letters)

    def _broker(self, process: Process) -> Broker:
        machine = process.machine
        key = f"queue {self.name}"
        if key not in machine.engines:
            machine.engines[key] = Broker(machine, self.name, self.lease, self.max_deliveries, self.profile)
        broker: Broker = machine.engines[key]
        return broker

    def _start_worker(self, process: Process) -> None:
        outside().run(process.start, self._live(process))

    async def _live(self, process: Process) -> None:
        """A worker's life: execute the file, find this queue in it, handle its messages for ever."""
        broker = self._broker(process)
        try:
            namespace, body = process.machine.program.load(run_name="worker")
            if body is not None:
                await body
            handler = self._handler_in(namespace)
        except BaseException as error:
            if not process.alive:
                raise
            await process.machine.alive(process)
            if isinstance(error, Exception):
                broker.fail(error)
            else:
                process.machine.broken = error
            return
        await work(process, broker, handler)

    def _handler_in(self, namespace: dict[str, Any]) -> Handler:
        """The handler of the queue of this name in a freshly executed file."""
        for value in namespace.values():
            if isinstance(value, Queue) and value.name == self.name and value.handler is not None:
                return value.handler
        raise LabError("no-handler", queue=self.name)
