"""A program runs without a way out: neither to another origin, nor into this one, nor to new code."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Watch
from tests.browser.serving import Host, serving
from tests.browser.snippet import GRAPH, Snippet

GONE = [
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "WebTransport",
    "caches",
    "CacheStorage",
    "indexedDB",
    "BroadcastChannel",
    "Worker",
    "SharedWorker",
    "importScripts",
    "navigator",
    "postMessage",
]

PAST = "import sys\nreal = sys.modules['importlib'].import_module\n"
"""A program that asks for what is the page's is refused it; this is how one gets at it all the same."""


def past_the_import(source: str) -> str:
    """The program, getting at what is the page's past its `import`, which is refused."""
    source = re.sub(r"^import (js|pyodide_js)$", r"\1 = real('\1')", source, flags=re.MULTILINE)
    return PAST + re.sub(
        r"^from (pyodide\S*) import (\w+)$", r"\2 = real('\1').\2", source, flags=re.MULTILINE
    )


NAMES = """
import js
for name in {names!r}:
    print(name, hasattr(js, name) or hasattr(js.Object.getPrototypeOf(js.self), name))
"""

# Each tries to reach ADDRESS; each must fail.
ESCAPES = {
    "fetch": "import js\njs.fetch('ADDRESS')",
    "fetch of the prototype": "import js\njs.Object.getPrototypeOf(js.Object.getPrototypeOf(js.self)).fetch('ADDRESS')",
    "XMLHttpRequest": "import js\nr = js.XMLHttpRequest.new()\nr.open('GET', 'ADDRESS', False)\nr.send()",
    "WebSocket": "import js\njs.WebSocket.new('ADDRESS'.replace('http', 'ws'))",
    "run_js": "from pyodide.code import run_js\nrun_js(\"fetch('ADDRESS')\")",
    "run_js import": "from pyodide.code import run_js\nrun_js(\"import('ADDRESS')\")",
    "eval": "import js\njs.eval(\"fetch('ADDRESS')\")",
    "Function": "import js\njs.Function.new(\"return fetch('ADDRESS')\")()",
    "constructor": "import js\njs.Object.constructor.constructor(\"return fetch('ADDRESS')\")()",
    "open_url": "from pyodide.http import open_url\nopen_url('ADDRESS')",
    "urllib": "from urllib.request import urlopen\nurlopen('ADDRESS')",
    "socket": (
        "import socket\nhost, port = 'ADDRESS'.removeprefix('http://').rstrip('/').split(':')\n"
        "s = socket.create_connection((host, int(port)), timeout=1)\ns.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n')\nprint(s.recv(9))"
    ),
    "lazy file": (
        "import pyodide_js\npyodide_js.FS.createLazyFile('/', 'lazy', 'ADDRESS', True, False)\nprint(open('/lazy').read())"
    ),
    "Emscripten": "import pyodide_js\npyodide_js._module.fetch('ADDRESS')",
}

# These only start something: the failure comes later, so it is the other origin that tells.
ATTEMPTS = {
    "loadPackage": "import pyodide_js\npyodide_js.loadPackage('ADDRESS/a.whl')",
    "pyfetch": "import asyncio\nfrom pyodide.http import pyfetch\nasyncio.run(pyfetch('ADDRESS'))",
    "timer": "import js\njs.setTimeout(\"fetch('ADDRESS')\", 0)",
    "dynamic import": "import pyodide_js\npyodide_js._api.importFrom('ADDRESS')",
}


@pytest.fixture
def attempt(page: Page, host: Host, elsewhere: Host, watch: Watch) -> Callable[[str], str]:
    """Run a program that tries to reach the other origin; give what it printed."""
    page.goto(host.address + "en/" + GRAPH)

    watch.provoke()  # the browser reports what it refused; that is what we came for
    return lambda source: Snippet(page).run_source(
        past_the_import(source).replace("ADDRESS", elsewhere.address)
    )


def wait_for_what_was_begun(page: Page) -> None:
    """Python's turn comes again after all that waited for it; a request gets its answer after those sent before it."""
    Snippet(page).run_source("print('later')")
    assert page.evaluate("() => fetch(location.href, { cache: 'no-store' }).then(({ ok }) => ok)")


@pytest.mark.parametrize("way", ["eval", "run_js", "Emscripten"])
def test_what_is_the_pages_is_refused_with_what_to_write_instead(page: Page, host: Host, way: str) -> None:
    page.goto(host.address + "en/" + GRAPH)
    Snippet(page).run_source(ESCAPES[way])
    Snippet(page).expect_state("error")
    assert "world.call" in Snippet(page).output


def test_what_reaches_out_is_gone(attempt: Callable[[str], str]) -> None:
    output = attempt(NAMES.format(names=GONE))
    assert output.splitlines() == [f"{name} False" for name in GONE]


@pytest.mark.parametrize("way", ESCAPES)
def test_no_way_out(page: Page, attempt: Callable[[str], str], elsewhere: Host, way: str) -> None:
    attempt(ESCAPES[way])
    Snippet(page).expect_state("error")
    assert elsewhere.requests == []


@pytest.mark.parametrize("way", ATTEMPTS)
def test_no_way_out_later(page: Page, attempt: Callable[[str], str], elsewhere: Host, way: str) -> None:
    attempt(ATTEMPTS[way])
    wait_for_what_was_begun(page)
    assert elsewhere.requests == []


def test_without_the_walls_they_get_out(page: Page, host: Host, watch: Watch, tmp_path: Path) -> None:
    """So what stays away above stays away because of the walls, and would have been here in time."""
    watch.provoke()
    page.context.new_cdp_session(page).send("Page.setBypassCSP", {"enabled": True})
    page.route("**/confine.js", open_door)
    page.goto(host.address + "en/" + GRAPH)
    with serving(tmp_path) as other:
        for way in ("loadPackage", "pyfetch", "timer"):
            source = past_the_import(ATTEMPTS[way])
            Snippet(page).run_source(source.replace("ADDRESS", other.address + way.lower()))
            wait_for_what_was_begun(page)
            assert [path for path in other.requests if path.startswith(f"/{way.lower()}")], way


def open_door(route: Route) -> None:
    """Instead of the module that takes from a program what reaches out."""
    route.fulfill(body="export const confine = () => true;", content_type="text/javascript")


def test_the_page_itself_reaches_no_other_origin(
    page: Page, host: Host, elsewhere: Host, watch: Watch
) -> None:
    watch.provoke()
    page.goto(host.address)
    refused = page.evaluate("(address) => fetch(address).then(() => false, () => true)", elsewhere.address)
    assert refused and elsewhere.requests == []
