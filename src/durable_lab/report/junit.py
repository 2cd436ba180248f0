"""An exploration for a build server: JUnit's XML, a test case a plan.

A plan under which a check is violated is a failure; one that the run never came to is skipped, and so is every one
where there is no effect to count. The run without a
fault is the first case, the one that is killed while it waits for a person the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from durable_lab.explorer import Exploration
from durable_lab.readers.checks import Verdict, violated
from durable_lab.words.messages import Language, say

_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_junit(found: Exploration, filename: str, language: Language) -> str:
    """The XML text."""
    from xml.etree import ElementTree  # only here: the page's Python carries no XML

    cases = list(_cases(found, language))
    counts = {
        "tests": len(cases),
        "failures": sum(bool(bad) for _, bad, _ in cases),
        "errors": 0,
        "skipped": sum(bool(why) and not bad for _, bad, why in cases),
    }
    name = PurePosixPath(filename).stem
    suite = ElementTree.Element("testsuite", {"name": name, **{key: str(n) for key, n in counts.items()}})
    for plan, bad, why in cases:
        case = ElementTree.SubElement(
            suite, "testcase", {"classname": name, "name": _clean(plan), "time": "0"}
        )
        if bad:
            sentences = [_clean(verdict.text(language)) for verdict in bad]
            failure = {"type": bad[0].check, "message": sentences[0]}
            ElementTree.SubElement(case, "failure", failure).text = "\n".join(sentences)
        elif why:
            ElementTree.SubElement(case, "skipped", {"message": _clean(why)})
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _cases(found: Exploration, language: Language) -> Iterator[tuple[str, list[Verdict], str]]:
    """Each plan, what it violated, and why it shows nothing, if it does not."""
    nothing = "" if found.intents else say("explore-nothing", language)
    yield say("explore-no-fault", language), violated(found.baseline_verdicts), nothing
    for tried in [*([found.waiting] if found.waiting is not None else []), *found.runs]:
        missed = "" if tried.reached else say("fault-not-reached", language, fault=tried.plan)
        yield tried.plan, violated(tried.verdicts), missed or nothing


def _clean(text: str) -> str:
    """`text` without the characters that XML can't hold."""
    return _NOT_XML.sub("�", text)
