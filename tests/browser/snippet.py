"""A runnable snippet, as a reader uses it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, Worker, expect

GRAPH = "article/checkpointed-graph/"
"""A page with two snippets, in both languages."""


def pythons(page: Page) -> list[Worker]:
    """The workers that run Python, or are about to; Material has one of its own for the search."""
    return [worker for worker in page.workers if worker.url.startswith("blob:")]


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
        """What stands in the result: what was printed, or the report."""
        return "".join(self.element.locator(".output, .report").all_text_contents())

    @property
    def state(self) -> Locator:
        """The word, or the verdict, beside the buttons."""
        return self.element.locator(".state")

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

    def expect_state(self, *states: str) -> None:
        """Wait until the snippet is in one of these states."""
        expect(self.element).to_have_attribute("data-state", re.compile("|".join(states)))

    def run(self) -> str:
        """Run it to the end; give the output."""
        self.button("run").click()
        self.expect_state("done", "error")
        return self.output

    def stop_and_look(self) -> str:
        """Press Stop; give the state that the snippet is in before anything else can happen in the page."""
        script = "(button) => { button.click(); return button.closest('durable-snippet').dataset.state; }"
        return str(self.button("stop").evaluate(script))

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
