"""Try again with a growing delay, by a decorator, and give up at last."""

import random
import time


class Unavailable(Exception):
    def __init__(self, service, attempt):
        super().__init__(f"{service} is unavailable")
        self.attempt = attempt


def retry(times, delay=0.001, errors=(Exception,)):
    def decorate(function):
        def call(*args, **kwargs):
            for attempt in range(1, times + 1):
                try:
                    return function(*args, attempt=attempt, **kwargs)
                except errors as error:
                    print(f"  attempt {attempt}: {type(error).__name__}: {error}")
                    if attempt == times:
                        raise RuntimeError("gave up") from error
                    time.sleep(delay * 2**attempt)
                finally:
                    if attempt == times:
                        print("  last attempt is over")

        return call

    return decorate


chance = random.Random(8)


@retry(times=4, errors=(Unavailable,))
def fetch(url, *, attempt):
    if chance.random() < 0.6:
        raise Unavailable(url, attempt)
    return f"{url} fetched at attempt {attempt}"


@retry(2)
def never(*, attempt):
    raise ValueError(attempt)


started = time.monotonic()
for url in ("a", "b", "c"):
    print(fetch(url))
try:
    never()
except RuntimeError as error:
    print(error, "because of", repr(error.__cause__))
print("took some time:", 0 < time.monotonic() - started < 5)
