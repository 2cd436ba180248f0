"""An exploration as JSON: every plan with the sentences of what it violated."""

from __future__ import annotations

from durable_lab.explorer import Exploration, Tried
from durable_lab.readers.checks import CHECKS, violated
from durable_lab.report.summary import finding, status_of
from durable_lab.words.messages import Language


def as_json(found: Exploration, language: Language) -> dict[str, object]:
    """What was found, as JSON values."""
    return {
        "points": len(found.points),
        "pruned": found.pruned,
        "pairs": found.pairs if found.with_pairs else None,
        "checks": {check: status_of(found, check) for check in CHECKS},
        "price": {"calm": found.baseline_price._asdict(), "most": found.price._asdict()},
        "baseline": [verdict.text(language) for verdict in violated(found.baseline_verdicts)],
        "waiting": None if found.waiting is None else _tried(found.waiting, language),
        "ways": [
            {
                "check": way.verdict.check,
                "code": way.verdict.code,
                "text": text,
                "because": way.verdict.reason(language),
                "plan": plan,
                "count": way.count,
            }
            for way in found.ways()
            for text, plan in [finding(way, language)]
        ],
        "runs": [_tried(tried, language) for tried in found.runs],
    }


def _tried(tried: Tried, language: Language) -> dict[str, object]:
    shown = {
        "plan": tried.plan,
        "reached": tried.reached,
        "violated": [verdict.text(language) for verdict in violated(tried.verdicts)],
        "price": tried.price._asdict(),
    }
    return {**shown, "same_as": tried.same_as} if tried.same_as else shown
