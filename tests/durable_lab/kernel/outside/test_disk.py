"""The disk of a run: what is a step, what a crash leaves, what the next life finds."""

from __future__ import annotations

import pytest

from durable_lab.kernel.trace import Event, Trace
from durable_lab.readers.checks import violated
from durable_lab.readers.view import view
from tests.support import Ran, experiment, explore_text, run_text, run_well

BEGIN = """
import json, os
from pathlib import Path
from durable_lab import world
"""


def steps(trace: Trace) -> list[str]:
    """What was done to files, with what came of it."""
    asked: dict[tuple[str, int], Event] = {}
    found = []
    for event in trace.select("file"):
        asked.setdefault((event.name, event.n), event)
        if event.phase != "sent":
            found.append(f"{asked[event.name, event.n].payload['operation']} {event.name} {event.phase}")
    return found


def test_what_changes_a_file_is_a_step_and_what_only_looks_is_none() -> None:
    ran = run_well("""
import os
from pathlib import Path
path = Path("a.txt")
print(path.exists(), os.listdir())
path.write_text("one")
print(path.read_text(), path.stat().st_size, path.exists(), os.listdir())
with open("a.txt", "r+") as file:
    file.seek(3)
    file.write(" two")
    file.flush()
    os.fsync(file.fileno())
    file.truncate(2)
os.mkdir("d")
os.replace("a.txt", "d/b.txt")
os.remove("d/b.txt")
os.rmdir("d")
""")
    assert steps(ran.trace) == [
        "create a.txt stored",
        "write a.txt stored",
        "write a.txt stored",
        "sync a.txt stored",
        "truncate a.txt stored",
        "mkdir d stored",
        "rename d/b.txt stored",
        "remove d/b.txt stored",
        "rmdir d stored",
    ]
    assert [event.name for event in ran.trace.select("read")] == ["a.txt", "a.txt"]


def test_a_write_says_what_is_written_and_where() -> None:
    ran = run_well("with open('a', 'a') as f:\n    f.write('é')\n    f.flush()\n    f.write('x')")
    _, first, second = (e.payload for e in ran.trace.select("file", "sent"))
    assert (first["at"], first["size"], first["value"], first["store"]) == (0, 2, "é", "disk")
    assert (second["at"], second["size"], second["value"]) == (2, 1, "x")


def test_what_was_not_flushed_dies_with_the_process_and_what_was_survives() -> None:
    source = """
from durable_lab import world
file = open("notes", "a+")
file.seek(0)
print("found", file.read().split())
file.write("flushed ")
file.flush()
file.write("not-flushed ")
world.call("ring")
"""
    assert run_well(source, "crash at effect:ring#1.applied").lines == ["found []", "found ['flushed']"]


@pytest.mark.parametrize(
    ("point", "found"),
    [
        ("file:a#1.sent", "no file"),
        ("file:a#1.stored", "''"),
        ("file:a#2.sent", "''"),
        ("file:a#2.stored", "'text'"),
    ],
)
def test_a_crash_comes_between_what_is_asked_of_the_disk_and_what_it_has(point: str, found: str) -> None:
    ran = run_well(
        """
from pathlib import Path
path = Path("a")
print(repr(path.read_text()) if path.exists() else "no file")
path.write_text("text")
""",
        f"crash at {point}",
    )
    assert ran.lines[1] == found


def test_a_rename_is_all_or_nothing() -> None:
    source = """
import os
from pathlib import Path
if not Path("a").exists():
    Path("a").write_text("old")
Path("b").write_text("new")
print(Path("a").read_text())
os.replace("b", "a")
print(Path("a").read_text(), Path("b").exists())
"""
    assert run_well(source, "crash at file:a#3.sent").lines == ["old", "old", "new False"]
    assert run_well(source, "crash at file:a#3.stored").lines == ["old", "new", "new False"]


def test_no_handler_and_no_finally_of_a_dead_process_writes() -> None:
    ran = run_well(
        """
from pathlib import Path
try:
    with open("a", "a") as file:
        file.write("x")
        file.flush()
        file.write("y")
except BaseException:
    Path("b").write_text("never")
finally:
    Path("c").write_text(Path("c").read_text() + "." if Path("c").exists() else ".")
print(Path("a").read_text(), Path("b").exists(), Path("c").read_text())
""",
        "crash at file:a#2.stored",
    )
    assert ran.lines == ["xxy False ."]


def test_what_is_open_at_the_end_is_flushed_as_python_does() -> None:
    ran = run_well("""
import atexit
keep = open("a", "w")
keep.write("kept")
atexit.register(lambda: print("at exit", repr(open("a").read())))
open("b", "w").write("let go of at once")
print(open("b").read())
""")
    assert ran.lines == ["let go of at once", "at exit ''"]
    assert steps(ran.trace)[-1] == "write a stored"


def test_a_crash_may_strike_at_what_is_flushed_at_the_end() -> None:
    source = (
        "import os\nprint(os.path.exists('a') and os.path.getsize('a'))\nf = open('a', 'w')\nf.write('x')\n"
    )
    ran = run_well(source, "crash at file:a#2.sent")
    assert ran.lines == ["False", "0"]
    assert ran.lives == 2


def test_an_endless_loop_of_writes_is_cut_off() -> None:
    ran = run_text("f = open('a', 'w')\nwhile True:\n    f.write('x')\n    f.flush()")
    assert ran.trace.events[-1].phase == "too-many-events"


def test_a_removed_file_that_is_open_outlives_nothing() -> None:
    ran = run_well("""
import os
f = open("a", "w+")
os.remove("a")
f.write("x")
f.flush()
f.seek(0)
print(f.read(), os.path.exists("a"))
""")
    assert ran.lines == ["x False"]
    assert steps(ran.trace) == ["create a stored", "remove a stored"]


def test_a_full_disk_refuses_once() -> None:
    source = """
from pathlib import Path
for n in range(2):
    try:
        Path("a").write_text("x")
    except OSError as error:
        print(error.strerror)
print(Path("a").read_text())
"""
    ran = run_well(source, "down disk at file:a#2.sent x 1")
    assert ran.lines == ["No space left on device", "x"]
    assert "write a refused" in steps(ran.trace)


def test_another_process_may_have_been_there_first() -> None:
    """A worker is paused where it is about to make a file. When it goes on, the file is another's: it adds to it."""
    ran = run_well(
        """
from durable_lab.queue_workers import Queue
queue = Queue("jobs", lease=10)

@queue.worker
def handle(message):
    with open("log", "a") as file:
        file.write("x")
    message.complete()

if __name__ == "__main__":
    queue.send("A")
    queue.run(workers=2)
    print(open("log").read())
""",
        "pause worker-1 at file:log#1.sent for 100s",
    )
    assert ran.lines == ["xx"]


# -- journals --------------------------------------------------------------------------------------

JOURNAL = (
    BEGIN
    + """
path = Path("journal")
done = path.read_text().splitlines() if path.exists() else []
for order in ("A-1", "A-2"):
    if order not in done:
        BEFORE
        with path.open("a") as file:
            file.write(order + "\\n")
        AFTER
"""
)
CALL = 'world.call("refund", order=order, key=order)'


def journal(before: str = "", after: str = "") -> str:
    return JOURNAL.replace("BEFORE", before or "pass").replace("AFTER", after or "pass")


def ways(source: str) -> list[tuple[str, str]]:
    found = explore_text(source)
    return [(way.verdict.code, way.tried.plan) for way in found.ways()]


def test_a_journal_after_the_effect_with_a_key_is_right() -> None:
    found = explore_text(journal(before=CALL))
    assert found.failures == [] and violated(found.baseline_verdicts) == []
    assert len(found.points) == 12


def test_a_journal_without_a_key_is_not_enough() -> None:
    plan = "crash at effect:refund#1.applied"
    assert ways(journal(before='world.call("refund", order=order)')) == [("once-too-many", plan)]


def test_a_journal_before_the_effect_loses_it() -> None:
    assert ways(journal(after=CALL)) == [("loss-too-few", "crash at file:journal#2.stored")]


STATE = (
    BEGIN
    + """
path = Path("state.json")
state = json.loads(path.read_text()) if path.exists() else {"n": 0}
while state["n"] < 2:
    world.call("refund", order=state["n"], key=str(state["n"]))
    state["n"] += 1
    SAVE
"""
)
TEMPORARY = """path.with_suffix(".tmp").write_text(json.dumps(state))
    path.with_suffix(".tmp").replace(path)"""


def test_a_state_that_is_written_in_place_is_found_torn() -> None:
    found = ways(STATE.replace("SAVE", "path.write_text(json.dumps(state))"))
    assert found == [("ends-error", "crash at file:state.json#1.stored")]


def test_a_state_that_is_renamed_into_place_is_whole() -> None:
    assert explore_text(STATE.replace("SAVE", TEMPORARY)).failures == []


def test_a_shelf_is_a_journal_too() -> None:
    source = """
import shelve
from durable_lab import world
with shelve.open("shelf") as shelf:
    for order in ("A-1", "A-2"):
        if order not in shelf:
            shelf[order] = world.call("refund", order=orderKEY)
            shelf.sync()
"""
    assert explore_text(source.replace("KEY", ", key=order")).failures == []
    assert [code for code, _ in ways(source.replace("KEY", ""))] == ["once-too-many"]


def test_a_journal_of_asynchronous_code() -> None:
    source = """
import asyncio, json, os
from durable_lab import world
async def main():
    done = [json.loads(line) for line in open("journal")] if os.path.exists("journal") else []
    for order in ("A-1", "A-2"):
        if order not in done:
            await world.acall("refund", order=order, key=order)
            with open("journal", "a") as file:
                json.dump(order, file)
                print(file=file)
asyncio.run(main())
"""
    assert explore_text(source).failures == []


def test_pruning_skips_nothing_that_matters() -> None:
    for source in (journal(before=CALL), journal(after=CALL), STATE.replace("SAVE", TEMPORARY)):
        *_, pruned = experiment(source).explore()
        *_, whole = experiment(source).explore(prune=False)
        assert pruned.pruned > 0
        said, known = (
            [[(v.check, v.status, v.code) for v in run.verdicts] for run in found.runs]
            for found in (pruned, whole)
        )
        assert said == known


def test_durable_writes_count() -> None:
    assert explore_text(journal(before=CALL)).baseline_price.writes == 3


def test_a_decision_in_a_file_is_a_record_of_it() -> None:
    source = """
from pathlib import Path
from durable_lab import world
world.people({"go?": "yes"})
world.intend("deploy", {}, approval="go?")
answer = world.ask("go?")
RECORD
world.call("deploy", key="d")
"""
    recorded, forgotten = (
        explore_text(source.replace("RECORD", record))
        for record in ('Path("decision").write_text(answer)', "")
    )
    assert "approved" not in {v.check for v in violated(recorded.baseline_verdicts)}
    assert "approved" in {v.check for v in violated(forgotten.baseline_verdicts)}


# -- what is shown ---------------------------------------------------------------------------------


def shown(ran: Ran) -> list[list[dict[str, str]]]:
    """The rows of the disk, at each event that changes one."""
    drawn = view(ran.trace, "in_memory_loop")
    rows: list[dict[str, str]] = []
    found = []
    for patches in drawn["patches"]:
        for path, value in patches:
            if path[:2] == ["stores", "disk"] and len(path) > 2:
                if value is None:
                    del rows[path[2]]
                else:
                    rows[path[2] : path[2] + 1] = [value]
                found.append([dict(row) for row in rows])
    return found


def test_the_lab_shows_files_as_rows() -> None:
    ran = run_well("""
import os
from pathlib import Path
Path("a").write_text("one\\ntwo")
os.mkdir("d")
os.rename("a", "d/a")
os.truncate("d/a", 3)
os.rename("d", "e")
os.remove("e/a")
os.rmdir("e")
""")
    last = [{row["key"]: row["value"] for row in rows} for rows in shown(ran)]
    assert last[:4] == [{"a": ""}, {"a": "one two"}, {"a": "one two", "d/": ""}, {"d/": ""}]
    assert {"d/": "", "d/a": "one"} in last and {"e/": "", "e/a": "one"} in last
    assert last[-1] == {}


def test_the_end_of_a_long_file_is_shown() -> None:
    ran = run_well("f = open('a', 'w')\nfor n in range(99):\n    print('line', n, file=f)")
    (row,) = shown(ran)[-1]
    assert row["value"].startswith("…") and row["value"].endswith("line 98") and len(row["value"]) == 60


def test_the_same_trace_each_time() -> None:
    source = """
import tempfile, os
with tempfile.NamedTemporaryFile("w", delete=False) as f:
    f.write("x")
print(os.path.basename(f.name))
"""
    assert run_well(source).trace.text() == run_well(source).trace.text()
