"""Asks a page's search as a reader does, through its form."""

from __future__ import annotations

import re
from typing import TypedDict

from playwright.sync_api import Page, expect

FIELD = "[data-md-component=search-query]"

ASK = """
async (query) => {
  const field = document.querySelector('[data-md-component=search-query]');
  const result = document.querySelector('[data-md-component=search-result]');
  field.value = query;
  const answered = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe(result, { childList: true, subtree: true, characterData: true });
  });
  field.dispatchEvent(new KeyboardEvent('keyup', { key: 'End', bubbles: true }));
  await answered;
  const link = (a) => ({
    location: new URL(a.href).pathname.replace(/^\\/some-repo\\/(en\\/)?/, '') + new URL(a.href).hash,
    title: a.querySelector('h1, h2').textContent,
    text: a.querySelector('article').innerText,
    marks: Array.from(a.querySelectorAll('mark'), (mark) => mark.textContent),
  });
  return Array.from(result.querySelectorAll('.md-search-result__item'), (item) =>
    Array.from(item.querySelectorAll('a'), link));
}
"""


class Found(TypedDict):
    """One link of the list of results."""

    location: str
    title: str
    text: str
    marks: list[str]


def open_search(page: Page) -> None:
    """Open the search, on a desktop or a phone."""
    field = page.locator(FIELD)
    page.locator("label[for=__search]").last.click() if not field.is_visible() else field.click()
    # Nothing was asked yet, and that was answered: what comes next is the answer to what is asked next.
    expect(page.locator(".md-search-result__meta")).to_have_text(re.compile("for instance:|例如："))


def ask(page: Page, query: str) -> list[list[Found]]:
    """What is found for it: a list for each page, its own link first."""
    found: list[list[Found]] = page.evaluate(ASK, query)
    return found
