# bullmq#3078/#3183: the handler renews its lock from a task on the event loop, then computes without yielding for 60 s: no renewal, second owner, 2 effects.
# Right: 2 effects (renewal can't run while the loop is blocked); with the computation in a thread: 1
import asyncio, time
from durable_lab import world
from durable_lab.queue_workers import Message, Queue

queue = Queue("jobs", lease=30)


@queue.worker
async def work(message: Message) -> None:
    async def renewing():
        while True:
            await asyncio.sleep(10)
            await message.arenew()

    renewer = asyncio.create_task(renewing())
    await asyncio.sleep(1)
    time.sleep(60)  # CPU-bound
    await world.acall("report", job=message.body)
    renewer.cancel()
    await message.acomplete()


if __name__ == "__main__":
    queue.send("J")
    queue.run(workers=2)
