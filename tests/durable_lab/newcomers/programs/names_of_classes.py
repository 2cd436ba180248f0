"""What a file defines knows where it was defined."""

import enum
import sys
import typing
from collections import namedtuple


class Ticket:
    class Part:
        pass

    def open(self):
        pass


def function():
    pass


Pair = namedtuple("Pair", "left right")
Colour = enum.Enum("Colour", "RED GREEN")
Number = typing.TypeVar("Number")
Id = typing.NewType("Id", int)
Row = typing.TypedDict("Row", {"id": int})
Point = typing.NamedTuple("Point", [("x", int)])
Made = type("Made", (Ticket,), {})

for one in (Ticket, Ticket.Part, Ticket.open, function, Pair, Colour, Number, Id, Row, Point, Made):
    print(one.__module__, getattr(one, "__qualname__", one.__name__))
print(Ticket, Pair(1, 2), Colour.RED, repr(Colour.GREEN), type(Pair(1, 2)), type(Made()))
print(sys.modules[Ticket.__module__].Ticket is Ticket, __name__, sys._getframe().f_lineno)
