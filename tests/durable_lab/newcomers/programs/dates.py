"""Days and moments: kinds, copies, files, sums, what they look like."""

import copy
import functools
import json
import pickle
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone


@functools.singledispatch
def shown(value):
    return f"? {value}"


@shown.register
def _(value: date):
    return f"a day: {value:%d.%m.%Y}"


@shown.register
def _(value: datetime):
    return f"a moment: {value.isoformat()}"


class Deadline(datetime):
    def left(self, now):
        return (self - now).total_seconds()


@dataclass(order=True)
class Ticket:
    due: date
    title: str = field(compare=False)
    opened: datetime = field(default_factory=datetime.now, compare=False)


def kind(value):
    match value:
        case datetime(year=year):
            return f"moment of {year}"
        case date(year=year):
            return f"day of {year}"


day, moment = date(2026, 3, 1), datetime(2026, 3, 1, 12, 30, tzinfo=timezone.utc)
now, today = datetime.now(), date.today()
print([shown(value) for value in (day, moment, "text")])
print([kind(value) for value in (day, moment)])
print([isinstance(value, date) for value in (day, moment, now, today, now.date(), "text")])
print([isinstance(value, datetime) for value in (day, moment, now, today, now.date())])
print(issubclass(datetime, date), issubclass(date, datetime), datetime.__name__, datetime.__module__, date)
print(type(now), type(today), type(now.date()) is date, type(moment + timedelta(1)) is datetime)
print(repr(day), repr(moment), str(moment), [moment.date(), moment.time()])
print(copy.deepcopy(moment) == moment, pickle.loads(pickle.dumps([day, moment])) == [day, moment])
print(type(pickle.loads(pickle.dumps(moment))) is datetime, pickle.loads(pickle.dumps(datetime)) is datetime)
print(json.dumps({"day": day, "moment": moment}, default=str))
print(sorted([Ticket(date(2026, 5, 1), "b"), Ticket(day, "a")])[0].title, Ticket(day, "c").opened >= now)
due = Deadline(2026, 3, 2)
print(due.left(datetime(2026, 3, 1)), isinstance(due, Deadline), isinstance(moment, Deadline), due)
print(repr(due), type(pickle.loads(pickle.dumps(due))).__name__, type(due + timedelta(1)).__name__)
print({day: 1, moment: 2}[date(2026, 3, 1)], datetime.combine(day, moment.timetz()) == moment)
print(datetime.strptime("2026-03-01", "%Y-%m-%d"), datetime.fromisoformat("2026-03-01T12:00"), date.max, datetime.min)
print(datetime.fromtimestamp(0, timezone.utc).astimezone(timezone(timedelta(hours=8))))
