# variant: sync blocking call in an async def that is cancelled
import asyncio, time


async def work():
    time.sleep(1)
    return 1


async def main():
    try:
        await asyncio.wait_for(work(), 0.3)
    except TimeoutError:
        print("gave up")
    await asyncio.sleep(5)


asyncio.run(main())
