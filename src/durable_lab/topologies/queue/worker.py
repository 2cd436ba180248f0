"""A worker: it receives a message, hands it to the handler, and goes on with the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from durable_lab.kernel.machine.blocking import call_any, is_async
from durable_lab.kernel.machine.event_loop import EventLoop
from durable_lab.kernel.machine.loop import LOOP
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.roles import Worker
from durable_lab.kernel.outside.client import INSIDE_ENGINE
from durable_lab.kernel.outside.exchange import CallFailed, CallTimedOut, Route, Served, exchange
from durable_lab.kernel.outside.world import UNIT
from durable_lab.kernel.trace import step_name, without_addresses
from durable_lab.topologies.queue.broker import LATENCY, Broker
from durable_lab.topologies.queue.message import TIMEOUT, Message

Handler: TypeAlias = Callable[[Message], Any]


async def work(process: Process, broker: Broker, handler: Handler) -> None:
    """Handle one message after another, until it is told to end: then it finishes the one that it has."""
    process.role = Worker(process.machine, lambda: broker.leave(process))
    process.event_loop = EventLoop(process)
    LOOP.set(process.event_loop)  # a consumer is a coroutine; a `def` is handled in a thread beside it
    while not process.stopping:
        await broker.visible(process)
        if process.stopping:
            return
        message = await _receive(process, broker)
        if message is not None:
            await process.start(_handle(process, broker, handler, message))


async def _receive(process: Process, broker: Broker) -> Message | None:
    """The next message, leased; None if another worker was faster or no reply came."""

    def serve() -> Served:
        entry = broker.take(process)
        if entry is None:
            return Served("answered", {"empty": True})
        lease = {"business": entry.id, "delivery": entry.deliveries, "token": entry.token}
        return Served("stored", {**lease, "until": entry.visible_at}, entry)

    route = Route("receive", "receive", "receive", "sent", None, LATENCY)
    try:
        entry = await exchange(process, route, step_name(broker.name), serve, timeout=TIMEOUT)
    except (CallFailed, CallTimedOut):
        return None
    return None if entry is None else Message(process, broker, entry)


async def _handle(process: Process, broker: Broker, handler: Handler, message: Message) -> None:
    """Run the handler once. An error of its own is kept as an event, and the message is abandoned."""
    machine, name = process.machine, step_name(broker.name)
    n = machine.number("handler", name)
    shown = message.shown
    await machine.alive(process)
    machine.emit(process, "", "handler", name, n, "started", **shown)
    await machine.alive(process)
    INSIDE_ENGINE.set(True)
    UNIT.set((message.unit, machine.number("attempt", message.unit)))
    start = process.start_task if is_async(handler) else process.start_thread
    try:
        await start(call_any(handler, message))
    except BaseException as error:
        if not process.alive:
            raise
        await machine.alive(process)
        shown["error"] = without_addresses(repr(error))
        machine.emit(process, "", "handler", name, n, "raised", **shown)
        await machine.alive(process)
        if not isinstance(error, Exception):
            # The process ends: its message comes again when the lease is over.
            machine.supervisor.end(process)
            await machine.alive(process)
        await _give_back(message)
    else:
        await machine.alive(process)
        machine.emit(process, "", "handler", name, n, "finished", settled=message.settled, **shown)


async def _give_back(message: Message) -> None:
    """Abandon it, unless it is settled; a lease that is over gives it back by itself."""
    if not message.settled:
        try:
            await message.aabandon()
        except (CallFailed, CallTimedOut):
            return
