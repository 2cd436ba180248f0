"""`datetime.datetime` and `datetime.date` whose present is the virtual one. In all else they are Python's."""

from __future__ import annotations

import copyreg
import datetime
from typing import Any

from durable_lab.kernel.machine.clock import now


class _Standing(type):
    """Of a class that stands for one of Python's, under its name: whatever is an instance of that is one of this."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], **stands: bool) -> _Standing:
        made = super().__new__(mcs, name, bases, body)
        made._stands_for = bases[0] if stands else None  # type: ignore[attr-defined]
        if stands:
            made.__module__, made.__name__, made.__qualname__ = (
                "datetime",
                bases[0].__name__,
                bases[0].__name__,
            )
        return made

    def __init__(cls, *args: Any, **stands: bool) -> None:
        super().__init__(*args)

    def __instancecheck__(cls, instance: Any) -> bool:
        real: Any = cls._stands_for  # type: ignore[attr-defined]
        return super().__instancecheck__(instance) if real is None else isinstance(instance, real)

    def __subclasscheck__(cls, subclass: type) -> bool:
        real: Any = cls._stands_for  # type: ignore[attr-defined]
        return super().__subclasscheck__(subclass) if real is None else issubclass(subclass, real)


class VirtualDate(datetime.date, metaclass=_Standing, stands=True):
    """`datetime.date` whose today is the virtual one."""

    @classmethod
    def today(cls) -> VirtualDate:
        """The virtual day, in UTC."""
        moment = VirtualDatetime.fromtimestamp(now("datetime.date.today"), datetime.UTC)
        return cls(moment.year, moment.month, moment.day)

    def __repr__(self) -> str:
        return _qualified(super().__repr__(), type(self), VirtualDate)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _by_name(super().__reduce_ex__(protocol))


class VirtualDatetime(datetime.datetime, metaclass=_Standing, stands=True):
    """`datetime.datetime` whose present is the virtual one."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> VirtualDatetime:
        """The virtual present; without `tz` in UTC, naive."""
        moment = cls.fromtimestamp(now("datetime.datetime.now"), datetime.UTC)
        return moment.replace(tzinfo=None) if tz is None else moment.astimezone(tz)

    @classmethod
    def utcnow(cls) -> VirtualDatetime:
        """The virtual present in UTC, naive."""
        return cls.now()

    @classmethod
    def today(cls) -> VirtualDatetime:
        """The same as `now()`."""
        return cls.now()

    def date(self) -> VirtualDate:
        """Its day."""
        return VirtualDate(self.year, self.month, self.day)

    def __repr__(self) -> str:
        return _qualified(super().__repr__(), type(self), VirtualDatetime)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _by_name(super().__reduce_ex__(protocol))


_STANDING: dict[Any, str] = {VirtualDate: "date", VirtualDatetime: "datetime"}


def _qualified(text: str, of: type, standing: type) -> str:
    """A class made in Python shows its bare name, one made in C the module too."""
    return f"datetime.{text}" if of is standing else text


def _standing(name: str) -> Any:
    return VirtualDatetime if name == "datetime" else VirtualDate


def _made(name: str, *args: Any) -> Any:
    return _standing(name)(*args)


def _by_name(reduced: Any) -> tuple[Any, ...]:
    """How a value is pickled: under its own name `datetime` has Python's class, not the one that stands for it."""
    make, arguments = reduced[:2]
    name = _STANDING.get(make)
    return (make, arguments) if name is None else (_made, (name, *arguments))


def _class_by_name(cls: _Standing) -> str | tuple[Any, ...]:
    name = _STANDING.get(cls)
    return cls.__qualname__ if name is None else (_standing, (name,))


copyreg.pickle(_Standing, _class_by_name)
