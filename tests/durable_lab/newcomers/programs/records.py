"""Data classes, enumerations and named tuples, written as JSON lines and read back."""

import json
from collections import defaultdict, namedtuple
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from enum import Enum


class State(Enum):
    OPEN = "open"
    DONE = "done"


@dataclass(order=True)
class Ticket:
    number: int
    title: str = field(compare=False)
    state: State = field(default=State.OPEN, compare=False)
    tags: list[str] = field(default_factory=list, compare=False)
    due: date = field(default=date(2024, 2, 28), compare=False)

    @property
    def late(self) -> bool:
        return self.due < date(2024, 3, 1)

    def __post_init__(self):
        if not self.title:
            raise ValueError("a ticket needs a title")


def encode(value):
    if isinstance(value, State):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(type(value))


Summary = namedtuple("Summary", ["state", "count"])

tickets = [Ticket(3, "c", tags=["x"]), Ticket(1, "a"), Ticket(2, "b", State.DONE)]
tickets[0].due += timedelta(days=3)
with open("tickets.jsonl", "w") as file:
    for ticket in sorted(tickets):
        print(json.dumps(asdict(ticket), default=encode), file=file)

loaded = []
with open("tickets.jsonl") as file:
    for line in file:
        row = json.loads(line)
        row["state"], row["due"] = State(row["state"]), date.fromisoformat(row["due"])
        loaded.append(Ticket(**row))

print(loaded == sorted(tickets), *(ticket.late for ticket in loaded))
print(replace(loaded[0], title="z"))
counts = defaultdict(int)
for ticket in loaded:
    counts[ticket.state] += 1
print([Summary(state.name, count) for state, count in counts.items()])
try:
    Ticket(9, "")
except ValueError as error:
    print("refused:", error)
