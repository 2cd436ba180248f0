"""A runnable snippet, as a reader uses it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

GRAPH = "article/checkpointed-graph/"
"""A page with two snippets, in both languages."""


class Snippet:
    """One `<durable-snippet>` of a page."""

    def __init__(self, page: Page, index: int = 0) -> None:
        self.page = page
        self.element = page.locator("durable-snippet").nth(index)

    def button(self, control: str) -> Locator:
        """One of run, explore, stop, reset."""
        return self.element.locator(f"button.{control}")

    @property
    def output(self) -> str:
        """What stands in the result."""
        return self.element.locator(".output").text_content() or ""

    @property
    def printed(self) -> str:
        """What the program itself printed: the callee's ledger, which follows, has a heading of its own."""
        return self.output.partition("— ")[0]

    @property
    def label(self) -> str:
        """What the result is called."""
        return self.element.locator(".output-label").text_content() or ""

    @property
    def editor(self) -> Locator:
        """The place where the code is typed; there once the code was clicked."""
        return self.element.locator(".cm-content")

    def expect_state(self, *states: str, timeout: float = 20_000) -> None:
        """Wait until the snippet is in one of these states."""
        expect(self.element).to_have_attribute("data-state", re.compile("|".join(states)), timeout=timeout)

    def run(self) -> str:
        """Run it to the end; give the output."""
        self.button("run").click()
        self.expect_state("done", "error")
        return self.output

    def write(self, source: str) -> None:
        """Replace the code, by keyboard."""
        if not self.editor.is_visible():
            self.element.locator(".code pre").click()
        self.editor.click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(source)

    def run_source(self, source: str) -> str:
        """Run other code; give what it printed."""
        self.write(source)
        self.run()
        return self.printed
