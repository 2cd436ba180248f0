"""What the pages load besides HTML: copied once, at the base of the site, for both languages."""

from __future__ import annotations

import shutil
from pathlib import Path

from mkdocs.exceptions import PluginError


def copy_files(source: Path, target: Path, *leave: str) -> None:
    """Copy a folder's files and those below it; but not the stamps of the preparation, or what `leave` says."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.from", *leave), dirs_exist_ok=True)


def copy_assets(root: Path, site: Path) -> None:
    """Our own modules and styles, the editor, and the prepared Python."""
    prepared = root / "build"
    if not (prepared / "python" / "manifest.js").is_file():
        raise PluginError("the page's Python is not prepared: run `make build`, not `mkdocs build` alone")
    bundled = ("lab", "search", "strings.js")
    copy_files(root / "docs/assets/js", site / "assets/lab", *bundled)
    for source in (root / "docs/assets/css", prepared / "lab", prepared / "runs"):
        copy_files(source, site / "assets/lab")
    copy_files(prepared / "python", site / "assets/python")
    copy_files(prepared / "search", site / "assets/search")
