"""The system's own Chromium: no browser is downloaded."""

from __future__ import annotations

import shutil

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
