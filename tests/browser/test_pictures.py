"""The page of the two pictures: whole without script, within a phone, and each cell leads to its run."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import Scheme, every_look, look, violations
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
def test_axe_is_content(page: Page, host: Host, base: str, width: int, scheme: Scheme) -> None:
    look(page, width, scheme)
    page.goto(f"{host.address}{base}pictures/")
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


@BOTH
def test_without_script_nothing_is_missing(visitor: Callable[..., Page], host: Host, base: str) -> None:
    page = visitor(java_script_enabled=False)
    page.goto(f"{host.address}{base}pictures/")
    for part in page.locator(".crash-map, .plot svg, .moments, wide-table").all():
        expect(part).to_be_visible()
