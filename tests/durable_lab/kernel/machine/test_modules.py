"""Programs of several files: what lies beside a program is on the machine as the program itself is."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from durable_lab.experiment import Experiment
from durable_lab.explorer import Exploration
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.machine.folder import Folder
from durable_lab.kernel.machine.recording import Recorder
from durable_lab.kernel.machine.tracebacks import readers_traceback
from durable_lab.readers.view import view
from tests.support import GRAPH, Ran, run_well

TOOLS = """
from durable_lab import world
count = 0
done = set()

def refund(order, **options):
    global count
    count += 1
    done.add(order)
    return world.call("refund", order=order, **options)
"""


class Files:
    """A folder with a program of several files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, **files: str) -> Files:
        for name, text in files.items():
            path = self.folder / (name.replace("__", "/") + ".py")
            if name.endswith("__"):
                path = self.folder / name.replace("__", "/") / "__init__.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text), encoding="utf-8")
        return self

    def experiment(self) -> Experiment:
        return Experiment(
            (self.folder / "agent.py").read_text(encoding="utf-8"), "agent.py", folder=self.folder
        )

    def run(self, plan: str = "") -> Ran:
        outcome = self.experiment().run(parse_plan(plan))
        return Ran(outcome.trace, outcome.error)

    def well(self, plan: str = "") -> Ran:
        ran = self.run(plan)
        if ran.error is not None:
            raise ran.error
        assert ran.ended and ran.trace.header["not_reached"] == []
        return ran

    def explore(self) -> Exploration:
        *_, found = self.experiment().explore()
        return found


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.mark.parametrize(
    "imported",
    [
        "import tools\nrefund = tools.refund",
        "from tools import refund",
        "import tools as t\nrefund = t.refund",
        "from tools import *",
        "refund = __import__('tools').refund",
        "import importlib\nrefund = importlib.import_module('tools').refund",
        "def refund(order):\n    import tools\n    return tools.refund(order)",
    ],
)
def test_a_module_beside_the_program_waits_and_dies_as_it_does(files: Files, imported: str) -> None:
    files.write(tools=TOOLS, agent=f"{imported}\nprint(refund('A-1'))\n")
    assert files.well().lines == ["refund-1"]
    ran = files.well("crash at effect:refund#1.applied")
    assert ran.done == {"refund": 2} and ran.lines == ["refund-2"]


def test_what_a_module_remembers_dies_with_its_process(files: Files) -> None:
    files.write(
        tools=TOOLS,
        agent="""
        import tools
        if "A-1" not in tools.done:
            tools.refund("A-1")
        print(tools.count, sorted(tools.done))
        tools.refund("A-2", key="A-2")
        """,
    )
    assert files.well("crash at effect:refund#2.applied").lines == ["1 ['A-1']", "1 ['A-1']"]
    (way,) = files.explore().ways()
    assert way.verdict.code == "once-too-many"
    assert way.tried.plan == "crash at effect:refund#1.applied"


def test_a_module_is_executed_once_a_life_and_is_the_same_for_all(files: Files) -> None:
    files.write(
        one="print('one is executed')\nvalue = []",
        two="from one import value\nimport one\nvalue.append(2)",
        agent="import two, one, sys\nfrom one import value\nprint(value, one is sys.modules['one'], one is two.one)",
    )
    assert files.well().lines == ["one is executed", "[2] True True"]
    assert "one" not in sys.modules and "two" not in sys.modules


def test_packages_and_relative_imports(files: Files) -> None:
    files.write(
        shop__="from .prices import PRICES\nfrom . import basket",
        shop__prices="PRICES = {'pear': 3}",
        shop__basket="from .prices import PRICES as P\nfrom .parts.deep import depth\ndef total():\n    return P['pear'] * depth()",
        shop__parts__="",
        shop__parts__deep="from ..prices import PRICES\ndef depth():\n    return len(PRICES) + 1",
        plain__inner="NAME = __name__, __package__",
        agent="""
        import shop.basket
        import shop.parts.deep as deep
        from shop import prices, basket
        from shop.parts import deep as again
        from plain.inner import NAME
        print(shop.basket.total(), shop.PRICES is prices.PRICES, basket is shop.basket, deep is again, NAME)
        """,
    )
    assert files.well().lines == ["6 True True True ('plain.inner', 'plain')"]


def test_what_is_not_there_is_missing_as_python_says(files: Files) -> None:
    files.write(tools="x = 1", agent="import tools_that_are_not")
    assert str(files.run().error) == "No module named 'tools_that_are_not'"
    files.write(agent="from tools import y")
    assert str(files.run().error).startswith("cannot import name 'y' from 'tools'")
    files.write(agent="from . import tools")
    assert isinstance(files.run().error, ImportError)
    files.write(
        tools="1 / 0",
        agent="try:\n    import tools\nexcept ZeroDivisionError:\n    import sys; print('tools' in sys.modules)",
    )
    assert files.run().lines == ["False"]


def test_a_module_of_pythons_that_lies_beside_the_program_is_the_one_that_is_meant(files: Files) -> None:
    files.write(statistics="mean = 'ours'", agent="import statistics\nprint(statistics.mean)")
    assert files.well().lines == ["ours"]


def test_the_machines_modules_come_first(files: Files) -> None:
    files.write(
        time="sleep = None",
        langgraph__="raise ValueError",
        agent="import time, langgraph.graph\ntime.sleep(5)\nprint(langgraph.graph.START)",
    )
    assert files.well().lines == ["__start__"]


def test_tracebacks_show_the_lines_of_every_file(files: Files) -> None:
    files.write(
        tools="def check(order):\n    raise ValueError(order)\n",
        agent="import tools\n\ndef main():\n    tools.check('A-1')\n\nmain()\n",
    )
    experiment = files.experiment()
    error = experiment.run(()).error
    assert error is not None
    assert readers_traceback(error, "agent.py", experiment.program.filenames).splitlines() == [
        "Traceback (most recent call last):",
        '  File "agent.py", line 6, in <module>',
        "    main()",
        '  File "agent.py", line 4, in main',
        "    tools.check('A-1')",
        '  File "tools.py", line 2, in check',
        "    raise ValueError(order)",
        "ValueError: A-1",
    ]


def test_a_syntax_error_names_its_file(files: Files) -> None:
    files.write(tools="def f(:\n", agent="import tools")
    with pytest.raises(SyntaxError) as caught:
        files.experiment()
    assert 'File "tools.py", line 1' in readers_traceback(caught.value, "agent.py")


def test_a_recording_notes_where_the_code_is_in_which_file(files: Files) -> None:
    files.write(
        tools=TOOLS,
        agent="import tools\nfrom durable_lab import world\ntools.refund('A-1')\nworld.call('ring')\n",
    )
    experiment = files.experiment()
    recorder = Recorder("agent.py", experiment.program.filenames)
    outcome = experiment.run((), on_event=recorder)
    asked = [recorder.recording[e.sequence] for e in outcome.trace.select("effect", "requested")]
    assert [(seen.file, seen.line) for seen in asked] == [("tools.py", 10), ("", 4)]
    assert dict(asked[0].variables)["order"] == "'A-1'"
    drawn = view(outcome.trace, experiment.topology.key, recorder.recording)
    lines = [(e.get("file"), e["line"]) for e in drawn["events"] if "line" in e and e["kind"] == "effect"]
    assert ("tools.py", 10) in lines and (None, 4) in lines


def test_the_digest_is_of_all_of_it(files: Files) -> None:
    files.write(tools="import more\nx = 1", more="y = 1", other="z = 1", agent="import tools")
    before = files.experiment().program.digest
    assert files.write(other="z = 2").experiment().program.digest == before
    assert files.write(more="y = 2").experiment().program.digest != before
    files.write(more="y = 1")
    assert files.experiment().program.digest == before
    assert Experiment("import tools", "agent.py").program.digest != before


def test_one_file_alone_has_the_digest_of_its_text(files: Files) -> None:
    source = "print(1)\n"
    files.write(agent=source)
    assert files.experiment().program.digest == Experiment(source, "agent.py").program.digest


def test_all_of_its_files_can_be_read(files: Files) -> None:
    files.write(
        shop__="x = 1",
        tools="y = 1",
        agent="import os, tools, shop\nprint(sorted(os.listdir()), open(tools.__file__).read(), shop.__file__)",
    )
    assert files.well().lines == ["['agent.py', 'shop', 'tools.py'] y = 1 shop/__init__.py"]


def test_a_topology_in_a_module_beside_the_program(files: Files) -> None:
    """The file that is run imports no engine itself."""
    nodes = dedent(GRAPH) + "app = chain([work('a'), work('b')])\n"
    files.write(
        nodes=nodes, agent="from nodes import app, thread\nprint(app.invoke({'n': 1}, thread)['log'])"
    )
    experiment = files.experiment()
    assert experiment.topology.key == "checkpointed_graph"
    assert files.well().lines == ["['a', 'b']"]
    assert files.well("crash at effect:a#1.applied").done == {"a": 2, "b": 1}


def test_a_workflow_in_a_module_beside_the_program(files: Files) -> None:
    files.write(
        activities="""
        from temporalio import activity
        from durable_lab import world
        @activity.defn
        def refund(order: str) -> str:
            return world.call("refund", order=order)
        """,
        flows="""
        from datetime import timedelta
        from temporalio import workflow
        with workflow.unsafe.imports_passed_through():
            from activities import refund
        @workflow.defn
        class Refund:
            @workflow.run
            async def run(self, order: str) -> str:
                return await workflow.execute_activity(refund, order, start_to_close_timeout=timedelta(seconds=30))
        """,
        agent="""
        import asyncio
        from temporalio.client import Client
        from temporalio.worker import Worker
        from activities import refund
        from flows import Refund
        async def main():
            client = await Client.connect("localhost:7233")
            async with Worker(
                client, task_queue="q", workflows=[Refund], activities=[refund], activity_executor=object()
            ):
                print(await client.execute_workflow(Refund.run, "A-1", id="wf", task_queue="q"))
        if __name__ == "__main__":
            asyncio.run(main())
        """,
    )
    assert files.experiment().topology.key == "durable_workflow"
    assert files.well().lines == ["refund-1"]
    assert files.well("crash worker at effect:refund#1.applied").done == {"refund": 2}


def test_a_worker_in_a_module_beside_the_program(files: Files) -> None:
    files.write(
        jobs="""
        from durable_lab import world
        from durable_lab.queue_workers import Queue
        queue = Queue("jobs")
        @queue.worker
        def handle(message):
            world.call("refund", order=message.body, key=message.body)
            message.complete()
        """,
        agent="""
        from jobs import queue
        if __name__ == "__main__":
            queue.send("A-1")
            queue.run(workers=1)
        """,
    )
    assert files.well().done == {"refund": 1}
    assert files.explore().failures == []


def test_versions_that_are_deployed_import_what_lies_beside_the_file(files: Files) -> None:
    files.write(
        tools=TOOLS,
        agent="""
        from tools import refund
        refund("A-1", key="1")
        # durable-lab: version v2
        from tools import refund
        print("v2", refund("A-1", key="2"))
        """,
    )
    ran = files.well("deploy v2 at effect:refund#1.applied ; crash at effect:refund#1.applied")
    assert ran.lines == ["v2 refund-2"]


def test_objects_of_a_modules_classes_survive_in_a_store_as_the_new_ones(files: Files) -> None:
    files.write(
        shapes="from dataclasses import dataclass\n@dataclass\nclass Change:\n    name: str\n",
        agent=dedent(GRAPH)
        + dedent("""
        from shapes import Change
        def a(state):
            return {"log": [Change("db-7")]}
        def b(state):
            world.call("b", name=state["log"][0].name, same=isinstance(state["log"][0], Change))
        app = chain([a, b])
        app.invoke({"n": 1}, thread, durability="sync")
        """),
    )
    ran = files.well("crash at effect:b#1.applied")
    assert [e.payload["arguments"]["same"] for e in ran.trace.select("effect", "requested")] == [True, True]


def test_a_folder_gives_modules_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1")
    (tmp_path / "empty").mkdir()
    (tmp_path / "data.txt").write_text("x")
    folder = Folder(tmp_path)
    found = folder.module("a")
    assert found is not None and (found.text, found.filename, found.is_package) == ("x = 1", "a.py", False)
    assert [folder.module(name) for name in ("b", "empty", "a.b", "..a", "data")] == [None] * 5
    assert folder.has("data.txt") and not folder.has("empty") and not folder.has("nothing")


# -- modules of the library that are new in each life ------------------------------------------------


def test_modules_of_a_package_that_nobody_has_imported_yet() -> None:
    ran = run_well("""
import importlib.util, importlib.metadata, os.path, logging.handlers, concurrent.futures, email.mime.text
from importlib import resources
from asyncio import subprocess
import xml.dom.minidom
print(importlib.util.find_spec("json").name, os.path.join("a", "b"), os.getpid(), logging.handlers.__name__)
print(concurrent.futures.ThreadPoolExecutor.__module__, email.mime.text.MIMEText.__name__, xml.dom.minidom.Document.__name__)
print(importlib.import_module("json") is __import__("json"), importlib.import_module(".decoder", "json").__name__)
""")
    assert ran.lines == [
        "json a/b 1000 logging.handlers",
        "durable_lab.kernel.machine.stdlib MIMEText Document",
        "True json.decoder",
    ]


def test_a_module_can_be_loaded_again(files: Files) -> None:
    files.write(
        tools="n = 0\ndef f():\n    return n",
        agent="import importlib, tools\ntools.n = 5\nprint(tools.f(), importlib.reload(tools) is tools, tools.f())",
    )
    assert files.well().lines == ["5 True 0"]


def test_a_queue_of_timed_calls_is_on_virtual_time() -> None:
    ran = run_well("""
import sched, time
scheduler = sched.scheduler()
start = time.monotonic()
scheduler.enter(3600, 1, lambda: print("an hour later", time.monotonic() - start))
scheduler.run()
""")
    assert ran.lines == ["an hour later 3600.0"]
