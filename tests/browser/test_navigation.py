"""Going from page to page, and from language to language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.serving import Host
from tests.browser.snippet import GRAPH, Snippet

ENDLESS = "while True:\n    pass"


def go_through_menu(page: Page, path: str) -> None:
    """Follow a link of the page; a mark on the window tells whether the document stayed."""
    page.wait_for_load_state("networkidle")  # Material must know the sitemap before it navigates by itself
    page.evaluate("() => { window.stayed = true; document.querySelector('.md-container').dataset.old = '' }")
    page.locator(f"a:not(.language)[href$='{path}']").first.evaluate("(link) => link.click()")
    page.wait_for_url(f"**/{path}")
    expect(page.locator("[data-old]")).to_have_count(0)
    assert page.evaluate("() => window.stayed"), "this was a full load"


def test_python_stays_warm_over_an_instant_navigation(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    assert Snippet(page).run_source("print('here')") == "here\n"
    [worker] = page.workers[-1:]
    go_through_menu(page, "article/")
    go_through_menu(page, GRAPH)
    assert Snippet(page).run_source("print('there')") == "there\n"
    assert worker in page.workers
    loads = [path for path in host.requests if path.endswith("pyodide.asm.wasm")]
    assert Snippet(page, 1).run_source("print('second')") == "second\n"
    assert [path for path in host.requests if path.endswith("pyodide.asm.wasm")] == loads


def test_leaving_a_page_ends_its_run(page: Page, host: Host) -> None:
    page.goto(host.address + GRAPH)
    snippet = Snippet(page)
    snippet.write(ENDLESS)
    snippet.button("run").click()
    snippet.expect_state("running")
    go_through_menu(page, "article/")
    go_through_menu(page, GRAPH)
    assert Snippet(page).run_source("print('free')") == "free\n"


@pytest.mark.parametrize(("base", "other", "language"), [("", "en/", "en"), ("en/", "", "zh")])
def test_the_switch_stays_on_the_page(page: Page, host: Host, base: str, other: str, language: str) -> None:
    page.goto(host.address + base + GRAPH + "#four-answers")
    page.locator(f"a.language[hreflang={language}]").click()
    page.wait_for_url(host.address + other + GRAPH + "#four-answers")
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize(("base", "other", "language"), [("", "en/", "en"), ("en/", "", "zh")])
def test_the_switch_stays_on_the_page_after_an_instant_navigation(
    page: Page, host: Host, base: str, other: str, language: str
) -> None:
    page.goto(host.address + base)
    go_through_menu(page, "article/")
    go_through_menu(page, GRAPH)
    page.locator(f"a.language[hreflang={language}]").click()
    page.wait_for_url(host.address + other + GRAPH)
    assert page.locator("html").get_attribute("lang") == language


def test_the_alternates_name_this_page(page: Page, host: Host) -> None:
    page.goto(host.address + "en/" + GRAPH)
    links = page.locator("link[hreflang]").evaluate_all("(links) => links.map((l) => [l.hreflang, l.href])")
    assert [language for language, _ in links] == ["zh", "en", "x-default"]
    assert all(address.endswith(GRAPH) for _, address in links)
