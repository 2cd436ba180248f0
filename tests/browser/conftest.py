"""A published site and a browser that opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.browser import chromium
from tests.browser.patience import PATIENCE
from tests.browser.serving import Host, serving

expect.set_options(timeout=PATIENCE)

KEPT = "local_storage,indexeddb,cache_storage,service_workers"
"""What a site can keep in a browser, beside cookies."""


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
def profile() -> Iterator[BrowserContext]:
    """The system's Chromium, started once: what it has loaded and compiled for one test is there for the next."""
    if chromium.find() is None:
        pytest.fail("no Chromium or Chrome on the path: `make test` says how to install one")
    with (
        sync_playwright() as playwright,
        chromium.profile(playwright, viewport={"width": 1280, "height": 900}) as context,
    ):
        yield context


@pytest.fixture(scope="session")
def browser(profile: BrowserContext) -> Browser:
    """The same browser, for who wants a context of their own."""
    assert profile.browser
    return profile.browser


class Watch:
    """What a page did: what it asked for, and what no page of this site may do."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.provoked = False

    def console(self, message: ConsoleMessage) -> None:
        """An error or a warning in the console."""
        if message.type in ("error", "warning"):
            self.complaints.append(f"console: {message.text}")

    def request(self, request: Request) -> None:
        """A request of the page or of one of its workers, also if a cache answers it; to another origin is wrong."""
        self.requests.append(request.url)
        if not request.url.startswith((self.host.address, "data:", "blob:")):
            self.complaints.append(f"request: {request.url}")

    @property
    def python(self) -> list[str]:
        """What was asked for to start Python."""
        return [address for address in self.requests if "/python/" in address]

    def provoke(self) -> None:
        """This test does what the browser must complain of, now or a little later."""
        self.provoked = True


@pytest.fixture
def watch(host: Host) -> Iterator[Watch]:
    """No test may leave an error in the console or a request to another origin, unless it provokes that."""
    watch = Watch(host)
    yield watch
    assert watch.provoked or watch.complaints == []


@pytest.fixture
def page(profile: BrowserContext, host: Host, watch: Watch) -> Iterator[Page]:
    """A new tab of a browser that has never been here, but for its caches."""
    page = profile.new_page()
    forget(page, host)
    page.on("console", watch.console)
    page.on("pageerror", lambda error: watch.complaints.append(f"page: {error}"))
    page.on("request", watch.request)
    yield page
    page.close()


def forget(page: Page, host: Host) -> None:
    """Empty all that the site has kept in this browser, and take back what it was allowed."""
    page.context.clear_permissions()
    page.context.clear_cookies()
    session = page.context.new_cdp_session(page)
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(host.address))
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": KEPT})
    session.detach()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens the first tab of somebody else, whose browser is as the options say."""
    contexts: list[BrowserContext] = []

    def come(**options: object) -> Page:
        contexts.append(browser.new_context(**options))  # type: ignore[arg-type]
        contexts[-1].set_default_timeout(PATIENCE)
        return contexts[-1].new_page()

    yield come
    for context in contexts:
        context.close()
