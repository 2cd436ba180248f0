"""The code in the lab: what is shown is of the code that ran, and what was written is never lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from durable_lab.casebook import scenario
from tests.browser.lab import LabPage, link
from tests.browser.serving import Host

REFUND = scenario("delivered-twice")
TICKET = scenario("interrupt-prefix")

RING = "from durable_lab import world\nworld.call('ring', bell='x')\nworld.call('ring', bell='y')\n"
STALE = {
    "": "代码改过了，还没有运行",
    "en/": "The code was changed and not run since",
}


@pytest.fixture
def lab(page: Page) -> LabPage:
    return LabPage(page)


def write(lab: LabPage, source: str) -> None:
    """Open the editor, and replace all that is in it."""
    if not lab.find(".cm-content").is_visible():
        lab.find(".lab-code .controls button").first.click()
    expect(lab.find(".cm-content")).to_be_focused()
    lab.page.keyboard.press("ControlOrMeta+A")
    lab.page.keyboard.insert_text(source)


@pytest.mark.parametrize("base", ["", "en/"])
def test_what_is_shown_says_that_it_is_not_of_the_code_in_the_editor(
    lab: LabPage, host: Host, base: str
) -> None:
    lab.open(host.address + base + "lab/" + link(REFUND))
    line = lab.find(".lab-stale-line")
    write(lab, RING)
    expect(line).to_contain_text(STALE[base])
    expect(lab.find(".lab-board")).to_have_class("lab-board lab-stale")
    line.get_by_role("button").click()
    expect(line).to_be_hidden()
    expect(lab.find(".lab-board")).to_have_class("lab-board")
    expect(lab.find(".lab-ledger .hint")).to_contain_text("nothing crashes" if base else "没有崩溃的那次运行")


def test_crash_everywhere_runs_what_stands_in_the_editor(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND))
    write(lab, RING)
    lab.button("Crash everywhere").click()
    expect(lab.find(".lab-sweep")).to_contain_text("crash points")
    expect(lab.find(".listing")).to_contain_text("ring")
    expect(lab.find(".lab-sweep li").first).to_contain_text("ring(x) was done 2 times, wanted 1")
    expect(lab.find(".lab-sweep li").first).to_contain_text("a crash after: The callee does ring(x)")


@pytest.mark.parametrize(
    ("source", "line", "says"),
    [
        ("x = 1\ny = = 2\n", "y = = 2", "SyntaxError"),
        ("x = 1\nprint(x / 0)\n", "print(x / 0)", "ZeroDivisionError: division by zero"),
    ],
)
def test_an_error_stands_at_its_line_in_the_editor_which_stays_open(
    lab: LabPage, host: Host, source: str, line: str, says: str
) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND))
    write(lab, source)
    lab.page.keyboard.press("Shift+Enter")
    expect(lab.find(".cm-blame")).to_contain_text(says)
    expect(lab.find(".cm-blamed")).to_have_text(line)
    expect(lab.find(".cm-content")).to_be_visible()


def test_what_was_written_is_there_again_when_the_reader_comes_back(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(TICKET))
    write(lab, RING)
    lab.find(".segments button").last.click()
    expect(lab.find(".cm-content")).to_be_hidden()
    lab.find(".segments button").first.click()
    expect(lab.find(".lab-stale-line")).to_be_hidden()
    lab.button("Edit the code").click()
    expect(lab.find(".cm-content")).to_contain_text("ring")
    expect(lab.find(".lab-stale-line")).to_be_visible()
    lab.button("Restore").click()
    lab.button("Edit the code").click()
    expect(lab.find(".cm-content")).not_to_contain_text("'ring'")


@pytest.mark.parametrize("base", ["", "en/"])
def test_verdicts_are_of_the_whole_run_and_say_what_each_check_asks(
    lab: LabPage, host: Host, base: str
) -> None:
    lab.open(host.address + base + "lab/" + link(REFUND))
    expect(lab.find(".lab-verdicts .hint")).to_contain_text("of the whole run" if base else "整次运行的结论")
    expect(lab.find(".verdict-holds .say").first).not_to_be_empty()
    assert lab.find(".lab-verdicts abbr").first.get_attribute("title")


@pytest.mark.parametrize("base", ["", "en/"])
def test_what_a_person_reads_is_words(lab: LabPage, host: Host, base: str) -> None:
    for one in (REFUND, TICKET, scenario("incident-checkpointed_graph")):
        lab.open(host.address + base + "lab/" + link(one))
        lab.find(".tl-slider").focus()
        lab.page.keyboard.press("End")
        parts = ".lab-story, .lab-choices, .lab-narration, .lab-facts, .lab-verdicts"
        seen = " ".join(lab.element.locator(parts).all_inner_texts())
        assert '{"' not in seen and '["' not in seen and "__end__" not in seen
