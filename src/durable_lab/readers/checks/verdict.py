"""What a check says of a trace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from durable_lab.words.messages import Language, say

Status: TypeAlias = Literal["holds", "violated", "warning", "not exercised"]


@dataclass(frozen=True)
class Verdict:
    """What a check says of a trace."""

    check: str
    status: Status
    event: int | None = None
    """The sequence number of the event that decided it."""
    code: str = ""
    """The sentence (`messages`) that says how, and its fields."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    because: tuple[str, Mapping[str, Any]] = ("", {})
    """What made it possible, where the trace shows it: a sentence's code and its fields."""

    def text(self, language: Language) -> str:
        """The sentence that says how it was violated; "" if there is nothing to say."""
        return say(self.code, language, **self.fields) if self.code else ""

    def reason(self, language: Language) -> str:
        """The sentence that says what made it possible; "" if the trace shows nothing of it."""
        code, fields = self.because
        return say(code, language, **fields) if code else ""

    @property
    def way(self) -> tuple[object, ...]:
        """Which way of failing this is: the same sentence about the same callee, question or kind of error,
        however often and with whatever arguments."""
        fields = self.fields
        return (
            self.check,
            self.code,
            fields.get("name"),
            fields.get("question"),
            _kind_of(fields.get("error")),
        )


def _kind_of(error: Any) -> Any:
    """The type of an error: of one of ours with its code."""
    if isinstance(error, tuple):
        return error[1]["type"], error[1]["what"][0]
    return str(error).partition(":")[0]


def violated(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Those that were violated."""
    return [verdict for verdict in verdicts if verdict.status == "violated"]
