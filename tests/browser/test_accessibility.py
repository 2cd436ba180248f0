"""No page breaks a rule of WCAG 2.2 AA that can be checked by a machine, in either scheme, on either screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from durable_lab.scenarios import scenario
from tests.browser.lab import LabPage, link
from tests.browser.serving import Host
from tests.browser.snippet import GRAPH, Snippet

ROOT = Path(__file__).resolve().parents[2]
AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NOT_OURS = {"landmark-unique": {"enabled": False}}  # Material's copy button is a <nav> in every code block
PAGES = ["", "article/", GRAPH, "lab/"]


def violations(page: Page) -> list[str]:
    """What axe complains about, a line each."""
    page.evaluate(AXE)
    options = {"runOnly": RULES, "rules": NOT_OURS}
    report: dict[str, Any] = page.evaluate("(options) => axe.run(options)", options)
    return [
        f"{found['id']}: {' '.join(node['target'])}: {node['html'][:120]}"
        for found in report["violations"]
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", [*PAGES, *(f"en/{path}" for path in PAGES)])
def test_axe_is_content(browser: Browser, host: Host, path: str, width: int, scheme: Any) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        reduced_motion="reduce",
        bypass_csp=True,
    )
    page = context.new_page()
    page.goto(host.address + path)
    if path.endswith(GRAPH):
        Snippet(page).run_source("print('seen')\n1 / 0")
    assert violations(page) == []
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_is_content_with_a_lab_in_use(browser: Browser, host: Host, width: int, scheme: Any) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        reduced_motion="reduce",
        bypass_csp=True,
    )
    lab = LabPage(context.new_page())
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
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_a_phone(page: Page, host: Host, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(host.address + path)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
