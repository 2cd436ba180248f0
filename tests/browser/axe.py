"""What axe says of a page, seen on every screen and in every scheme."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, TypeAlias

import pytest
from playwright.sync_api import Page

Scheme: TypeAlias = Literal["light", "dark"]

ROOT = Path(__file__).resolve().parents[2]
AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NOT_OURS = {"landmark-unique": {"enabled": False}}  # Material's copy button is a <nav> in every code block

WIDTHS = [360, 1280]
"""A phone and a desk, in CSS pixels."""


def every_look(test: Any) -> Any:
    """Mark a test to be run for each `width` and `scheme`."""
    for name, values in (("width", WIDTHS), ("scheme", ["light", "dark"])):
        test = pytest.mark.parametrize(name, values)(test)
    return test


def look(page: Page, width: int, scheme: Scheme) -> None:
    """How a page is looked at from now on. Its policy is off: axe comes from outside."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.context.new_cdp_session(page).send("Page.setBypassCSP", {"enabled": True})


def violations(page: Page) -> list[str]:
    """What axe complains about, a line each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    options = {"runOnly": RULES, "rules": NOT_OURS}
    report: dict[str, Any] = page.evaluate("(options) => axe.run(options)", options)
    return [
        f"{found['id']}: {' '.join(node['target'])}: {node['html'][:120]}"
        for found in report["violations"]
        for node in found["nodes"]
    ]
