"""A result is where the eye is: the verdict beside the buttons, the report in view, each failing place in the lab."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.lab import LabPage
from tests.browser.serving import Host
from tests.browser.snippet import GRAPH, Snippet, pythons

SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
BAD = {"": "✗ 不崩溃就已经错了：open_ticket", "en/": "✗ wrong even without a crash: open_ticket"}
WATCH = {"": "在实验室里看", "en/": "Watch it in the lab"}

both = pytest.mark.parametrize("base", ["", "en/"])
sizes = pytest.mark.parametrize("size", SIZES)


def snippet_at(page: Page, host: Host, base: str, size: str = "desktop", index: int = 0) -> Snippet:
    page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
    page.goto(host.address + base + GRAPH)
    return Snippet(page, index)


@both
@sizes
def test_the_verdict_of_a_run_stands_in_the_bar_and_its_result_in_view(
    page: Page, host: Host, base: str, size: str
) -> None:
    snippet = snippet_at(page, host, base, size)
    snippet.run()
    expect(snippet.state).to_have_text(
        "✗ open_ticket 2 (wanted 1)" if base else "✗ open_ticket 2 次（应为 1 次）"
    )
    for seen in (snippet.state, snippet.element.locator(".output")):
        expect(seen).to_be_in_viewport()


@both
@sizes
def test_what_crashing_everywhere_has_found_is_in_view_sentences_first(
    page: Page, host: Host, base: str, size: str
) -> None:
    snippet = snippet_at(page, host, base, size)
    snippet.button("explore").click()
    snippet.expect_state("done")
    expect(snippet.state).to_contain_text(BAD[base])
    expect(snippet.state).to_be_in_viewport()
    ways = snippet.element.locator(".report .ways li")
    expect(ways.first).to_be_in_viewport()
    assert ways.count() > 1
    assert all(text.startswith("✗ ") for text in ways.locator("strong").all_inner_texts())
    log = snippet.element.locator(".report .log")
    expect(log).to_be_hidden()
    snippet.element.locator(".report summary").click()
    expect(log).to_be_visible()
    expect(log).to_contain_text(
        "nothing is done more often than wanted" if base else "没有一件事做得比想要的多"
    )


def test_a_program_that_holds_says_so_in_green(page: Page, host: Host) -> None:
    snippet = snippet_at(page, host, "en/", index=1)
    snippet.button("explore").click()
    snippet.expect_state("done")
    expect(snippet.state).to_have_text(re.compile(r"✓ \d+ crash places: after every plan"))
    expect(snippet.element).to_have_attribute("data-verdict", "holds")


def test_the_next_run_takes_the_verdict_back(page: Page, host: Host) -> None:
    snippet = snippet_at(page, host, "en/")
    snippet.button("explore").click()
    expect(snippet.element.locator(".report")).to_be_visible()
    assert snippet.run_source("print('nothing')") == "nothing\n"
    expect(snippet.element.locator(".report")).to_have_count(0)
    expect(snippet.state).to_have_text("Done")
    snippet.button("reset").click()
    expect(snippet.element).not_to_have_attribute("data-verdict", re.compile("."))


def test_a_report_without_its_module_is_still_told(page: Page, host: Host, watch: Watch) -> None:
    watch.provoke()
    page.route("**/report.js", lambda route: route.abort())
    snippet = snippet_at(page, host, "en/")
    snippet.button("explore").click()
    snippet.expect_state("done")
    expect(snippet.element.locator(".output")).to_contain_text("✗ open_ticket(restart db-7) was done 3 times")


def test_an_error_stands_at_its_line(page: Page, host: Host) -> None:
    snippet = snippet_at(page, host, "en/")
    snippet.run_source("a = 1\nprint(a / 0)\nb = 2\n")
    note = snippet.element.locator(".cm-blamed + .cm-blame, .cm-blame")
    expect(note).to_have_text("ZeroDivisionError: division by zero")
    expect(snippet.element.locator(".cm-blamed")).to_have_text("print(a / 0)")
    expect(snippet.state).to_have_text("✗ ZeroDivisionError: division by zero")
    snippet.write("print('mended')")
    expect(note).to_have_count(0)


@both
def test_a_failing_place_opens_in_the_lab_on_this_very_code(page: Page, host: Host, base: str) -> None:
    snippet = snippet_at(page, host, base)
    snippet.write(
        "from durable_lab import world\nworld.call('ring', bell='mine')\nprint('a program of my own')\n"
    )
    snippet.button("explore").click()
    snippet.element.get_by_role("link", name=WATCH[base]).first.click()
    lab = LabPage(page)
    expect(lab.element).to_have_attribute("data-state", "ready")
    expect(lab.find(".listing")).to_contain_text("a program of my own")
    expect(lab.find(".lab-stale-line")).to_be_hidden()
    expect(lab.find(".lab-timeline")).to_be_in_viewport()
    expect(lab.find(".verdict-violated .say")).to_contain_text("ring(mine)")
    assert lab.find(".lab-narration p").inner_text(), "it stands at the crash"
    page.reload()
    expect(lab.element).to_have_attribute("data-state", "ready")
    expect(lab.find(".verdict-violated .say")).to_contain_text("ring(mine)")


@both
def test_somebody_elses_program_waits_for_run(page: Page, host: Host, watch: Watch, base: str) -> None:
    snippet = snippet_at(page, host, base)
    snippet.button("explore").click()
    address = snippet.element.get_by_role("link", name=WATCH[base]).first.get_attribute("href") or ""
    other = page.context.new_page()
    try:
        lab = LabPage(other)
        lab.open(address)
        expect(lab.find(".lab-stale-line")).to_contain_text(
            "doesn’t run by itself" if base else "不会自己运行"
        )
        expect(lab.find(".cm-content")).to_be_visible()
        expect(lab.find(".lab-timeline")).to_be_hidden()
        other.wait_for_load_state("networkidle")
        assert not pythons(other)
        lab.find(".lab-stale-line button").click()
        expect(lab.find(".lab-timeline")).to_be_visible()
        expect(lab.find(".lab-stale-line")).to_be_hidden()
        lab.find(".tl-slider").focus()
        other.keyboard.press("End")
        assert lab.counts["open_ticket"] == (2, 1)
    finally:
        other.close()
