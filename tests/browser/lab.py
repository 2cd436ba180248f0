"""The lab, as a reader uses it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from durable_lab.casebook import Scenario


def link(scenario: Scenario, variant: str | None = None, **fields: str) -> str:
    """The address of a program, below the lab's page."""
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    own = f"#{scenario.topology}/{scenario.key}/{variant or scenario.variants[0].key}"
    return own + (f"?{query}" if query else "")


class LabPage:
    """One `<durable-lab>`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.element = page.locator("durable-lab")

    def open(self, address: str) -> LabPage:
        """Go there, and wait until it answers."""
        self.page.goto(address)
        expect(self.element).to_have_attribute("data-state", "ready")
        return self

    def find(self, selector: str) -> Locator:
        """Something in the part that is alive; the rest is for readers without script."""
        return self.element.locator(f".lab-app {selector}")

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.find("").get_by_role("button", name=name, exact=True)

    @property
    def position(self) -> tuple[int, int]:
        """How many steps were taken, of how many."""
        slider = self.find(".tl-slider")
        now, most = (slider.get_attribute(name) for name in ("aria-valuenow", "aria-valuemax"))
        return int(now or 0), int(most or 0)

    def step_to_the_end(self) -> None:
        """One key after the other."""
        self.find(".tl-slider").focus()
        at, end = self.position
        for _ in range(end - at):
            self.page.keyboard.press("ArrowRight")
        expect(self.find(".tl-slider")).to_have_attribute("aria-valuenow", str(end))

    def expect_the_address_to_say_where_it_is(self) -> None:
        """It is not written at every step: a browser refuses that."""
        self.page.wait_for_function(
            """() => Number(new URLSearchParams(location.hash.split('?')[1]).get('at')) ===
              Number(document.querySelector('.tl-slider').getAttribute('aria-valuenow'))"""
        )

    @property
    def sentence(self) -> str:
        """What was said of the last step."""
        return self.find(".lab-narration p").inner_text()

    @property
    def counts(self) -> dict[str, tuple[int, int]]:
        """For each callee: how often it acted so far, and how often that is wanted."""
        return {
            counter.locator("code").inner_text(): (
                int(counter.locator("b").inner_text()),
                int(re.sub(r"\D", "", counter.locator(".of").inner_text())),
            )
            for counter in self.find(".lab-ledger .counter").all()
        }

    @property
    def verdicts(self) -> list[tuple[str, str]]:
        """The status and the sentence of each verdict that was decided."""
        return [
            (
                (row.get_attribute("class") or "").split()[1].removeprefix("verdict-"),
                row.locator(".say").inner_text(),
            )
            for row in self.find(".verdict").all()
        ]

    @property
    def hash(self) -> str:
        """The part of the address that is the lab's."""
        return str(self.page.evaluate("() => location.hash"))
