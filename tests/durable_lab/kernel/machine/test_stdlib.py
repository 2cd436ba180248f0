"""The standard library that a program gets: virtual time, its own randomness, no way out of the machine."""

from __future__ import annotations

import pytest

from durable_lab.words.messages import LabError
from tests.support import run_text, run_well


@pytest.mark.parametrize(
    "expression",
    [
        "time.time() - 1767225600",
        "time.monotonic() - 1767225600",
        "time.perf_counter() - 1767225600",
        "time.time_ns() / 1e9 - 1767225600",
        "datetime.datetime.now().timestamp() and (datetime.datetime.now() - datetime.datetime(2026, 1, 1)).total_seconds()",
        "(datetime.datetime.now(datetime.timezone.utc)"
        " - datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)).total_seconds()",
        "(datetime.datetime.utcnow() - datetime.datetime(2026, 1, 1)).total_seconds()",
        "(datetime.datetime.today() - datetime.datetime(2026, 1, 1)).total_seconds()",
        "(datetime.date.today() - datetime.date(2026, 1, 1)).days * 86400.0",
    ],
)
def test_every_clock_is_the_virtual_one(expression: str) -> None:
    ran = run_well(f"import time, datetime\ntime.sleep(3 * 86400)\nprint({expression})")
    assert float(ran.lines[0]) == 3 * 86400.0


def test_time_zones_are_converted() -> None:
    source = """
from datetime import datetime, timedelta, timezone
now = datetime.now(timezone(timedelta(hours=8)))
print(now.isoformat(), type(now - now).__name__, isinstance(now, datetime))
"""
    assert run_well(source).lines == ["2026-01-01T08:00:00+08:00 timedelta True"]


RANDOM = """
import random, uuid
print(random.random(), random.randint(1, 9), random.choice("abc"), random.sample(range(9), 2))
print(uuid.uuid4(), uuid.uuid4().version, random.Random().random(), random.Random(5).random())
items = list(range(9)); random.shuffle(items); print(items)
"""


def test_randomness_is_the_processs_own() -> None:
    first = run_well(RANDOM).lines
    assert first == run_well(RANDOM).lines
    assert first != run_well(RANDOM, seed=1).lines


def test_a_seed_of_the_programs_own_holds() -> None:
    ran = run_well(
        "import random\nrandom.seed(7); a = random.random()\nrandom.seed(7); print(a == random.random())"
    )
    assert ran.lines == ["True"]


def test_asyncio_is_on_virtual_time() -> None:
    ran = run_well("""
import asyncio, time
async def one(n):
    await asyncio.sleep(n)
    return n
async def main():
    print(await asyncio.gather(one(3), one(1)))
    try:
        async with asyncio.timeout(5):
            await one(100)
    except TimeoutError:
        print("timeout")
    async with asyncio.TaskGroup() as group:
        group.create_task(one(2))
    queue = asyncio.Queue()
    asyncio.create_task(queue.put("item"))
    print(await queue.get(), await asyncio.wait_for(one(1), 2))
    return "returned"
print(asyncio.run(main()), time.time() - 1767225600)
""")
    assert ran.lines == ["[3, 1]", "timeout", "item 1", "returned 11.0"]


def test_to_thread_does_not_hold_up_its_caller() -> None:
    ran = run_well("""
import asyncio, time
def slow(n):
    time.sleep(n)
    return n
async def main():
    both = asyncio.gather(asyncio.to_thread(slow, 2), asyncio.to_thread(slow, n=3))
    await asyncio.sleep(1)
    print("free at", time.time() - 1767225600)
    print(await both, time.time() - 1767225600)
asyncio.run(main())
""")
    assert ran.lines == ["free at 1.0", "[2, 3] 3.0"]


def test_an_error_leaves_asyncio_run_and_to_thread() -> None:
    ran = run_well("""
import asyncio
def bad():
    raise ValueError("bad")
async def main():
    try:
        await asyncio.to_thread(bad)
    except ValueError as error:
        print("caught", error)
    raise KeyError("k")
try:
    asyncio.run(main())
except KeyError as error:
    print("caught", error)
""")
    assert ran.lines == ["caught bad", "caught 'k'"]


def test_sqlite_names_a_store_and_is_nothing_else() -> None:
    ran = run_text(
        "import sqlite3\nc = sqlite3.connect('a.db', check_same_thread=False)\nprint(c)\nc.execute('select 1')"
    )
    assert ran.lines == ["Connection(path='a.db')"]
    assert isinstance(ran.error, LabError)
    assert "sqlite3.Connection.execute" in str(ran.error)


def test_a_question_to_the_terminal_is_refused_with_a_word() -> None:
    ran = run_text("input('name? ')")
    assert isinstance(ran.error, LabError)
    assert ran.error.code == "not-modelled"


def test_the_rest_of_these_modules_is_pythons() -> None:
    ran = run_well("""
import time, datetime, random, uuid, asyncio, sqlite3
print(time.strftime("%Y", time.gmtime(0)), datetime.timedelta(days=1), uuid.UUID(int=0), sqlite3.Error.__name__)
print(asyncio.Queue.__name__, random.Random(1).randint(1, 1), uuid.uuid5(uuid.NAMESPACE_DNS, "a").version)
""")
    assert ran.lines == ["1970 1 day, 0:00:00 00000000-0000-0000-0000-000000000000 Error", "Queue 1 5"]


def test_a_time_in_words_is_of_the_virtual_present() -> None:
    ran = run_well("""
import time
time.sleep(86400)
print(time.strftime("%Y-%m-%d %H:%M"), time.gmtime()[:3], time.localtime()[:4])
print(time.ctime(), "|", time.asctime(), "|", time.ctime(0), "|", time.strftime("%Y", time.gmtime(0)))
""")
    assert ran.lines == [
        "2026-01-02 00:00 (2026, 1, 2) (2026, 1, 2, 0)",
        "Fri Jan  2 00:00:00 2026 | Fri Jan  2 00:00:00 2026 | Thu Jan  1 00:00:00 1970 | 1970",
    ]


def test_secrets_are_drawn_from_the_process() -> None:
    source = """
import random, secrets
print(secrets.token_hex(4), secrets.token_urlsafe(8), len(secrets.token_bytes()), secrets.choice("abc"))
print(secrets.randbelow(9) < 9, secrets.randbits(8), random.SystemRandom().random())
"""
    assert run_well(source).lines == run_well(source).lines


@pytest.mark.parametrize(
    "use",
    [
        "threading.Thread(target=print).start()",
        "threading.Timer(1, print).start()",
        "ThreadPoolExecutor(2).submit(print, 1)",
        "list(concurrent.futures.ThreadPoolExecutor().map(print, 'ab'))",
        "asyncio.run(main())",
        "asyncio.new_event_loop()",
        "asyncio.Runner()",
    ],
)
def test_a_thread_or_a_second_loop_is_refused(use: str) -> None:
    ran = run_text(f"""
import asyncio, concurrent.futures, threading
from concurrent.futures import ThreadPoolExecutor
async def main():
    await asyncio.get_running_loop().run_in_executor(None, print)
{use}
""")
    assert isinstance(ran.error, LabError) and ran.error.code == "not-modelled"
    assert ran.lines == []


def test_an_exit_from_a_task_ends_the_program() -> None:
    ran = run_well("""
import asyncio, sys
async def main():
    sys.exit(2)
asyncio.run(main())
print("never")
""")
    assert ran.lines == []


def test_os_exit_ends_the_process_and_no_finally_of_it_acts() -> None:
    ran = run_text(
        """
        import os
        from durable_lab import world
        from durable_lab.in_memory_loop import Client

        def agent(request):
            try:
                world.call("first")
                os._exit(137)
            except BaseException:
                world.call("never")
            finally:
                world.call("neither")
                print("nor this")

        Client(tries=2).send(agent)
        """
    )
    assert ran.done == {"first": 2}
    assert ran.lines == []
    assert ran.lives == 3


def test_os_exit_in_asynchronous_code_does_the_same() -> None:
    ran = run_text(
        """
        import os
        from durable_lab import world
        from durable_lab.queue_workers import Queue

        queue = Queue("jobs", max_deliveries=2)

        @queue.worker
        async def handle(message):
            try:
                await world.acall("first")
                os._exit(1)
            finally:
                await world.acall("never")

        if __name__ == "__main__":
            queue.send({})
            queue.run(workers=1)
            print("dead letters:", len(queue.dead_letters()))
        """
    )
    assert ran.done == {"first": 2}
    assert ran.lines == ["dead letters: 1"]
