"""What moved in a page while it loaded."""

from __future__ import annotations

from playwright.sync_api import Page

NOTED = """
window.shifts = [];
const note = (entries) => {
  for (const { value, sources } of entries) {
    window.shifts.push([value, ...sources.map((source) => String(source.node?.className))]);
  }
};
const observer = new PerformanceObserver((list) => note(list.getEntries()));
observer.observe({ type: 'layout-shift', buffered: true });
window.settled = async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); // shifts are reported after a frame
  note(observer.takeRecords());
  return window.shifts;
};
"""


class Shifts:
    """The layout shifts of the pages that a tab opens from now on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(f"{{ {NOTED} }}")

    @property
    def seen(self) -> list[list[object]]:
        """Each shift's size, and what moved; once the page has loaded all that it loads."""
        self.page.wait_for_load_state("networkidle")
        found: list[list[object]] = self.page.evaluate("() => window.settled()")
        return found

    @property
    def sum(self) -> float:
        """Of all sizes."""
        return sum(float(str(size)) for size, *_ in self.seen)
