"""Whatever Python is made of may fail, hang or come late: the reader is told, and trying again works, without a reload."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Watch
from tests.browser.serving import Host, serving
from tests.browser.snippet import GRAPH, Snippet

FAILED = {"en/": "Python could not be loaded", "": "无法加载 Python"}
STALLED = {"en/": "Python did not arrive", "": "Python 一直没有加载完"}
LATE_SECONDS = 60
"""Longer than any part of Python is waited for."""


@pytest.fixture
def snippet(page: Page, watch: Watch) -> Iterator[Snippet]:
    watch.provoke()  # the browser reports what did not come; that is what we came for
    page.add_init_script("localStorage.clear()")
    yield Snippet(page)


def break_(route: Route) -> None:
    route.fulfill(status=503, body="no")


def hang(route: Route) -> None:
    """Never answer."""


def expect_said(snippet: Snippet, text: str) -> None:
    snippet.expect_state("error")
    expect(snippet.element.locator(".said-error")).to_contain_text(text)


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "pyodide.mjs", "packages.zip"])
def test_a_part_of_python_that_fails_is_told_and_can_be_tried_again(
    snippet: Snippet, page: Page, host: Host, name: str
) -> None:
    page.route(f"**/{name}*", break_)
    page.goto(host.address + "en/" + GRAPH)
    snippet.run()
    expect_said(snippet, FAILED["en/"])
    page.unroute(f"**/{name}*")
    assert "TICKET" in snippet.run().upper()


@pytest.mark.parametrize("base", FAILED)
def test_a_part_that_hangs_is_told_and_can_be_tried_again(
    snippet: Snippet, page: Page, host: Host, base: str
) -> None:
    page.clock.install()
    page.route("**/pyodide.asm.wasm*", hang)
    page.goto(host.address + base + GRAPH)
    snippet.button("run").click()
    snippet.expect_state("loading")
    page.clock.fast_forward(LATE_SECONDS * 1000)
    expect_said(snippet, STALLED[base])
    page.unroute("**/pyodide.asm.wasm*")
    assert "TICKET" in snippet.run().upper()


def test_stop_while_python_loads_stops(snippet: Snippet, page: Page, host: Host) -> None:
    held: list[Route] = []
    page.route("**/pyodide.asm.wasm*", lambda route: held.append(route))
    page.goto(host.address + "en/" + GRAPH)
    snippet.button("run").click()
    snippet.expect_state("loading")
    assert snippet.stop_and_look() == "stopped"
    snippet.button("run").click()
    snippet.expect_state("loading")
    for route in held:
        route.continue_()
    page.unroute("**/pyodide.asm.wasm*")
    snippet.expect_state("done", "error")
    assert "TICKET" in snippet.output.upper(), "it came late, and goes on from there"


def test_reset_gives_a_python_in_which_no_program_has_run(snippet: Snippet, page: Page, host: Host) -> None:
    page.goto(host.address + "en/" + GRAPH)
    beyond = "import sys\nreal = sys.modules['importlib'].import_module('pyodide')\n"
    snippet.run_source(beyond + "real.left_behind = 1\nprint(hasattr(real, 'left_behind'))")
    snippet.button("reset").click()
    assert snippet.run_source(beyond + "print(hasattr(real, 'left_behind'))").strip() == "False"


@pytest.mark.parametrize("address", ["nowhere", "nowhere/at/all/", "en/nowhere/x/y/"])
def test_an_unknown_address_finds_its_own_files(page: Page, site: Path, watch: Watch, address: str) -> None:
    """The site is built for the root of a host: that is where its page of an unknown address looks for them."""
    watch.provoke()
    lost: list[str] = []
    page.on("response", lambda response: lost.append(response.url) if response.status >= 400 else None)
    with serving(site) as root:
        unknown = (site / "404.html").read_text(encoding="utf-8")
        page.route(
            f"**/{address}",
            lambda route: route.fulfill(status=404, body=unknown, content_type="text/html"),
        )
        page.goto(root.address + address, wait_until="networkidle")
        elsewhere = page.evaluate(
            "() => [...document.querySelectorAll('link[href], script[src]')].map((one) => one.href || one.src)"
            ".filter((one) => !one.startsWith(location.origin))"
        )
        assert elsewhere == []
        assert lost == [root.address + address]
