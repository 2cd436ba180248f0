"""Run, edit, stop, reset: what a reader does with a snippet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Watch
from tests.browser.serving import Host
from tests.browser.snippet import GRAPH, Snippet, pythons

ENDLESS = "while True:\n    pass"


@pytest.mark.parametrize("base", ["", "en/"])
def test_a_run_prints_what_was_recorded(page: Page, host: Host, base: str) -> None:
    page.goto(host.address + base + GRAPH)
    for index in range(2):
        snippet = Snippet(page, index)
        recorded = snippet.output
        assert snippet.run() == recorded
        assert snippet.label == ("Your run" if base else "你的运行结果")


def test_an_edited_program_runs_and_reset_restores_it(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    code, recorded, label = snippet.element.locator(".code pre").text_content(), snippet.output, snippet.label
    assert snippet.run_source("print('changed', 6 * 7)") == "changed 42\n"
    snippet.button("reset").click()
    assert (snippet.output, snippet.label) == (recorded, label)
    expect(snippet.editor).to_have_text("".join((code or "").splitlines()))


def test_output_is_text_never_markup(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    markup = "<img src=x onerror=alert(1)><b>bold</b>"
    assert snippet.run_source(f"print({markup!r})") == markup + "\n"
    assert snippet.element.locator(".output :is(img, b)").count() == 0


def test_an_error_shows_the_reader_their_own_line(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    output = snippet.run_source("a = 1\nprint(a / 0)\n")
    assert "ZeroDivisionError" in output and "line 2" in output
    snippet.expect_state("error")


def test_a_module_that_was_left_out_is_explained(page: Page, host: Host) -> None:
    page.goto(host.address + "en/" + GRAPH)
    assert "the page's Python does not carry unittest" in Snippet(page).run_source("import unittest")


def test_stop_ends_an_endless_loop_and_the_next_run_works(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    snippet.write(ENDLESS)
    snippet.button("run").click()
    snippet.expect_state("running")
    if len(pythons(page)) < 2:  # a second Python stands by once a run takes its time
        page.wait_for_event("worker", lambda _: len(pythons(page)) == 2)
    assert snippet.stop_and_look() == "stopped"
    assert snippet.run_source("print('again')") == "again\n"


def test_stop_at_once_works_too(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    assert snippet.run_source("print('warm')") == "warm\n"
    snippet.write(ENDLESS)
    page.keyboard.press("Shift+Enter")
    snippet.expect_state("running")
    page.keyboard.press("Escape")
    snippet.expect_state("stopped")
    assert snippet.run_source("print('again')") == "again\n"


def test_endless_output_is_capped_and_can_be_stopped(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    snippet.write("while True:\n    print('x' * 99)")
    snippet.button("run").click()
    expect(snippet.element.locator(".said-notice")).to_be_visible()
    snippet.expect_state("running", "done", "error")
    if snippet.element.get_attribute("data-state") == "running":
        snippet.button("stop").click()
    snippet.expect_state("stopped", "done", "error")
    assert len(snippet.output) < 201_000


def test_crash_everywhere_reports_what_it_found(page: Page, host: Host) -> None:
    page.goto(host.address + "en/" + GRAPH)
    snippet = Snippet(page)
    snippet.button("explore").click()
    snippet.expect_state("done", "error")
    assert "open_ticket" in snippet.output and snippet.label == "Your run"


def test_a_second_snippet_takes_over(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    first, second = Snippet(page, 0), Snippet(page, 1)
    first.write(ENDLESS)
    first.button("run").click()
    first.expect_state("running")
    assert second.run_source("print('mine')") == "mine\n"
    first.expect_state("stopped")


def test_the_keyboard_is_enough(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    snippet.element.locator(".code pre").focus()
    expect(snippet.editor).to_be_focused()  # a focus by keyboard opens the editor
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(snippet.editor).to_be_focused()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text("print('typed')")
    page.keyboard.press("Tab")
    expect(snippet.button("run")).to_be_focused()
    page.keyboard.press("Enter")
    snippet.expect_state("done")
    assert snippet.printed == "typed\n"


def test_an_editor_that_loads_late_takes_the_focus_of_what_it_replaces(page: Page, host: Host) -> None:
    late: list[Route] = []
    page.route("**/editor.js", lambda route: late.append(route))
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    snippet.element.locator(".code pre").focus()
    page.keyboard.press("Tab")
    expect(snippet.element.locator(".code pre .md-code__button").first).to_be_focused()
    late[0].continue_()
    expect(snippet.editor).to_be_focused()


def offset(snippet: Snippet) -> float:
    """How far below its snippet's top the result is: the height of the code and the controls."""
    top: float = snippet.element.locator(".result").evaluate(
        "(result) => result.getBoundingClientRect().top - result.closest('durable-snippet').getBoundingClientRect().top"
    )
    return top


def test_opening_the_editor_moves_nothing(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    before = offset(snippet)
    snippet.element.locator(".code pre").click()
    expect(snippet.editor).to_be_focused()
    assert abs(offset(snippet) - before) < 2


def test_without_the_editor_there_is_a_plain_field(page: Page, host: Host, watch: Watch) -> None:
    watch.provoke()  # the browser reports what it could not load
    page.route("**/editor.js", lambda route: route.abort())
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    snippet.element.locator(".code pre").click()
    snippet.element.locator("textarea").fill("print('plain')")
    snippet.run()
    assert snippet.printed == "plain\n"


def test_without_javascript_code_and_recorded_output_stand_there(
    visitor: Callable[..., Page], host: Host
) -> None:
    page = visitor(java_script_enabled=False)
    page.goto(host.address + "en/" + GRAPH)
    snippet = Snippet(page)
    expect(snippet.element.locator(".code pre")).to_be_visible()
    expect(snippet.element.locator(".output")).to_be_visible()
    assert "import" in (snippet.element.locator(".code pre").text_content() or "") and snippet.output
    assert page.locator("durable-snippet button").count() == 0
