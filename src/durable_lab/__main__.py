"""`python -m durable_lab run FILE` and `… explore FILE`: any file, on virtual time, in a terminal."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from durable_lab import session
from durable_lab.explorer import Exploration
from durable_lab.kernel.machine.simulation import Outcome
from durable_lab.kernel.machine.tracebacks import readers_traceback
from durable_lab.kernel.trace import Event, json_text
from durable_lab.options import add_options, text_of, told_by
from durable_lab.readers.view.text import narrated
from durable_lab.report import as_json, as_junit, as_markdown, as_text, failed
from durable_lab.report import run as report
from durable_lab.report.refused import refused
from durable_lab.session import Request
from durable_lab.terminal import Terminal
from durable_lab.words.messages import LANGUAGES, LabError, Language, Refusal, say

OK, BAD, UNREADABLE, INTERRUPTED, CLOSED = 0, 1, 2, 130, 141
"""Exit statuses: all well; the run failed or a check was violated; nothing could be run; Ctrl-C; nobody reads on."""


def main(argv: list[str] | None = None) -> int:
    """The command line. Returns the exit status."""
    arguments = _parser().parse_args(argv)
    language: Language = arguments.language
    terminal = Terminal()
    with terminal:
        status = _carried_out(arguments, language)
    if terminal.closed:
        return CLOSED
    return _refuse(say("cannot-write", language, file="stdout", why=terminal.why)) if terminal.why else status


def _carried_out(arguments: argparse.Namespace, language: Language) -> int:
    command = _explore if arguments.command == "explore" else _run
    try:
        return command(_request(arguments), arguments, language)
    except Refusal as error:
        return _refuse(refused(error, language))
    except LabError as error:
        return _refuse(error.text(language))
    except SyntaxError as error:
        return _refuse(say("syntax-error", language) + "\n" + readers_traceback(error, arguments.file))
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m durable_lab", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (("run", "run a file once"), ("explore", "try every fault on a file")):
        command = commands.add_parser(name, help=what, description=what)
        command.add_argument("file", metavar="FILE")
        command.add_argument("--language", choices=LANGUAGES, default=_default_language())
        add_options(command)
        if name == "run":
            command.add_argument("--trace", metavar="PATH", help="write the trace there, as JSON")
            command.add_argument("--view", metavar="PATH", help="write there, as JSON, what the lab draws")
            command.add_argument("--narrate", action="store_true", help="tell every event in one sentence")
        else:
            command.add_argument("--format", choices=("text", "json", "junit", "markdown"), default="text")
            command.add_argument(
                "--faults", choices=("crashes", "all"), default="crashes", help="which single faults to try"
            )
            command.add_argument("--pairs", action="store_true", help="try every pair of crashes as well")
    return parser


def _request(arguments: argparse.Namespace) -> Request:
    explored = {"faults": arguments.faults, "pairs": arguments.pairs} if "faults" in arguments else {}
    path = Path(arguments.file)
    return Request(text_of(arguments.file), path.name, told_by(arguments), folder=path.parent, **explored)


def _default_language() -> Language:
    return "zh" if os.environ.get("LANG", "").startswith("zh") else "en"


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return UNREADABLE


def _run(request: Request, arguments: argparse.Namespace, language: Language) -> int:
    out = sys.stdout

    def show(event: Event) -> None:
        out.write(report.line_of(event, language))

    listener = None if arguments.narrate else show
    if arguments.narrate or arguments.view:
        viewed = session.view(request, listener)
        ran = viewed.ran
        if arguments.narrate:
            print(narrated(viewed.view, language))
        if arguments.view:
            _write(arguments.view, json_text(viewed.view))
    else:
        ran = session.run(request, listener)
        if ran.outcome.refused is not None:
            raise ran.outcome.refused
    if ran.outcome.error is not None:
        files = ran.experiment.program.filenames
        print(report.error(ran.outcome.error, request.filename, language, files))
    rows = report.rows(ran.trace, ran.intents)
    print(report.ledger_of(rows, ran.trace, language))
    if arguments.trace:
        _write(arguments.trace, ran.trace.text())
    return _status(ran.outcome, all(row.fits for row in rows))


def _status(outcome: Outcome, fits: bool) -> int:
    """The exit status of a run, as Python's own: a text given to `sys.exit` goes to standard error.

    A plan that was not carried out has shown nothing: it never counts as passed. Nor does a run whose ledger does not
    fit what was wanted.
    """
    sys.stderr.write(outcome.last_words)
    return outcome.exit_status or (OK if fits and not outcome.trace.header["not_reached"] else BAD)


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise LabError("cannot-write", file=path, why=error.strerror or error) from None


def _explore(request: Request, arguments: argparse.Namespace, language: Language) -> int:
    progress: session.Progress | None = None
    for progress in session.explore(request):
        _progress(progress.done, progress.total)
    assert progress is not None
    sys.stdout.write(_written(progress.found, request.filename, arguments.format, language))
    return BAD if failed(progress.found) else OK


def _written(found: Exploration, filename: str, form: str, language: Language) -> str:
    if form == "json":
        return json_text(as_json(found, language), indent=1) + "\n"
    if form == "junit":
        return as_junit(found, filename, language)
    if form == "markdown":
        return as_markdown(found, filename, language)
    return as_text(found, filename, language) + "\n"


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{total}", end="" if done < total else "\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
