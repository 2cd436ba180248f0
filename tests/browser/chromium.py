"""The system's own Chromium: no browser is downloaded."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Playwright

from tests.browser.patience import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# It is started to look at this site, and talks to nobody else.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """The path of the browser, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def profile(playwright: Playwright, **options: Any) -> Iterator[BrowserContext]:
    """A browser that has never been here, and keeps what it caches as long as it is open."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = playwright.chromium.launch_persistent_context(
            folder, executable_path=find(), args=FLAGS, timeout=PATIENCE, **options
        )
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()
