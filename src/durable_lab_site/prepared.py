"""The lab's runs, computed with the site: every program under every plan that one click can ask for.

`index.json` lists the scenarios. Beside it stands a file for each program: its code, its run without a fault, and
for each plan how the run goes on after it has left that one. What is already in the cache is not run again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pygments.lexers import PythonLexer
from pygments.token import STANDARD_TYPES, Token

import durable_lab
from durable_lab import session
from durable_lab.casebook import SCENARIOS, Preset, Scenario, Variant
from durable_lab.casebook.outcomes import intents
from durable_lab.kernel.events import EFFECT
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.kernel.trace import Trace
from durable_lab.session import Request, Viewed
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Words
from durable_lab.words.messages import LabError
from durable_lab_site.lab_hints import FAULT_MARKS, SIGNS, hints
from durable_lab_site.links import topology_page

SHARED = ("events", "patches")
"""What runs have in common until they part, beside the sentences."""

FAILINGS = {
    "loseRequest": "lose request {step}",
    "loseReply": "lose reply {step}",
    "hang": "hang {step}",
    "failApplied": "fail {step} applied",
    "failUnapplied": "fail {step} unapplied",
}
"""What else can happen to a call of the outside, by the word that the page has for it."""

MOST_CALLS = 4
"""So many calls of a run are offered to such faults: a menu is no catalogue."""


@dataclass(frozen=True)
class Job:
    """One program of one scenario."""

    scenario: Scenario
    variant: Variant

    @property
    def name(self) -> str:
        """Its file, below the folder of the lab's runs."""
        return f"{self.scenario.topology}/{self.scenario.key}.{self.variant.key}.json.gz"

    def digest(self, package: str) -> str:
        """Changes with everything that its runs depend on."""
        asked = repr((self.scenario.topology, self.scenario.presets, self.scenario.intents, self.variant))
        return hashlib.sha256("\0".join([package, asked, self.variant.source]).encode()).hexdigest()


def jobs() -> list[Job]:
    """Every program that the lab shows."""
    return [Job(scenario, variant) for scenario in SCENARIOS for variant in scenario.variants]


def index() -> dict[str, Any]:
    """The list that the page reads first."""
    return {
        "version": version("durable-agent-lab"),
        "topologies": [
            {"key": key, "name": _words(found.name), **hints(found)} for key, found in SIGNATURES.items()
        ],
        "faultMarks": FAULT_MARKS,
        "signs": SIGNS,
        "scenarios": [_scenario(scenario) for scenario in SCENARIOS],
    }


def _words(words: Words) -> dict[str, str]:
    return {"zh": words.zh, "en": words.en}


def _scenario(scenario: Scenario) -> dict[str, Any]:
    anchor = scenario.anchor  # a task has no row of its own in the failure table
    return {
        "key": scenario.key,
        "topology": scenario.topology,
        "kind": scenario.kind,
        "name": _words(scenario.name),
        "story": _words(scenario.story),
        "why": f"article/failures/#{anchor}" if anchor else topology_page(scenario.topology),
        "variants": [{"key": one.key, "name": _words(one.name)} for one in scenario.variants],
        "presets": [_preset(one) for one in scenario.presets],
        "mission": _mission(scenario),
    }


def _preset(preset: Preset) -> dict[str, Any]:
    return {"key": preset.key, "name": _words(preset.name), "plan": canonical(preset.plan)}


def _mission(scenario: Scenario) -> dict[str, Any] | None:
    mission = scenario.mission
    if mission is None:
        return None
    steps = [
        {
            "variant": step.variant,
            "preset": step.preset,
            "question": _words(step.question),
            "choices": list(step.choices),
            "explanation": _words(step.explanation),
        }
        for step in mission.steps
    ]
    return {"counts": mission.counts, "minutes": mission.minutes, "steps": steps}


def canonical(plan: str) -> str:
    """A plan in the one form that links and files use."""
    return plan_text(parse_plan(plan))


# -- one program --------------------------------------------------------------------------------------------


class _Runs:
    """Runs one program, and keeps what all its runs are held against."""

    def __init__(self, job: Job) -> None:
        self._request = Request(
            job.variant.source,
            job.variant.path,
            intents=intents(job.scenario, job.variant),
            topology=job.scenario.topology,
        )
        calm = self._viewed("")
        self.trace, self.calm = calm.ran.trace, _as_json(calm)

    def under(self, plan: str) -> dict[str, Any]:
        """The view of a run under a plan, from where it parts with the calm one."""
        return branch(self.calm, _as_json(self._viewed(plan)))

    def _viewed(self, plan: str) -> Viewed:
        return session.view(replace(self._request, plan=plan))


def _as_json(viewed: Viewed) -> dict[str, Any]:
    """As the page sees it: so it is compared."""
    shown: dict[str, Any] = json.loads(json.dumps(viewed.to_json()))
    return shown


def branch(calm: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """`other` without its format, its start and the events that it shares with `calm`."""
    same = _shared(calm, other)
    rest = {key: value for key, value in other.items() if key not in ("format", "topology", "start")}
    rest |= {key: other[key][same:] for key in SHARED}
    return {**rest, "say": {language: said[same:] for language, said in other["say"].items()}, "same": same}


def _shared(calm: dict[str, Any], other: dict[str, Any]) -> int:
    columns = [(calm[key], other[key]) for key in SHARED]
    columns += [(calm["say"][language], other["say"][language]) for language in calm["say"]]
    length = min(len(calm["events"]), len(other["events"]))
    return next((at for at in range(length) if any(a[at] != b[at] for a, b in columns)), length)


def prepare(job: Job) -> dict[str, Any]:
    """Everything that the page needs to know of one program."""
    runs = _Runs(job)
    source = job.variant.source
    others = list(_others(runs.trace))
    asked = [*_plans(job.scenario, runs), *(other["plan"] for other in others)]
    plans = dict.fromkeys(canonical(plan) for plan in asked)
    plans.pop("", None)
    return {
        "scenario": job.scenario.key,
        "variant": job.variant.key,
        "file": job.variant.path,
        "source": source,
        "code": hashlib.sha256(source.encode()).hexdigest()[:8],
        "lines": coloured(source),
        "others": others,
        "calm": runs.calm,
        "runs": {plan: runs.under(plan) for plan in plans},
    }


def _plans(scenario: Scenario, runs: _Runs) -> Iterator[str]:
    """What a reader can ask for with one click."""
    guide = runs.calm["guide"]
    yield from (preset.plan for preset in scenario.presets)
    yield from (cut["plan"] for cut in guide["cuts"])
    yield from (plan for question in guide["questions"] for plan in question["plans"].values())


def _others(trace: Trace) -> Iterator[dict[str, str]]:
    """Faults of single calls, for the first calls of different callees."""
    calls = {e.name: e for e in reversed(trace.events) if (e.kind, e.phase) == (EFFECT, "requested")}
    first = sorted(calls.values(), key=lambda event: event.sequence)[:MOST_CALLS]
    for event in first:
        for word, plan in FAILINGS.items():
            yield {"word": word, "name": event.name, "plan": canonical(plan.format(step=event.step))}


def coloured(source: str) -> list[list[list[str]]]:
    """The code's lines, each as pieces: the class of a piece's colour, and its text."""
    lines: list[list[list[str]]] = [[]]
    for token, text in PythonLexer(ensurenl=False).get_tokens(source.rstrip("\n")):
        for number, part in enumerate(text.split("\n")):
            if number:
                lines.append([])
            if part:
                lines[-1].append([_colour(token), part])
    return lines


def _colour(token: Any) -> str:
    while token not in STANDARD_TYPES:
        token = token.parent
    return "" if token in (Token.Text, Token.Name) else STANDARD_TYPES[token]


# -- the cache ----------------------------------------------------------------------------------------------


def package_digest() -> str:
    """Of the simulator and of this module; the scenarios count one by one."""
    digest = hashlib.sha256()
    package = Path(durable_lab.__file__).parent
    files = [path for path in package.rglob("*") if path.suffix in (".py", ".json")]  # code and words
    own = [path for path in files if "casebook" not in path.relative_to(package).parts]
    for path in sorted([*own, Path(__file__)]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _written(job: Job, target: Path, digest: str) -> str:
    """Prepare one program into the cache. Errors are plain: they come from another process."""
    try:
        prepared = prepare(job)
    except LabError as error:
        raise RuntimeError(f"{job.name}: {error}") from None
    text = json.dumps(prepared, ensure_ascii=False, separators=(",", ":"))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    Path(f"{target}.from").write_text(digest)
    return f"prepared {job.name}, {target.stat().st_size} bytes"


def _is_fresh(target: Path, digest: str) -> bool:
    stamp = Path(f"{target}.from")
    return target.is_file() and stamp.is_file() and stamp.read_text() == digest


def _forget(folder: Path, wanted: Iterable[Path]) -> None:
    """Remove what belongs to no program any more."""
    kept = set(wanted)
    for path in folder.rglob("*.json.gz"):
        if path not in kept:
            path.unlink()
            Path(f"{path}.from").unlink(missing_ok=True)


def prepare_all(folder: Path) -> None:
    """Bring the folder up to date: `index.json`, and a file for each program."""
    package = package_digest()
    wanted = [(job, folder / job.name, job.digest(package)) for job in jobs()]
    stale = [(job, target, digest) for job, target, digest in wanted if not _is_fresh(target, digest)]
    if len(stale) > 1:
        with ProcessPoolExecutor(max_workers=2) as pool:
            for done in pool.map(_written, *zip(*stale, strict=True)):
                print(done, flush=True)
    elif stale:
        print(_written(*stale[0]), flush=True)
    _forget(folder, (target for _, target, _ in wanted))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.json").write_text(json.dumps(index(), ensure_ascii=False), encoding="utf-8")
