"""What workflow code may not touch: the clock, chance, files, the outside. Refused where it is called.

Measured: `time.time`, `datetime.now`, `random.random`, `uuid.uuid4`, `os.getpid`, `open` … are refused with the message
below; `random.Random()`, `id`, `hash`, set order and `print` are not. The simulator refuses what it substitutes
(`kernel.machine.stdlib`, `system`, `hooks`) and `world`; `pathlib`, `http` and `urllib` as what they stand on.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from durable_lab.kernel.machine.process import GUARD
from durable_lab.topologies.workflow.sdk.errors import RestrictedWorkflowAccessError

_ALLOWED = frozenset({"random.Random"})


def refuse(what: str) -> None:
    """The guard of workflow code.

    Raises:
        RestrictedWorkflowAccessError: the workflow task fails; the run stays RUNNING.
        NotImplementedError: a workflow's loop has no threads.
        RuntimeError: a workflow's loop is running already.
    """
    if what in _ALLOWED:
        return
    if what == "asyncio.to_thread":
        raise NotImplementedError
    if what == "asyncio.run":
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    called = not what.startswith(("__builtins__", "os.environ."))
    raise RestrictedWorkflowAccessError(f"{what}.__call__" if called else what)


@contextlib.contextmanager
def sandbox_unrestricted() -> Iterator[None]:
    """Switch the sandbox off for the code inside: what it reads may differ on replay."""
    token = GUARD.set(None)
    try:
        yield
    finally:
        GUARD.reset(token)


@contextlib.contextmanager
def imports_passed_through() -> Iterator[None]:
    """Import modules once for all workflows. Nothing to do here: the simulator does not import them again."""
    yield
