"""The command line: what it prints, where, and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from durable_lab.__main__ import BAD, OK, UNREADABLE, main
from tests.support import graph

CALL = "from durable_lab import world\nworld.call('a', n=1)\nprint('end')\n"
KEYED = "from durable_lab import world\nworld.call('a', n=1, key='k')\n"
DRIVEN = graph("""
def ask(state):
    if interrupt(f"apply {state['n']}?") == "yes":
        world.call("apply", n=state["n"], key="k")
app = chain([ask])
""")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "program.py"


def run(file: Path, source: str, *arguments: str) -> int:
    file.write_text(source, encoding="utf-8")
    return main([*arguments[:1], str(file), *arguments[1:]])


Captured = pytest.CaptureFixture[str]


def test_a_run_prints_the_programs_output_and_the_ledger(file: Path, capsys: Captured) -> None:
    assert run(file, CALL, "run") == OK
    assert capsys.readouterr() == ("end\n— The callee's ledger —\n✓ a  1\n", "")


@pytest.mark.parametrize(("source", "status"), [(CALL, OK), ("raise ValueError('no')\n", BAD)])
def test_a_runs_exit_status(file: Path, source: str, status: int) -> None:
    assert run(file, source, "run") == status


REFUSED = "import langgraph.constants\ntry: langgraph.constants.ABSENT\nexcept Exception: pass\n" + CALL


@pytest.mark.parametrize(
    "command",
    [
        ["run"],
        ["run", "--narrate"],
        ["explore"],
        ["explore", "--format", "junit"],
        ["explore", "--faults", "all"],
    ],
)
@pytest.mark.parametrize(("language", "first"), [("en", "Refused: "), ("zh", "没有运行：")])
def test_a_program_that_is_refused_was_not_tried(
    file: Path, capsys: Captured, command: list[str], language: str, first: str
) -> None:
    assert run(file, REFUSED, *command, "--language", language) == UNREADABLE
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(first)
    assert err.splitlines()[1:3] == ['  File "program.py", line 2', "    try: langgraph.constants.ABSENT"]


@pytest.mark.parametrize(
    ("code", "status", "shown"), [("", OK, ""), ("0", OK, ""), ("3", 3, ""), ("'no disk'", BAD, "no disk\n")]
)
def test_a_run_exits_as_its_file_does(
    code: str, status: int, shown: str, file: Path, capsys: Captured
) -> None:
    assert run(file, f"import sys\nsys.exit({code})\n", "run") == status
    assert capsys.readouterr().err == shown


def test_a_version_from_a_file_of_its_own_is_deployed(file: Path, tmp_path: Path, capsys: Captured) -> None:
    plan = ("--fault", "deploy v2 at effect:a#1.applied ; crash at effect:a#1.applied")
    assert run(file, CALL, "run", *plan) == UNREADABLE
    assert "there is no version v2" in capsys.readouterr().err
    (tmp_path / "new.py").write_text("print('new')\n", encoding="utf-8")
    assert run(file, CALL, "run", *plan, "--deploy", f"v2={tmp_path / 'new.py'}") == OK
    assert "new\n" in capsys.readouterr().out


def test_a_run_that_is_stuck_is_not_ok(file: Path, capsys: Captured) -> None:
    assert run(file, CALL, "run", "--fault", "hang effect:a#1") == BAD
    assert "stuck before its end: process" in capsys.readouterr().out


def test_an_error_of_the_program_shows_its_traceback(file: Path, capsys: Captured) -> None:
    assert run(file, "x = 1\nraise ValueError('no')\n", "run") == BAD
    out, err = capsys.readouterr()
    assert 'File "program.py", line 2, in <module>' in out
    assert "ValueError: no" in out
    assert err == ""


@pytest.mark.parametrize(("source", "status"), [(KEYED, OK), (CALL, BAD), ("raise ValueError\n", BAD)])
def test_an_explorations_exit_status(file: Path, source: str, status: int) -> None:
    assert run(file, source, "explore") == status


def test_a_fault_is_carried_out_and_held_against_the_run_without(file: Path, capsys: Captured) -> None:
    assert run(file, CALL, "run", "--fault", "crash after a") == BAD
    assert capsys.readouterr().out.splitlines() == [
        "⚡ fault: crash at effect:a#1.applied",
        "↻ process restarted (life 2)",
        "end",
        "— The callee's ledger —",
        "✗ a  2  (wanted 1)",
    ]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Can't read this fault plan:",
                "crash at a",
                "         ^",
                "expected a point, for instance effect",
            ],
        ),
        ("zh", ["看不懂这个故障计划：", "crash at a", "         ^", "第 10 个字符处应为一个崩溃点"]),
    ],
)
def test_a_fault_that_can_not_be_read(file: Path, capsys: Captured, language: str, lines: list[str]) -> None:
    assert run(file, CALL, "run", "--language", language, "--fault", "crash at a") == UNREADABLE
    out, err = capsys.readouterr()
    assert out == ""
    assert [line[: len(start)] for line, start in zip(err.splitlines(), lines, strict=True)] == lines


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    ("source", "arguments"),
    [
        ("def f(:\n", []),
        (CALL, ["--input", "{no"]),
        (CALL, ["--answer", "yes@soon"]),
        (CALL, ["--fault", "explode"]),
        ("# durable-lab: --unknown\n", []),
        ("# durable-lab: --input '{\n", []),
        ("# durable-lab: --seed x\n", []),
        ("# durable-lab: --fault 'crash'\n", []),
    ],
)
def test_what_can_not_be_run(
    file: Path, capsys: Captured, source: str, arguments: list[str], language: str
) -> None:
    assert run(file, source, "run", "--language", language, *arguments) == UNREADABLE
    out, err = capsys.readouterr()
    assert out == ""
    assert err
    assert any("\u4e00" <= c <= "\u9fff" for c in err) == (language == "zh")


@pytest.mark.parametrize(("language", "says"), [("en", "No such file: "), ("zh", "没有这个文件：")])
def test_a_file_that_is_not_there(tmp_path: Path, capsys: Captured, language: str, says: str) -> None:
    missing = str(tmp_path / "missing.py")
    assert main(["run", missing, "--language", language]) == UNREADABLE
    assert capsys.readouterr().err == f"{says}{missing}\n"


@pytest.mark.parametrize(
    ("lang", "title"), [("zh_CN.UTF-8", "— 被调方台账 —"), ("en_GB.UTF-8", "— The callee's ledger —")]
)
def test_the_language_is_the_terminals(
    file: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, lang: str, title: str
) -> None:
    monkeypatch.setenv("LANG", lang)
    run(file, CALL, "run")
    assert title in capsys.readouterr().out


def test_the_trace_is_written_as_json(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "trace.json"
    run(file, CALL, "run", "--trace", str(target), "--fault", "crash after a")
    trace = json.loads(target.read_text(encoding="utf-8"))
    assert trace["header"]["plan"] == "crash at effect:a#1.applied"
    assert [e["sequence"] for e in trace["events"]] == list(range(len(trace["events"])))


def test_an_exploration_as_json(file: Path, capsys: Captured) -> None:
    assert run(file, CALL, "explore", "--format", "json") == BAD
    found = json.loads(capsys.readouterr().out)
    assert (found["points"], found["baseline"], len(found["runs"])) == (3, [], 3)
    run_of = {name: found["runs"][1][name] for name in ("plan", "reached", "violated")}
    assert run_of == {
        "plan": "crash at effect:a#1.applied",
        "reached": True,
        "violated": ["a(1) was done 2 times, wanted 1"],
    }


def test_an_exploration_says_nothing_about_progress_where_nobody_watches(
    file: Path, capsys: Captured
) -> None:
    run(file, KEYED, "explore")
    assert capsys.readouterr().err == ""


# -- a file that is driven -----------------------------------------------------------------------------


def test_a_graph_is_driven_by_input_and_answers(file: Path, capsys: Captured) -> None:
    assert run(file, DRIVEN, "run", "--input", '{"n": 7}', "--answer", "yes") == OK
    assert "✓ apply  1" in capsys.readouterr().out


@pytest.mark.parametrize("answers", [[], ["--answer", "no"]])
def test_without_a_yes_it_applies_nothing(file: Path, capsys: Captured, answers: list[str]) -> None:
    assert run(file, DRIVEN, "run", "--input", '{"n": 7}', *answers) == OK
    assert "no effect at all" in capsys.readouterr().out


def test_an_answer_takes_its_time(file: Path, tmp_path: Path) -> None:
    times = []
    for answer in ("yes", "yes@3d"):
        target = tmp_path / "trace.json"
        run(file, DRIVEN, "run", "--input", '{"n": 7}', "--answer", answer, "--trace", str(target))
        events = json.loads(target.read_text(encoding="utf-8"))["events"]
        times.append(next(e["time"] for e in events if e["phase"] == "resumed"))
    assert [round(t) for t in times] == [3600, 3 * 86400]


def test_a_driven_graph_recovers_at_every_point(file: Path, capsys: Captured) -> None:
    assert run(file, DRIVEN, "explore", "--input", '{"n": 7}', "--answer", "yes") == OK
    assert "✓" in capsys.readouterr().out


def test_the_files_own_line_and_the_command_line_which_comes_first(file: Path, capsys: Captured) -> None:
    source = "# durable-lab: --fault 'crash after a'\n" + CALL
    run(file, source, "run")
    assert "crash at effect:a#1.applied" in capsys.readouterr().out
    run(file, source, "run", "--fault", "crash before a")
    assert "crash at effect:a#1.requested" in capsys.readouterr().out


def test_the_seed_decides_the_programs_randomness(file: Path, capsys: Captured) -> None:
    printed = []
    for seed in ("1", "1", "2"):
        run(file, "import random\nprint(random.random())\n", "run", "--seed", seed)
        printed.append(capsys.readouterr().out.splitlines()[0])
    assert printed[0] == printed[1] != printed[2]


def test_it_is_a_command(file: Path) -> None:
    file.write_text(CALL, encoding="utf-8")
    command = [sys.executable, "-m", "durable_lab", "run", str(file), "--language", "en"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (OK, "end\n— The callee's ledger —\n✓ a  1\n", "")


def test_a_wrong_command_line_is_refused_with_its_usage(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["fly"])
    assert caught.value.code == UNREADABLE
    assert "usage: python -m durable_lab" in capsys.readouterr().err


def test_standard_error_is_passed_on_by_the_run_that_is_shown_and_by_no_other(
    file: Path, capsys: Captured
) -> None:
    logs = CALL + "import logging\nlogging.basicConfig(force=True)\nlogging.warning('hot')\n"
    run(file, logs, "run", "--fault", "crash after a")
    assert capsys.readouterr().err == "WARNING:root:hot\n"
    run(file, logs, "explore")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("language", "begins", "dies"),
    [
        (
            "en",
            "           0 s    The process starts with an empty memory.",
            "☠ The process dies. a(1) was done",
        ),
        ("zh", "           0 s    进程启动，内存是空的。", "☠ 进程崩溃。a(1) 已经做了"),
    ],
)
def test_a_run_can_be_told_event_by_event(
    file: Path, capsys: Captured, language: str, begins: str, dies: str
) -> None:
    assert run(file, CALL, "run", "--narrate", "--fault", "crash after a", "--language", language) == BAD
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert lines[0] == begins
    assert any(dies in line for line in lines)
    assert "\nend\n" not in out  # what the program prints is told, not printed
    assert lines[-1].startswith("✗ a")


def test_what_the_lab_draws_is_written_where_asked(file: Path, tmp_path: Path) -> None:
    assert run(file, CALL, "run", "--view", str(tmp_path / "view.json")) == OK
    drawn = json.loads((tmp_path / "view.json").read_text(encoding="utf-8"))
    assert drawn["format"] == "durable-lab-view/1"
    assert {event["kind"]: event["line"] for event in drawn["events"] if "line" in event} == {
        "effect": 2,
        "print": 3,
    }


@pytest.mark.parametrize("command", ["run", "explore"])
def test_a_file_that_is_not_utf_8_is_said_to_be_none(command: str, file: Path, capsys: Captured) -> None:
    file.write_bytes(b"\xff\xfe")
    assert main([command, str(file)]) == UNREADABLE
    assert capsys.readouterr() == ("", f"{file} is not text in UTF-8\n")


def test_a_version_that_nobody_gave_is_said_to_be_missing(file: Path, capsys: Captured) -> None:
    assert run(file, CALL, "run", "--fault", "deploy v3 at effect:a#1.applied") == UNREADABLE
    assert capsys.readouterr().err.startswith("there is no version v3: ")


@pytest.mark.parametrize("option", ["--trace", "--view"])
def test_what_can_not_be_written_is_said(option: str, file: Path, capsys: Captured) -> None:
    assert run(file, CALL, "run", option, str(file / "no" / "place")) == UNREADABLE
    assert capsys.readouterr().err.startswith("Can't write ")


def test_code_that_is_too_deep_for_the_compiler_is_refused(file: Path, capsys: Captured) -> None:
    assert run(file, "x = " + "+".join(["1"] * 50_000), "run") == UNREADABLE
    assert "nested too deeply" in capsys.readouterr().err


def test_a_version_with_a_syntax_error_is_shown_itself(file: Path, capsys: Captured) -> None:
    other = file.with_name("other.py")
    other.write_text("\ndef (:\n", encoding="utf-8")
    assert run(file, CALL, "run", "--deploy", f"v2={other}") == UNREADABLE
    assert f'File "{file.name} (v2)", line 2\n    def (:' in capsys.readouterr().err


def test_a_traceback_shows_the_lines_of_its_own_version(file: Path, capsys: Captured) -> None:
    first, second = "raise ValueError('first')", "raise ValueError('second')"
    assert run(file, f"{first}\n# durable-lab: version v2\n{second}\n", "run") == BAD
    assert f"line 1, in <module>\n    {first}\n" in capsys.readouterr().out


def test_a_traceback_of_a_recursion_is_short(file: Path, capsys: Captured) -> None:
    assert run(file, "def f():\n    f()\nf()\n", "run") == BAD
    assert "more times]" in (shown := capsys.readouterr().out)
    assert len(shown.splitlines()) < 20


def test_a_plan_that_was_not_reached_has_not_passed(file: Path, capsys: Captured) -> None:
    assert run(file, KEYED, "run", "--fault", "crash after nothing") == BAD
    assert "not reached" in capsys.readouterr().out


def test_options_that_nothing_takes_are_refused(file: Path, capsys: Captured) -> None:
    assert run(file, CALL, "run", "--input", "{}") == BAD
    assert "compiles no graph" in capsys.readouterr().out
    assert run(file, CALL, "run", "--answer", "yes") == UNREADABLE
    assert "--input" in capsys.readouterr().err


def test_a_lone_surrogate_is_written_as_python_writes_it(file: Path) -> None:
    source = "from durable_lab import world\nworld.call('a', x='\\ud800')\n"
    assert run(file, source, "run", "--trace", str(file.with_name("trace"))) == OK
    shown = subprocess.run(
        [sys.executable, "-m", "durable_lab", "run", str(file), "--narrate"], capture_output=True
    )
    assert shown.returncode == OK
    assert rb"a(\ud800)" in shown.stdout


TOOLS = """
from durable_lab import world

def refund(order):
    if order == "bad":
        raise ValueError(order)
    return world.call("refund", order=order)
"""


def test_a_program_of_two_files(file: Path, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "tools.py").write_text(TOOLS, encoding="utf-8")
    source = "import tools\nprint(tools.refund('A-1'))\n"
    assert run(file, source, "run") == OK
    assert capsys.readouterr().out.startswith("refund-1\n")
    assert run(file, source, "explore") == BAD
    assert 'crash at effect:refund#1.applied"' in capsys.readouterr().out
    assert run(file, "import tools\ntools.refund('bad')\n", "run") == BAD
    assert '  File "tools.py", line 6, in refund\n    raise ValueError(order)\n' in capsys.readouterr().out
    assert not (tmp_path / "__pycache__").exists()


def test_an_installed_module_is_no_part_of_the_program(file: Path, tmp_path: Path) -> None:
    """Only what lies in the program's own folder is on the machine, wherever the command is given."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "tools.py").write_text(TOOLS, encoding="utf-8")
    inner = tmp_path / "sub" / "agent.py"
    assert run(inner, "import tools\n", "run") == BAD


def test_a_file_is_put_on_the_disk_of_the_run(file: Path, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "orders.txt").write_text("A-1\n", encoding="utf-8")
    source = "from pathlib import Path\npath = Path('data/orders.txt')\nprint(path.read_text())\npath.write_text('x')\n"
    assert run(file, source, "run") == BAD
    assert "--file data/orders.txt" in capsys.readouterr().out
    assert run(file, source, "run", "--file", "data/orders.txt") == OK
    assert capsys.readouterr().out.startswith("A-1\n")
    assert run(file, f"# durable-lab: --file data/orders.txt\n{source}", "explore") == OK
    capsys.readouterr()
    removed = f"# durable-lab: --file data/orders.txt\n{source}path.unlink()\npath.read_text()\n"
    run(file, removed, "run")
    assert "--file" not in capsys.readouterr().out  # it was given, and the program has removed it
    assert (tmp_path / "data" / "orders.txt").read_text(encoding="utf-8") == "A-1\n"


@pytest.mark.parametrize("where", ["../far.txt", "ABSOLUTE"])
def test_a_file_from_elsewhere_lies_beside_the_program(where: str, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "far.txt").write_text("far", encoding="utf-8")
    (tmp_path / "sub").mkdir()
    path = where.replace("ABSOLUTE", str(tmp_path / "far.txt"))
    run(tmp_path / "sub" / "agent.py", "print(open('far.txt').read())\n", "run", "--file", path)
    assert capsys.readouterr().out.startswith("far\n")


def test_a_file_for_the_disk_that_is_not_there(file: Path, capsys: Captured) -> None:
    assert run(file, "x = 1\n", "run", "--file", "no.txt") == UNREADABLE
    assert "no.txt" in capsys.readouterr().err
