"""A published site and a browser that opens it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from durable_lab_site.freshness import is_fresh
from tests.browser import chromium
from tests.browser.serving import Host, serving

expect.set_options(timeout=20_000)  # a slow machine is no mistake of the site's

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def site() -> Path:
    """The site, built once, and only if it is out of date."""
    if not is_fresh(ROOT):
        subprocess.run([sys.executable, "-m", "durable_lab_site", "build"], cwd=ROOT, check=True)
    return ROOT / "site"


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[Host]:
    """The site below a path, as on a host that several projects share."""
    with serving(site, "/some-repo/") as host:
        yield host


@pytest.fixture(scope="session")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Another origin. Nothing may ever ask it for anything."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "index.html").write_text("you should not be here")
    with serving(folder) as host:
        yield host


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    path = chromium.find()
    if path is None:
        pytest.fail("no Chromium or Chrome on the path: `make test` says how to install one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield browser
        browser.close()


class Watch:
    """What a page did that no page of this site may do."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.complaints: list[str] = []

    def console(self, message: ConsoleMessage) -> None:
        """An error or a warning in the console."""
        if message.type in ("error", "warning"):
            self.complaints.append(f"console: {message.text}")

    def request(self, request: Request) -> None:
        """A request to another origin."""
        if not request.url.startswith((self.host.address, "data:", "blob:")):
            self.complaints.append(f"request: {request.url}")


@pytest.fixture
def watch(host: Host) -> Watch:
    """What is found is reported at the end of the test; a test that provokes it clears it."""
    return Watch(host)


@pytest.fixture
def page(browser: Browser, watch: Watch) -> Iterator[Page]:
    """A new profile's first tab. No test may leave an error in the console or a request to another origin."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.on("console", watch.console)
    page.on("pageerror", lambda error: watch.complaints.append(f"page: {error}"))
    page.on("request", watch.request)
    yield page
    context.close()
    assert watch.complaints == []
