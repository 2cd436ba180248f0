"""The options of a file: as they are written, on a command line or in the file itself, and as they are meant.

A file's own `# durable-lab:` lines hold the same words as a command line, so one parser reads both. It is imported
when there is something to parse: a page whose file has no such line does not wait for it.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NoReturn

from durable_lab.kernel.faults.kinds import Plan
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.outside.people import answer_and_delay
from durable_lab.words.messages import LabError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


@dataclass(frozen=True)
class Options:
    """What drives a file that does not call its engine itself, and the faults of a plain run."""

    given: Any = None
    answers: tuple[tuple[Any, float], ...] = ()
    """Answers of the person and how long after the question each comes, in virtual seconds."""
    plan: Plan = ()
    seed: int = 0
    versions: Mapping[str, str] = field(default_factory=dict)
    """Other versions of the file that a plan may deploy: name → source."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What lies on the disk of a run when it begins, beside the file itself: path → content."""


@dataclass(frozen=True)
class Told:
    """Options as they are written, each None where nothing is said of it."""

    input: str | None = None
    """JSON text."""
    answer: tuple[str, ...] | None = None
    """`yes`, or `yes@3h`."""
    fault: tuple[str, ...] | None = None
    """Plans."""
    deploy: tuple[str, ...] | None = None
    """`v2=FILE`."""
    files: tuple[str, ...] | None = None
    """Paths."""
    seed: int | None = None

    def over(self, own: Told) -> Told:
        """These; and of what they don't speak, what `own` says."""
        said = {name: value for name, value in self._fields() if value is not None}
        return Told(**{**dict(own._fields()), **said})

    def _fields(self) -> list[tuple[str, Any]]:
        return [(one.name, getattr(self, one.name)) for one in fields(self)]


def options_of(source: str, told: Told | None = None, folder: Path | None = None) -> Options:
    """The options in a file's `# durable-lab: …` lines; what is told comes in their place.

    `folder` is where the file lies: there lie the files that it wants on its disk.

    Raises:
        LabError: an option, an input or a plan that can't be read.
    """
    first, versions = sections(source)
    lines = re.findall(r"^# durable-lab:(.*)$", first, re.MULTILINE)
    own = _read([word for line in lines for word in _words(line)]) if lines else Told()
    merged = (told or Told()).over(own)
    if merged.answer and merged.input is None:
        raise LabError("answer-without-input")
    return Options(
        given=_json(merged.input),
        answers=tuple(answer_and_delay(text) for text in merged.answer or ()),
        plan=parse_plan(" ; ".join(merged.fault or ())),
        seed=merged.seed or 0,
        versions={**versions, **dict(_version(text) for text in merged.deploy or ())},
        files=dict(_file(folder or Path(), path) for path in merged.files or ()),
    )


# -- the words ----------------------------------------------------------------------------------------------


def add_options(parser: ArgumentParser) -> None:
    """The options that a file's own `# durable-lab:` line may hold, and the command line too."""
    parser.add_argument("--input", metavar="JSON", help="the input of the graph")
    parser.add_argument("--answer", action="append", metavar="ANSWER[@3h]", help="a person's answer")
    parser.add_argument(
        "--fault", action="append", metavar="PLAN", help="a fault plan, for instance: crash after open_ticket"
    )
    parser.add_argument(
        "--deploy", action="append", metavar="VERSION=FILE", help="another version of the file"
    )
    parser.add_argument(
        "--file", action="append", dest="files", metavar="PATH", help="a file to put on the disk of the run"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the seed of the program's randomness")


def told_by(arguments: Namespace) -> Told:
    """What was parsed by a parser with these options; others that it may have are not looked at."""
    said = {one.name: getattr(arguments, one.name) for one in fields(Told)}
    return Told(**{name: _whole(value) for name, value in said.items()})


def _whole(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _read(words: list[str]) -> Told:
    from argparse import ArgumentParser

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise LabError("bad-options", why=message)

    parser = Parser(add_help=False)
    add_options(parser)
    return told_by(parser.parse_args(words))


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise LabError("bad-options", why=str(error)) from error


def _json(text: str | None) -> Any:
    try:
        return None if text is None else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LabError("bad-input", why=str(error)) from error


def _version(text: str) -> tuple[str, str]:
    """`v2=FILE` as a name and the file's text."""
    name, equals, path = text.partition("=")
    if not (name and equals and path):
        raise LabError("bad-version", text=text)
    return name, text_of(path)


def _file(folder: Path, path: str) -> tuple[str, bytes]:
    """A file as it lies on the disk of a run: where it lies beside the program, or right beside it."""
    at = PurePath(path)
    name = at.name if at.is_absolute() or ".." in at.parts else at.as_posix()
    try:
        return name, (folder / path).read_bytes()
    except OSError:
        raise LabError("no-such-file", file=path) from None


# -- the file -----------------------------------------------------------------------------------------------

_VERSION = re.compile(r"^# durable-lab: version ([\w.-]+)[ \t]*$", re.MULTILINE)


def sections(source: str) -> tuple[str, dict[str, str]]:
    """A file without its further versions, and these by name, each with its lines where they are in the file.

    A version begins after a line `# durable-lab: version v2`, and goes on to the next such line or the end.
    """
    first, *rest = _VERSION.split(source.removeprefix("\ufeff"))  # as an editor may save it
    versions, lines = {}, first.count("\n")
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        versions[name] = "\n" * lines + text
        lines += text.count("\n")
    return first, versions


def with_version(source: str, name: str, text: str) -> str:
    """A file whose one further version is `text`; of a text that has such itself, its last."""
    first, newest = _VERSION.split(source)[0], _VERSION.split(text)[-1]
    return f"{first.rstrip()}\n\n# durable-lab: version {name}\n{newest.removeprefix(chr(10))}"


def text_of(path: str) -> str:
    """The text of a file.

    Raises:
        LabError: it is not there, or not UTF-8.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError:
        raise LabError("no-such-file", file=path) from None
    except UnicodeDecodeError:
        raise LabError("not-utf-8", file=path) from None
