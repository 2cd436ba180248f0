"""Builds the whole site: prepares what the pages load, then both languages, onto one base."""

from __future__ import annotations

import subprocess
from pathlib import Path

from mkdocs.commands.build import build as build_language
from mkdocs.config import load_config

from durable_lab_site.freshness import mark_fresh
from durable_lab_site.prepared import prepare_all

ROOT = Path(__file__).resolve().parents[2]
PREPARE = ROOT / "src/durable_lab_site/runtime/build.mjs"

# The Chinese build empties the folder that the English one is part of.
CONFIGS = ("mkdocs.yml", "mkdocs.en.yml")


def prepare() -> None:
    """Pack Python, bundle the editor and run what the lab shows, as far as they have changed."""
    subprocess.run(["node", str(PREPARE)], cwd=ROOT, check=True)
    prepare_all(ROOT / "build" / "runs")


def build(*, strict: bool) -> None:
    """Build everything into site/."""
    prepare()
    for name in CONFIGS:
        config = load_config(str(ROOT / name), strict=strict)
        config.plugins.on_startup(command="build", dirty=False)
        build_language(config)
        config.plugins.on_shutdown()
    if strict:
        mark_fresh(ROOT)
