"""The lab calls the checks as reports and the reference do."""

from __future__ import annotations

import re
from pathlib import Path

from durable_lab.report.titles import TITLES

WORDS = Path(__file__).parents[2] / "docs" / "assets" / "js" / "lab" / "words.js"


def test_the_lab_calls_each_check_by_the_name_that_reports_use() -> None:
    (table,) = re.findall(r"const CHECKS = \{\n(.*?)\n\};", WORDS.read_text(encoding="utf-8"), re.DOTALL)
    named = {key: (zh, en) for key, zh, en in re.findall(r"(\w+): \{ zh: '(.*?)', en: '(.*?)' \}", table)}
    assert named == {key: (title.zh, title.en) for key, title in TITLES.items()}
