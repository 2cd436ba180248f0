"""No page breaks a rule of WCAG 2.2 AA that can be checked by a machine, in either scheme, on either screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from durable_lab.casebook import scenario
from tests.browser.axe import Scheme, every_look, look, violations
from tests.browser.lab import LabPage, link
from tests.browser.serving import Host
from tests.browser.snippet import GRAPH, Snippet

PAGES = ["", "article/", GRAPH, "lab/"]


@every_look
@pytest.mark.parametrize("path", [*PAGES, *(f"en/{path}" for path in PAGES)])
def test_axe_is_content(page: Page, host: Host, path: str, width: int, scheme: Scheme) -> None:
    look(page, width, scheme)
    page.goto(host.address + path)
    if path.endswith(GRAPH):
        Snippet(page).run_source("print('seen')\n1 / 0")
    assert violations(page) == []


@every_look
def test_axe_is_content_with_a_lab_in_use(page: Page, host: Host, width: int, scheme: Scheme) -> None:
    look(page, width, scheme)
    lab = LabPage(page)
    lab.open(host.address + "en/lab/" + link(scenario("incident-queue_workers"), at="30"))
    for name in ("Crash everywhere", "Compare"):
        lab.button(name).click()
        expect(lab.button(name)).to_have_attribute("aria-pressed", "true")
    lab.button("Embed").click()
    assert violations(lab.page) == []
    lab.page.keyboard.press("?")
    assert violations(lab.page) == []
    lab.page.keyboard.press("Escape")
    lab.find(".lab-missions button").first.click()
    expect(lab.find(".lab-mission")).to_be_attached()
    assert violations(lab.page) == []


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_a_phone(page: Page, host: Host, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(host.address + path)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
