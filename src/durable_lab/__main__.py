"""`python -m durable_lab run FILE` and `… explore FILE`: any file, on virtual time, in a terminal."""

from __future__ import annotations

import argparse
import io
import os
import sys
from pathlib import Path

from durable_lab.experiment import Experiment, add_options, options_of, text_of
from durable_lab.explorer import Exploration
from durable_lab.kernel.machine.recording import Recorder
from durable_lab.kernel.machine.simulation import Outcome, readers_traceback
from durable_lab.kernel.trace import Event, json_text
from durable_lab.readers.view import view
from durable_lab.readers.view.text import narrated
from durable_lab.report import as_json, as_junit, as_markdown, as_text, failed
from durable_lab.report import run as report
from durable_lab.words.messages import LANGUAGES, LabError, Language, say

OK, BAD, UNREADABLE, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses: all well; the run failed or a check was violated; nothing could be run; Ctrl-C."""


def main(argv: list[str] | None = None) -> int:
    """The command line. Returns the exit status."""
    arguments = _parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal may know fewer characters than a report has
            stream.reconfigure(errors="backslashreplace")
    language: Language = arguments.language
    try:
        source = text_of(arguments.file)
        experiment = Experiment(source, Path(arguments.file).name, options_of(source, arguments))
    except LabError as error:
        return _refuse(error.text(language))
    except SyntaxError as error:
        return _refuse(say("syntax-error", language) + "\n" + readers_traceback(error, arguments.file))
    command = _explore if arguments.command == "explore" else _run
    try:
        return command(experiment, arguments, language)
    except LabError as error:
        return _refuse(error.text(language))
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


def _default_language() -> Language:
    return "zh" if os.environ.get("LANG", "").startswith("zh") else "en"


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return UNREADABLE


def _run(experiment: Experiment, arguments: argparse.Namespace, language: Language) -> int:
    out = sys.stdout
    recorder = Recorder(experiment.program.filename)

    def show(event: Event) -> None:
        recorder(event)
        if not arguments.narrate:
            out.write(report.line_of(event, language))

    outcome = experiment.run(on_event=show)
    wanted = experiment.intents(outcome)
    if arguments.narrate or arguments.view:
        drawn = view(outcome.trace, experiment.topology.key, recorder.recording, wanted)
        if arguments.narrate:
            print(narrated(drawn, language))
        if arguments.view:
            _write(arguments.view, json_text(drawn))
    if outcome.error is not None:
        print(report.error(outcome.error, experiment.program.filename, language))
    print(report.ledger(outcome.trace, wanted, language))
    if arguments.trace:
        _write(arguments.trace, outcome.trace.text())
    return _status(outcome)


def _status(outcome: Outcome) -> int:
    """The exit status of a run, as Python's own: a text given to `sys.exit` goes to standard error.

    A plan that was not carried out has shown nothing: it never counts as passed.
    """
    if not outcome.ended or outcome.trace.header["not_reached"]:
        return BAD
    if outcome.exit_code is None or isinstance(outcome.exit_code, int):
        return outcome.exit_code or OK
    print(outcome.exit_code, file=sys.stderr)
    return BAD


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise LabError("cannot-write", file=path, why=error.strerror or error) from None


def _explore(experiment: Experiment, arguments: argparse.Namespace, language: Language) -> int:
    found: Exploration | None = None
    for found in experiment.explore(arguments.faults, pairs=arguments.pairs):
        _progress(len(found.runs), found.total)
    assert found is not None
    sys.stdout.write(_written(found, experiment.program.filename, arguments.format, language))
    return BAD if failed(found) else OK


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
