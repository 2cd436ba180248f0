"""How soon the lab answers, how much each event costs, and what it weighs.

First interaction: from opening the page to the first step's sentence, against bare `loadPyodide()` in a page of its
own, in turns, each in a new profile. Events: script and layout of one key, over whole runs of every scenario.
Run it with `make bench`, or with another number of repetitions: `python -m tests.benchmarks.lab --repeat 3`.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, Playwright, sync_playwright

from durable_lab.casebook import SCENARIOS
from durable_lab_site.build import build
from tests.browser.chromium import profile
from tests.browser.lab import link
from tests.browser.serving import serving

ROOT = Path(__file__).resolve().parents[2]
PLACE = "en/lab/"

BARE_PAGE = """<!doctype html><meta charset="utf-8"><title>bare</title><script type="module">
import { loadPyodide } from './pyodide/pyodide.mjs';
await loadPyodide();
document.body.dataset.done = performance.now();
</script>"""

# The first step is taken the moment the lab is ready.
FIRST_STEP = """
new MutationObserver((_, observer) => {
  const slider = document.querySelector('durable-lab[data-state=ready] .tl-slider');
  if (!slider) return;
  observer.disconnect();
  slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
  if (slider.getAttribute('aria-valuenow') === '1') document.body.dataset.done = performance.now();
}).observe(document, { attributeFilter: ['data-state'], subtree: true });
"""

# One key a step, with the layout that follows; what the browser would do in the next frame is forced now.
WHOLE_RUN = """
() => {
  const slider = document.querySelector('.tl-slider');
  const times = [];
  for (let left = Number(slider.getAttribute('aria-valuemax')); left > 0; left--) {
    const started = performance.now();
    slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
    document.body.getBoundingClientRect();
    times.push(performance.now() - started);
  }
  return times;
}
"""


def bare_site(folder: Path) -> None:
    """npm's pyodide as it is, and a page that does nothing but load it."""
    shutil.copytree(ROOT / "node_modules/pyodide", folder / "pyodide")
    (folder / "index.html").write_text(BARE_PAGE)


def done_after(page: Page, address: str) -> float:
    """Milliseconds from the navigation to the mark on the body."""
    page.goto(address)
    page.wait_for_selector("body[data-done]", state="attached")
    return float(page.locator("body").get_attribute("data-done") or "nan")


def first_interactions(playwright: Playwright, repeat: int, bare: str, ours: str) -> tuple[float, float]:
    """Medians, in turns: a machine that gets slower gets slower for both."""
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeat):
        for address, times in zip((bare, ours), found, strict=True):
            with profile(playwright) as context:
                page = context.new_page()
                page.add_init_script(FIRST_STEP)
                times.append(done_after(page, address))
    return statistics.median(found[0]), statistics.median(found[1])


def events(playwright: Playwright, address: str) -> list[float]:
    """Milliseconds of each step of every scenario's own failure."""
    times: list[float] = []
    with profile(playwright, viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        for scenario in SCENARIOS:
            page.goto("about:blank")
            page.goto(address + link(scenario))
            page.wait_for_selector("durable-lab[data-state=ready]")
            times += page.evaluate(WHOLE_RUN)
    return times


def weight(site: Path) -> float:
    """Our own modules and styles for the lab, gzipped as a host sends them, in kB."""
    assets = site / "assets/lab"
    files = [*(assets / "lab").glob("*.js"), assets / "lab.css", assets / "lab.js"]
    return sum(len(gzip.compress(file.read_bytes(), 6)) for file in files) / 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=7)
    repeat = parser.parse_args().repeat
    build(strict=False)
    with tempfile.TemporaryDirectory() as folder:
        bare_site(Path(folder))
        with (
            serving(Path(folder)) as bare,
            serving(ROOT / "site", "/some-repo/") as ours,
            sync_playwright() as playwright,
        ):
            address = ours.address + PLACE
            loaded, answered = first_interactions(playwright, repeat, bare.address, address)
            times = events(playwright, address)
    worst = statistics.quantiles(times, n=20)[-1]
    print(
        f"first interaction: {answered:.0f} ms, bare loadPyodide {loaded:.0f} ms, ratio {answered / loaded:.3f}  (goal 0.1)"
    )
    print(
        f"an event, script and layout: median {statistics.median(times):.2f} ms, 95 % within {worst:.2f} ms, of {len(times)}  (goal 4)"
    )
    print(f"JS and CSS of the lab, gzipped: {weight(ROOT / 'site'):.1f} kB  (goal 60)")


if __name__ == "__main__":
    main()
