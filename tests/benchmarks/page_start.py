"""How long from opening a page to the first printed result, against stock Pyodide in a module worker.

Ratios are to be trusted, milliseconds are this machine's. Run it with `make bench`, or with another number of
repetitions: `python -m tests.benchmarks.page_start --repeat 3`.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Playwright, sync_playwright

from durable_lab_site.build import build
from tests.browser.chromium import profile
from tests.browser.serving import serving
from tests.browser.snippet import GRAPH

ROOT = Path(__file__).resolve().parents[2]
SETTLE_SECONDS = 1.5  # the browser writes compiled code to its cache after the page has used it

PROGRAM = "x = [i * i for i in range(10)]\nprint(sum(x))\n"

STOCK_WORKER = """
import { loadPyodide } from './pyodide/pyodide.mjs';
const python = await loadPyodide();
python.setStdout({ batched: (text) => postMessage(text) });
onmessage = ({ data }) => python.runPython(data);
postMessage('ready');
"""
STOCK_PAGE = f"""<!doctype html><meta charset="utf-8"><title>stock</title><script type="module">
const worker = new Worker('worker.mjs', {{ type: 'module' }});
worker.onmessage = ({{ data }}) => {{
  if (data === 'ready') worker.postMessage({PROGRAM!r});
  else window.printed = performance.now();
}};
</script>"""

# The first snippet gets the program above before it becomes an element, as if the page had been written so;
# Run is pressed the moment it is there.
OUR_READER = f"""
document.addEventListener('readystatechange', () => {{
  const snippet = document.querySelector('durable-snippet');
  const place = snippet.querySelector('.output');
  snippet.querySelector('.code code').textContent = {PROGRAM!r};
  new MutationObserver((_, observer) => {{
    observer.disconnect();
    snippet.querySelector('button.run').click();
    new MutationObserver(() => {{
      if (place.textContent.startsWith('285')) window.printed ??= performance.now();
    }}).observe(place, {{ childList: true, subtree: true, characterData: true }});
  }}).observe(snippet, {{ attributes: true, attributeFilter: ['data-state'] }});
}}, {{ once: true }});
"""


def stock_site(folder: Path) -> None:
    """npm's pyodide as it is, in a page that does the same."""
    shutil.copytree(ROOT / "node_modules/pyodide", folder / "pyodide")
    (folder / "worker.mjs").write_text(STOCK_WORKER)
    (folder / "index.html").write_text(STOCK_PAGE)


def stock_start(page: Page, address: str) -> float:
    """Milliseconds to stock's printed result."""
    page.goto(address)
    page.wait_for_function("() => window.printed")
    return float(page.evaluate("window.printed"))


def our_start(page: Page, address: str) -> float:
    """Milliseconds to our printed result, on a page of the site."""
    page.add_init_script(OUR_READER)
    return stock_start(page, address)


Opener = Callable[[Page, str], float]


def starts(playwright: Playwright, repeat: int, *pages: tuple[Opener, str]) -> list[tuple[float, float]]:
    """Medians for each page: in a new profile, and in a new tab of one that has been here.

    The pages take turns, so that a machine that gets slower gets slower for all of them.
    """
    found: list[tuple[list[float], list[float]]] = [([], []) for _ in pages]
    for _ in range(repeat):
        for (start, address), visits in zip(pages, found, strict=True):
            with profile(playwright) as context:
                for visit in visits:
                    page = context.new_page()
                    visit.append(start(page, address))
                    time.sleep(SETTLE_SECONDS)
                    page.close()
    return [(statistics.median(cold), statistics.median(warm)) for cold, warm in found]


SECOND_RUN = """
() => new Promise((resolve) => {
  const snippet = document.querySelector('durable-snippet');
  new MutationObserver(() => snippet.dataset.state === 'done' && resolve(performance.now() - started)).observe(
    snippet, { attributes: true });
  const started = performance.now();
  snippet.querySelector('button.run').click();
})
"""
STOP_TO_READY = """
async () => {
  const { python } = await import(new URL('python.js', document.querySelector('script[src$="snippet.js"]').src));
  const request = (source) => ({ action: 'run', source, file: 'bench.py', language: 'en' });
  const run = (source, events = {}) => new Promise((resolve) => python.run(request(source),
    { loading() {}, said() {}, started() {}, ended: resolve, ...events }));
  run('while True: pass');
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const stopped = performance.now();
  python.stop();
  await run('pass');
  return performance.now() - stopped;
}
"""


def in_a_warm_page(playwright: Playwright, repeat: int, address: str) -> tuple[float, float]:
    """Medians: a second run in the page; Stop of an endless loop to the next program's end."""
    runs, stops = [], []
    with profile(playwright) as context:
        page = context.new_page()
        our_start(page, address)
        for _ in range(repeat):
            runs.append(float(page.evaluate(SECOND_RUN)))
        for _ in range(repeat):
            stops.append(float(page.evaluate(STOP_TO_READY)))
    return statistics.median(runs), statistics.median(stops)


def weight(*paths: Path) -> int:
    """Bytes, gzipped as a host sends them."""
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in paths)


def build_seconds() -> float:
    """How long a build takes when what the pages load is prepared."""
    started = time.perf_counter()
    build(strict=False)
    return time.perf_counter() - started


def report_weight(site: Path) -> None:
    """Our own modules and styles, without and with the editor; and a first visit's Python."""
    editor = site / "assets/lab/editor.js"
    own = [
        path for path in (site / "assets/lab").iterdir() if path.suffix in (".js", ".css") and path != editor
    ]
    print(f"own JS and CSS, gzipped       {weight(*own) / 1000:8.1f} kB  (goal 20)")
    print(f"  with the editor             {weight(*own, editor) / 1000:8.1f} kB")
    print(f"Python, gzipped               {weight(*(site / 'assets/python').iterdir()) / 1000:8.1f} kB")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=7)
    repeat = parser.parse_args().repeat
    built = build_seconds()
    with tempfile.TemporaryDirectory() as folder:
        stock_site(Path(folder))
        with (
            serving(Path(folder)) as stock,
            serving(ROOT / "site", "/some-repo/") as ours,
            sync_playwright() as playwright,
        ):
            address = f"{ours.address}en/{GRAPH}"
            (stock_cold, stock_warm), (our_cold, our_warm) = starts(
                playwright, repeat, (stock_start, stock.address), (our_start, address)
            )
            again, stop = in_a_warm_page(playwright, repeat, address)
    print(
        f"cold: stock {stock_cold:.0f} ms, ours {our_cold:.0f} ms, ratio {our_cold / stock_cold:.2f}  (goal 0.50)"
    )
    print(
        f"warm: stock {stock_warm:.0f} ms, ours {our_warm:.0f} ms, ratio {our_warm / stock_warm:.2f}  (goal 0.42)"
    )
    print(f"again: {again:.1f} ms, ratio to stock cold {again / stock_cold:.4f}  (goal 0.02)")
    print(f"Stop to the next program's end: {stop:.1f} ms")
    report_weight(ROOT / "site")
    print(f"build, both languages         {built:8.1f} s")


if __name__ == "__main__":
    main()
