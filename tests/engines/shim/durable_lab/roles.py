"""A Temporal file in two processes, as on the machine: the client, and a worker that dies and is started again.

`ROLE=client` runs the file; where it would start its `Worker`, another process runs the same file as
`ROLE=worker`, and once more after it died. Only the first life of the worker is killed: by itself after an effect,
or by the client, which knows when it sends its n-th signal (`KILL=signal:1`) and when the server has stored the
commands of a run's n-th workflow task (`KILL=commands:2`).
"""

import asyncio
import atexit
import os
import subprocess
import sys

ROLE = os.environ.get("ROLE", "")
KIND, _, NUMBER = os.environ.get("KILL", "").partition(":")

living = []
"""The worker's process, in the client."""


def take_role():
    """From now on `Client.connect` finds the test's server, and `async with Worker(…)` does what the role says."""
    from temporalio.client import Client
    from temporalio.worker import Worker

    connect = Client.connect

    async def to_server(_, **options):
        return await connect(os.environ["TEMPORAL_ADDRESS"], **options)

    Client.connect = to_server
    if ROLE == "worker":
        Worker.__aenter__ = _work_for_ever
    else:
        atexit.register(_leave)
        Worker.__init__ = lambda *_, **__: None
        Worker.__aenter__ = _start_workers
        Worker.__aexit__ = _stop_workers
        if KIND == "signal":
            _kill_at_signal(int(NUMBER))
        if KIND == "commands":
            _kill_at_commands(int(NUMBER))


def _kill_at_signal(number):
    from temporalio.client import WorkflowHandle

    send, sent = WorkflowHandle.signal, []

    async def kill_and_send(*given, **options):
        sent.append(1)
        if len(sent) == number:
            living[0].kill()
            await asyncio.to_thread(living[0].wait)
        return await send(*given, **options)

    WorkflowHandle.signal = kill_and_send


def _kill_at_commands(number):
    from temporalio.client import Client

    start = Client.start_workflow

    async def watch(handle):
        stored = 0
        while stored < number:
            await asyncio.sleep(0.02)
            stored = 0
            async for event in handle.fetch_history_events():
                stored += event.HasField("workflow_task_completed_event_attributes")
        living[0].kill()

    async def start_and_watch(*given, **options):
        handle = await start(*given, **options)
        handle.watching = asyncio.create_task(watch(handle))
        return handle

    Client.start_workflow = start_and_watch


def _leave():
    """End here: the SDK's own threads may crash an interpreter that is being taken down."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(1 if hasattr(sys, "last_value") else 0)


async def _work_for_ever(worker):
    await worker.run()


async def _start_workers(supervisor):
    supervisor.keeping = asyncio.create_task(_keep_one_alive())
    return supervisor


async def _stop_workers(supervisor, *_):
    supervisor.keeping.cancel()
    await asyncio.gather(supervisor.keeping, return_exceptions=True)


async def _keep_one_alive():
    """One worker at a time; the one that died is followed by one that is not killed."""
    kill = os.environ.get("KILL", "")
    while True:
        worker = subprocess.Popen(
            [sys.executable, sys.argv[0]], env={**os.environ, "ROLE": "worker", "KILL": kill}
        )
        living[:] = [worker]
        try:
            while worker.poll() is None:
                await asyncio.sleep(0.05)
        finally:
            worker.kill()
        if worker.returncode not in (9, -9):
            raise RuntimeError(f"the worker ended with status {worker.returncode}")
        kill = ""
