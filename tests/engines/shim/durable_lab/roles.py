"""A Temporal file in two processes, as on the machine: the client, and a worker that dies and is started again.

`ROLE=client` runs the file; where it would start its `Worker`, another process runs the same file as
`ROLE=worker`, and once more after it died. Only the first life of the worker is killed.
"""

import asyncio
import atexit
import os
import subprocess
import sys

ROLE = os.environ.get("ROLE", "")


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
        try:
            while worker.poll() is None:
                await asyncio.sleep(0.05)
        finally:
            worker.kill()
        if worker.returncode != 9:
            raise RuntimeError(f"the worker ended with status {worker.returncode}")
        kill = ""
