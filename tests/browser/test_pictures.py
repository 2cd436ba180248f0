"""The page of the two pictures: whole without script, within a phone, and each cell leads to its run."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import Scheme, every_look, looked_at, violations
from tests.browser.serving import Host

BOTH = pytest.mark.parametrize("base", ["", "en/"])


@BOTH
def test_a_cell_leads_to_its_run(page: Page, host: Host, base: str) -> None:
    page.goto(f"{host.address}{base}pictures/")
    row = page.locator(".crash-map").first.locator("tbody tr").nth(1)
    row.locator("a").nth(2).click()
    lab = page.locator("durable-lab .lab-app")
    expect(lab).to_contain_text(
        "open_ticket(INC-7) 执行了 2 次" if base == "" else "open_ticket(INC-7) was done 2 times"
    )
    expect(lab.locator(".lab-variants [aria-pressed=true]")).to_have_count(1)


@BOTH
@every_look
def test_axe_is_content(browser: Browser, host: Host, base: str, width: int, scheme: Scheme) -> None:
    context = looked_at(browser, width, scheme)
    page = context.new_page()
    page.goto(f"{host.address}{base}pictures/")
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    context.close()


@BOTH
def test_without_script_nothing_is_missing(browser: Browser, host: Host, base: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{host.address}{base}pictures/")
    for part in page.locator(".crash-map, .plot svg, .moments, wide-table").all():
        expect(part).to_be_visible()
    context.close()
