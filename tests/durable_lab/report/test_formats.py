"""An exploration written down: text that fits a screen, JSON, JUnit, Markdown, in both languages."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from durable_lab.experiment import Experiment
from durable_lab.explorer import Exploration, Faults
from durable_lab.kernel.trace import json_text
from durable_lab.report import as_json, as_junit, as_markdown, as_text, failed, status_of
from durable_lab.report.text import WIDTH, columns, wrapped
from durable_lab.words.messages import LANGUAGES, Language
from tests.programs import SNIPPETS
from tests.support import NAME, explore_text, graph

BAD = "from durable_lab import world\nworld.call('a', n=1)\nworld.call('b', n=2, key='k')\n"
MANY = "from durable_lab import world\nfor n in range(20):\n    world.call(f'callee_{n}')\n"
LATE = "from durable_lab import world\nworld.call('a', timeout=1.0)\n"


def explored(source: str, faults: Faults = "crashes", *, pairs: bool = False) -> Exploration:
    *_, found = Experiment(source, NAME).explore(faults, pairs=pairs)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SNIPPETS)
def test_every_snippets_report_fits_a_screen(name: str, language: Language) -> None:
    found = explored(SNIPPETS[name].source, "all")
    lines = as_text(found, SNIPPETS[name].file, language).splitlines()
    assert len(lines) <= 40
    assert max(map(columns, lines)) <= WIDTH


def test_of_many_ways_of_failing_the_first_are_shown_and_the_others_counted() -> None:
    lines = as_text(explored(MANY), NAME, "en").splitlines()
    assert len(lines) <= 40
    assert sum("was done 2 times" in line for line in lines) == 8
    assert "  and 12 more ways" in lines


def test_a_pair_is_shown_as_two_lines_that_can_be_added_to_the_file() -> None:
    source = "from durable_lab import world\nfor n in range(2):\n    world.call('a', key='k' if n == 0 else None)\n"
    found = explored("from durable_lab import world\nworld.call('a', key='k')\n", pairs=True)
    assert not failed(found)
    twice = "import os\n" + source
    text = as_text(explored(twice, pairs=True), NAME, "en")
    lines = [line.strip() for line in text.splitlines() if "# durable-lab:" in line]
    again = Experiment("\n".join([*lines, twice]), NAME).run()
    assert lines and again.trace.header["not_reached"] == []


def test_two_lines_of_faults_are_one_plan() -> None:
    lines = ["crash at effect:a#1.applied", "crash at effect:a#2.applied"]
    source = "".join(f'# durable-lab: --fault "{line}"\n' for line in lines) + BAD
    assert Experiment(source, NAME).run().trace.header["plan"] == " ; ".join(lines)


# -- Chinese is Chinese --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "plan",
    ["lose reply effect:a#1", "fail effect:a#1 unapplied", "fail effect:a#1 applied", "hang effect:a#1"],
)
def test_a_chinese_report_quotes_no_english_sentence_of_ours(plan: str) -> None:
    found = explored(LATE, "all")
    (tried,) = [tried for tried in found.runs if tried.plan == plan]
    for verdict in tried.verdicts:
        said = verdict.text("zh")
        assert not re.search(r"[a-z]+ [a-z]+ [a-z]+", said.replace(plan, "")), said


@pytest.mark.parametrize("name", SNIPPETS)
def test_nor_does_that_of_any_snippet(name: str) -> None:
    found = explored(SNIPPETS[name].source, "all")
    said = [way.verdict.text("zh") for way in found.ways()]
    for text in (text for text in said if "[TMPRL" not in text):  # the engine's own words stay
        plain = re.sub(r"(fail|lose|hang) \S+ \w+|\([^)]*\)", "", text)
        assert not re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", plain), text


# -- the verdict of each check -------------------------------------------------------------------------


def test_a_check_has_the_worst_verdict_of_all_runs() -> None:
    found = explore_text(BAD)
    assert status_of(found, "once") == "violated"
    assert status_of(found, "key") == "holds"
    assert status_of(found, "audit") == "not exercised"
    assert failed(found)


WAITS = graph("""
def ask(state):
    world.call("ticket", key="t")
    answer = interrupt("?")
app = chain([ask])
app.invoke({"n": 1}, thread)
app.invoke(Command(resume=world.ask("approve")), thread)
""")


def test_the_run_that_is_killed_while_it_waits_decides_whether_anything_is_held() -> None:
    found = explore_text(WAITS)
    assert found.waiting is not None and found.waiting.reached
    assert found.waiting.plan == "crash runner at person:approve#1.requested"
    assert status_of(found, "held") == "holds"


def test_an_agent_that_holds_its_question_is_found_out() -> None:
    source = """
from durable_lab import world
from durable_lab.in_memory_loop import Client

def agent(request):
    if world.ask("approve", about={"n": 1}) == "yes":
        world.call("a", n=1, key="k")

Client(deadline=1e6).send(agent, {})
"""
    found = explore_text(source)
    assert status_of(found, "held") == "violated" and failed(found)
    for language, says in (("en", "“approve” was asked again"), ("zh", "“approve”又问了一遍")):
        assert says in as_text(found, NAME, language)  # type: ignore[arg-type]


# -- for other programs --------------------------------------------------------------------------------


def test_json_holds_every_plan_and_the_verdicts() -> None:
    shown = as_json(explored(BAD, "all", pairs=True), "en")
    assert shown["checks"]["once"] == "violated"  # type: ignore[index]
    runs = shown["runs"]
    assert isinstance(runs, list)
    assert len(runs) == len({run["plan"] for run in runs})
    assert {run["plan"].split()[0] for run in runs} >= {"crash", "lose", "delay", "fail", "hang"}
    assert any(" ; " in run["plan"] for run in runs)
    assert shown["pruned"] == sum("same_as" in run for run in runs)
    assert shown["ways"][0]["plan"] == "crash at effect:a#1.applied"  # type: ignore[index]


@pytest.mark.parametrize("language", LANGUAGES)
def test_junit_is_valid_and_has_a_case_for_each_plan(language: Language) -> None:
    found = explored(BAD, "all")
    suite = ElementTree.fromstring(as_junit(found, "folder/file.py", language).encode())
    cases = suite.findall("testcase")
    assert suite.get("name") == "file"
    assert suite.get("tests") == str(len(cases)) == str(1 + len(found.runs))
    failures = [case.get("name") for case in cases if case.find("failure") is not None]
    assert failures == [tried.plan for tried in found.failures]
    assert suite.get("failures") == str(len(failures))


def test_junit_holds_what_xml_can_not() -> None:
    source = "from durable_lab import world\nworld.call('a', n='<&\\x00>')\n"
    suite = ElementTree.fromstring(as_junit(explored(source), NAME, "en").encode())
    failure = suite.find("testcase/failure")
    assert failure is not None and "<&�>" in (failure.get("message") or "")


def test_markdown_is_two_tables() -> None:
    text = as_markdown(explored(BAD.replace("'a'", "'a|b'")), NAME, "en")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows[:3]}) == 1
    assert "`crash at effect:a|b#1.applied`" in text and "a\\|b(1)" in text


# -- columns -------------------------------------------------------------------------------------------


def test_a_chinese_character_takes_two_columns() -> None:
    assert columns("a故b") == 4


@pytest.mark.parametrize("text", ["x" * 250, "故障" * 60, "word " * 50, "  ✗ " + "a-b " * 90])
def test_a_long_line_is_wrapped_into_at_most_three_that_fit(text: str) -> None:
    pieces = wrapped(text)
    assert 1 < len(pieces) <= 3
    assert max(map(columns, pieces)) <= WIDTH


def test_what_does_not_fit_in_three_lines_ends_with_an_ellipsis() -> None:
    assert wrapped("word " * 90)[-1].endswith("…")
    assert not wrapped("word " * 50)[-1].endswith("…")


STRANGE = r"""
from durable_lab import world
world.call("a <b>&\"x\"", x="\x07 <>&]]>")
world.call("a\nb", x="\x1b[31mred")
world.call("", x=1)
world.call("a;b#1", x=float("nan"))
"""


def test_callees_of_any_name_can_be_explored_and_written_down() -> None:
    found = explored(STRANGE, "all")
    assert len(found.points) == 12 and len(found.ways()) >= 4
    for line in re.findall("# durable-lab:.*", as_text(found, NAME, "en")):
        assert Experiment(f"{line}\n{STRANGE}", NAME).run().trace.header["not_reached"] == []
    ElementTree.fromstring(as_junit(found, NAME, "en"))
    assert as_markdown(found, NAME, "en")
    json.loads(json_text(as_json(found, "en")), parse_constant=pytest.fail)


def test_an_error_of_many_lines_breaks_no_frame() -> None:
    found = explored("raise ValueError('a\\x00\\n\\n' + 'b\\n' * 50)\n")
    lines = as_text(found, NAME, "en").splitlines()
    assert len(lines) <= 40 and max(map(columns, lines)) <= WIDTH
    assert "\0" not in "".join(lines)


NAMED = graph("""
def ask(state):
    world.call("apply", key="k")
builder = StateGraph(State).add_node("ask a person", ask).add_edge(START, "ask a person")
app = builder.compile(checkpointer=durable())
app.invoke({"n": 1}, {"configurable": {"thread_id": "order 7"}})
""")


def test_nodes_and_threads_of_any_name_can_be_explored() -> None:
    found = explored(NAMED, "all")
    assert all(tried.reached for tried in found.runs)
    plans = " ".join(tried.plan for tried in found.runs)
    assert "writes:ask_a_person#1.stored" in plans and "redeliver invoke:order_7#1" in plans


@pytest.mark.parametrize("source", ["", "import time\ntime.sleep(1)\n"])
def test_a_file_without_an_effect_passes_no_test_case(source: str) -> None:
    suite = ElementTree.fromstring(as_junit(explored(source), NAME, "en"))
    assert suite.get("skipped") == suite.get("tests") == "1"
    assert "nothing was exercised" in str(suite.find("testcase/skipped").attrib)  # type: ignore[union-attr]
