"""The lab's place in a page: its first picture, complete before any script has run."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

from durable_lab.casebook import SCENARIOS, Scenario
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Language
from durable_lab_site.diagram import topology
from durable_lab_site.prepared import Job, canonical, index

PLACE = "<div data-lab></div>"
"""What a page's Markdown holds in the lab's stead."""

DRAW = Path(__file__).parent / "runtime" / "first_picture.mjs"


def first_scenarios() -> list[Scenario]:
    """What stands in the page without script: for each topology its first scenario."""
    firsts = (next((s for s in SCENARIOS if s.topology == key), None) for key in SIGNATURES)
    return [scenario for scenario in firsts if scenario is not None]


def first_picture(runs: Path, language: Language, *, base: str, edit: str) -> str:
    """The element as HTML.

    Args:
        runs: the folder of the prepared runs.
        language: of the page.
        base: the way from the page to the home of its language.
        edit: where the page can be edited; "" for nowhere.

    Raises:
        PluginError: it can't be drawn.
    """
    told = {
        "language": language,
        "base": base,
        "edit": edit,
        "index": index(),
        "programs": [_program(runs, scenario, language) for scenario in first_scenarios()],
    }
    text = json.dumps(told, ensure_ascii=False)
    drawn = subprocess.run(["node", str(DRAW)], input=text, capture_output=True, text=True, check=False)
    if drawn.returncode:
        raise PluginError(f"the lab's first picture: {drawn.stderr}")
    return drawn.stdout


def _program(runs: Path, scenario: Scenario, language: Language) -> dict[str, Any]:
    job = Job(scenario, scenario.variants[0])
    prepared = json.loads(gzip.decompress((runs / job.name).read_bytes()))
    plan = canonical(scenario.presets[0].plan)
    return {
        "prepared": prepared,
        "plan": plan,
        "picture": topology(scenario.topology, language),
    }
