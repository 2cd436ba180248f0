"""A to-do list that remembers in a file what is done, so that a second start goes on where the first one ended."""

import json
import os
from pathlib import Path

JOURNAL = Path("journal.json")
STEPS = ["fetch", "translate", "review", "publish"]


def load():
    if not JOURNAL.exists():
        return []
    return json.loads(JOURNAL.read_text())


def save(done):
    temporary = JOURNAL.with_suffix(".tmp")
    with temporary.open("w") as file:
        json.dump(done, file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, JOURNAL)


def work(limit):
    done = load()
    for step in STEPS:
        if step in done:
            print("skip", step)
            continue
        if len(done) == limit:
            print("interrupted before", step)
            return
        print("do", step)
        done.append(step)
        save(done)


work(limit=2)
work(limit=4)
print(JOURNAL.read_text())
print(sorted(os.listdir()) == sorted([JOURNAL.name, Path(__file__).name]), JOURNAL.stat().st_size)
