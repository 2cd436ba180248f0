"""A pipeline of tasks: a producer, three workers, results in files, one failure, one time-out."""

import asyncio
import json
from pathlib import Path

RESULTS = Path("results")


async def produce(queue):
    for n in range(6):
        await queue.put(n)
        await asyncio.sleep(0)
    for _ in range(3):
        await queue.put(None)


async def consume(queue, name):
    done = 0
    while (n := await queue.get()) is not None:
        await asyncio.sleep(0.002 * (n + 1))
        result = {"n": n, "square": n * n}
        await asyncio.to_thread((RESULTS / f"{n}.json").write_text, json.dumps(result))
        done += 1
    return name, done


async def fail():
    await asyncio.sleep(0.001)
    raise LookupError("no such thing")


async def main():
    RESULTS.mkdir()
    queue = asyncio.Queue(maxsize=2)
    producer, *workers = await asyncio.gather(produce(queue), *(consume(queue, f"w{i}") for i in range(3)))
    print(producer, sum(count for _, count in workers), [name for name, _ in workers])
    outcomes = await asyncio.gather(fail(), asyncio.sleep(0.002, "slept"), return_exceptions=True)
    print(outcomes)
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(30)
    except TimeoutError:
        print("timed out")
    lock, order = asyncio.Lock(), []

    async def append(n):
        async with lock:
            await asyncio.sleep(0.001)
            order.append(n)

    async with asyncio.TaskGroup() as group:
        for n in range(3):
            group.create_task(append(n))
    print(order)


asyncio.run(main())
print([json.loads(path.read_text())["square"] for path in sorted(RESULTS.iterdir())])
