"""`from durable_lab import world` on a real engine: a ledger in a file, and a process that really dies.

`LEDGER` is the file. `KILL` says when to die, as kill -9 does: `effect:3` after the third effect was done,
`writes:2` after the second `put_writes` landed, `put:2` after the second `put`. Only in the first life.
"""

import os
import time

LEDGER = os.environ.get("LEDGER", os.devnull)
KIND, _, NUMBER = os.environ.get("KILL", "").partition(":")


class _Countdown:
    def __init__(self, kind: str) -> None:
        self.left = int(NUMBER) if kind == KIND else 0

    def strike(self) -> None:
        self.left -= 1
        if self.left == 0:
            os._exit(9)


class world:  # noqa: N801 - stands for a module
    """The part of `durable_lab.world` that these files use."""

    _effects = _Countdown("effect")

    @staticmethod
    def call(name: str, **_: object) -> str:
        time.sleep(0.05)
        with open(LEDGER, "a") as ledger:
            ledger.write(name + "\n")
        world._effects.strike()
        time.sleep(0.05)
        return name


def _striking_after(method, countdown):  # type: ignore[no-untyped-def]
    def call(*args, **kwargs):  # type: ignore[no-untyped-def]
        result = method(*args, **kwargs)
        countdown.strike()
        return result

    return call


if KIND in ("put", "writes"):
    from langgraph.checkpoint.sqlite import SqliteSaver

    method = {"put": "put", "writes": "put_writes"}[KIND]
    setattr(SqliteSaver, method, _striking_after(getattr(SqliteSaver, method), _Countdown(KIND)))
