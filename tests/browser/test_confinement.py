"""A program runs without a way out: neither to another origin, nor into this one, nor to new code."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Watch
from tests.browser.serving import Host
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
    "pyfetch": "import asyncio\nfrom pyodide.http import pyfetch\nasyncio.ensure_future(pyfetch('ADDRESS'))",
    "timer": "import js\njs.setTimeout(\"fetch('ADDRESS')\", 0)",
    "dynamic import": "import pyodide_js\npyodide_js._api.importFrom('ADDRESS')",
}


@pytest.fixture
def attempt(page: Page, host: Host, elsewhere: Host, watch: Watch) -> Callable[[str], str]:
    """Run a program that tries to reach the other origin; give what it printed."""
    page.goto(host.address + "en/" + GRAPH)

    def run(source: str) -> str:
        output = Snippet(page).run_source(source.replace("ADDRESS", elsewhere.address))
        page.wait_for_timeout(200)
        watch.complaints.clear()  # the browser reports what it refused; that is what we came for
        return output

    return run


def test_what_reaches_out_is_gone(attempt: Callable[[str], str]) -> None:
    output = attempt(NAMES.format(names=GONE))
    assert output.splitlines() == [f"{name} False" for name in GONE]


@pytest.mark.parametrize("way", ESCAPES)
def test_no_way_out(page: Page, attempt: Callable[[str], str], elsewhere: Host, way: str) -> None:
    attempt(ESCAPES[way])
    Snippet(page).expect_state("error")
    assert elsewhere.requests == []


@pytest.mark.parametrize("way", ATTEMPTS)
def test_no_way_out_later(attempt: Callable[[str], str], elsewhere: Host, way: str) -> None:
    attempt(ATTEMPTS[way])
    assert elsewhere.requests == []


def test_the_page_itself_reaches_no_other_origin(
    page: Page, host: Host, elsewhere: Host, watch: Watch, browser: Browser
) -> None:
    page.goto(host.address)
    refused = page.evaluate("(address) => fetch(address).then(() => false, () => true)", elsewhere.address)
    assert refused and elsewhere.requests == []
    watch.complaints.clear()
