"""Every runnable fence of every page, in both languages: the page prints what CPython printed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.serving import Host
from tests.browser.snippet import Snippet
from tests.programs import DOCS, FENCE, SHOWN, SNIPPETS


def pages() -> list[tuple[str, int]]:
    """The address of each page with snippets, and how many it has."""
    found = []
    for language, base in (("zh", ""), ("en", "en/")):
        for path in sorted((DOCS / language).rglob("*.md")):
            count = len(FENCE.findall(path.read_text(encoding="utf-8")))
            if count:
                found.append((f"{base}{path.relative_to(DOCS / language).with_suffix('')}/", count))
    return found


@pytest.mark.parametrize(("address", "count"), pages(), ids=[address for address, _ in pages()])
def test_each_prints_in_the_page_what_was_recorded(page: Page, host: Host, address: str, count: int) -> None:
    page.goto(host.address + address)
    expect(page.locator("durable-snippet")).to_have_count(count)
    for index in range(count):
        snippet = Snippet(page, index)
        recorded = snippet.output
        assert recorded.strip()
        assert snippet.run().strip() == recorded.strip()


def test_every_snippet_is_on_a_page() -> None:
    assert set(SNIPPETS) == SHOWN
