"""A cache on the disk, keyed by a hash of the arguments, under a cache in memory."""

import functools
import hashlib
import pickle
from pathlib import Path

FOLDER = Path("cache") / "answers"


def cached(function):
    @functools.wraps(function)
    def wrapper(*args):
        key = hashlib.sha256(repr((function.__name__, args)).encode()).hexdigest()[:12]
        path = FOLDER / f"{key}.pickle"
        try:
            with path.open("rb") as file:
                print("  hit", key)
                return pickle.load(file)
        except FileNotFoundError:
            value = function(*args)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pickle.dumps(value))
            print("  miss", key)
            return value

    return wrapper


@cached
def answer(question, temperature=0):
    return {"question": question, "words": question.split(), "temperature": temperature}


@functools.lru_cache(maxsize=None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


for question in ("who are you", "what is it", "who are you"):
    print(question, "->", answer(question)["words"])
print(answer.__name__, len(list(FOLDER.glob("*.pickle"))), "files")
for path in FOLDER.iterdir():
    path.unlink()
FOLDER.rmdir()
print(FOLDER.exists(), FOLDER.parent.exists())
print(fibonacci(60), fibonacci.cache_info().currsize)
