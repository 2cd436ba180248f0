"""The words of the page: data as all the others; each is said somewhere, and Node says them as a browser does."""

from __future__ import annotations

import json
import re
import subprocess
from typing import get_args

from durable_lab.kernel.events import Mark as MarkKind
from durable_lab.session.replies import REPLIES
from durable_lab.words.messages import LANGUAGES
from durable_lab_site.prepared import FAILINGS
from durable_lab_site.search_form import SAID
from tests.durable_lab.words.files import SITE, codes

ROOT = SITE.parents[1]
FILES = [*(ROOT / "docs/assets/js").rglob("*.js"), SITE / "runtime/first_picture.mjs"]
MODULES = {path: path.read_text(encoding="utf-8") for path in FILES}
WRITTEN = {word for text in MODULES.values() for word in re.findall(r"(?<!\w)'([\w -]+)'", text)}

LAB, SNIPPET = codes(SITE / "words/lab.json"), codes(SITE / "words/snippet.json")

MARKS = {"stop": "stopMark", "fault": "faultMark"}
"""Marks of the timeline that have not their own word (`wordOf`)."""

SAY = """
import { checkName, speaker } from './docs/assets/js/lab/words.js';
const words = JSON.parse(process.argv[1]);
const said = Object.fromEntries(['zh', 'en'].map((language) => [language, words.map((word) => speaker(language)(word, { n: 7 }))]));
console.log(JSON.stringify({ said, checks: [checkName('once', 'zh'), checkName('once', 'en'), checkName('other', 'en')] }));
"""


def test_every_word_of_the_lab_is_said_somewhere() -> None:
    marks = {MARKS.get(kind, kind) for kind in get_args(MarkKind)}
    assert marks | set(REPLIES) <= LAB
    assert sorted(LAB - WRITTEN - marks - set(REPLIES)) == []


def test_every_word_of_a_snippet_is_said_somewhere() -> None:
    hints = {f"{control}Hint" for control in ("run", "explore", "stop", "reset")}  # of `${control}Hint`
    assert hints | {"run", "explore", "stop", "reset"} <= SNIPPET
    assert sorted(SNIPPET - WRITTEN - hints) == []


def test_every_word_of_the_search_is_said_somewhere() -> None:
    spoken = {"asking": "words.js", "failed": "worker.js", "again": "worker.js"}
    assert codes(SITE / "words/search.json") == {*SAID, "examples", *spoken}
    for code, module in spoken.items():
        assert re.search(rf"\b{code}\b", MODULES[ROOT / "docs/assets/js/search" / module])


def test_every_way_in_which_a_call_can_fail_has_a_word() -> None:
    assert set(FAILINGS) <= LAB


def test_a_module_says_what_the_data_say() -> None:
    told = subprocess.run(
        ["node", "--input-type=module", "-e", SAY, json.dumps(["lab", "life", "minutes"])],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    found = json.loads(told.stdout)
    assert list(found["said"]) == list(LANGUAGES)
    assert found["said"] == {"zh": ["实验台", "第 7 次生命", "7 分钟"], "en": ["The lab", "life 7", "7 min"]}
    assert found["checks"] == ["不重复", "once", "other"]


def test_no_word_of_the_page_is_written_in_a_module() -> None:
    assert [path for path, text in MODULES.items() if re.search(r"[\u4e00-\u9fff]", text)] == []
