"""`from durable_lab import world` on a real engine: a ledger in a file, and a process that really dies.

`LEDGER` is the file. `KILL` says when to die, as kill -9 does: `effect:3` after the third effect was done,
`writes:2` after the second `put_writes` landed, `put:2` after the second `put`. Only in the first life.
With `JOURNAL` the file's own calls are those of a client that outlives its process (`client`); with `ROLE` the file
is a client or a worker of Temporal (`roles`).
"""

import asyncio
import os
import time

from durable_lab import client, roles

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
    def intend(*_: object, **__: object) -> None:
        """What is wanted is the simulator's business."""

    withdraw = intend

    @staticmethod
    def call(name: str, *, key: "str | None" = None, **_: object) -> str:
        """An effect: a line in the ledger, unless the callee has seen its key. Returns the receipt."""
        time.sleep(0.05)
        receipt = _known(name, key)
        if receipt is None:
            with open(LEDGER, "a") as ledger:
                ledger.write(f"{name}\t{key or ''}\n")
            receipt = f"{name}-{len(_done(name))}"
            world._effects.strike()
        time.sleep(0.05)
        return receipt

    @staticmethod
    async def acall(name: str, *, key: "str | None" = None, **_: object) -> str:
        """`call` from asynchronous code."""
        return await asyncio.to_thread(world.call, name, key=key)

    @staticmethod
    def model(prompt: str, **_: object) -> str:
        """The script's answer to the prompt, asked for the n-th time; without one, an echo."""
        found = [says for start, says in world._script.items() if prompt.startswith(start)]
        says = found[0] if found else f"answer to: {prompt}"
        return says if isinstance(says, str) else says[min(_asked(prompt), len(says)) - 1]

    @staticmethod
    async def amodel(prompt: str, **_: object) -> str:
        """`model` from asynchronous code."""
        return world.model(prompt)

    _script: "dict[str, str | list[str]]" = {}

    @staticmethod
    def answers(script: "dict[str, str | list[str]]") -> None:
        """What the model says."""
        world._script = script

    @staticmethod
    def callee(name: str, **_: object) -> None:
        """This one honours keys for ever, whatever the other arguments."""

    @staticmethod
    def ask(question: str, **_: object) -> str:
        """The person says yes, once, however often the client's process dies."""
        return client.journal.call(lambda: "yes", lambda _: "yes") if client.journal else "yes"

    @staticmethod
    async def aask(question: str, **_: object) -> str:
        """`ask` from asynchronous code."""
        return world.ask(question)


def _known(name: str, key: "str | None") -> "str | None":
    """The receipt of the effect that was done under that key."""
    keys = _done(name)
    return f"{name}-{keys.index(key) + 1}" if key is not None and key in keys else None


def _done(name: str) -> "list[str]":
    """The keys of that callee's effects, in order."""
    if not os.path.exists(LEDGER):
        return []
    with open(LEDGER) as ledger:
        lines = [line.rstrip("\n").partition("\t") for line in ledger]
    return [key for done, _, key in lines if done == name]


def _asked(prompt: str) -> int:
    """How often the prompt was asked, in all lives, this time included."""
    with open(LEDGER + ".asked", "a+") as asked:
        asked.write(f"{prompt!r}\n")
        asked.seek(0)
        return asked.readlines().count(f"{prompt!r}\n")


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

if client.JOURNAL:
    client.keep_journal_of_graphs()
if roles.ROLE:
    roles.take_role()
