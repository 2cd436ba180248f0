"""The lab's runs as the site ships them: nothing is lost in the encoding, and nothing is missing."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from durable_lab import session
from durable_lab.casebook import SCENARIOS
from durable_lab.casebook.outcomes import intents
from durable_lab.explorer import crash_points
from durable_lab.session import Request
from durable_lab_site.prepared import (
    FAILINGS,
    Job,
    branch,
    canonical,
    coloured,
    index,
    jobs,
    package_digest,
    prepare,
    prepare_all,
)

JOBS = jobs()


def joined(calm: dict[str, Any], suffix: dict[str, Any]) -> dict[str, Any]:
    """A whole view again, as the page's `branched` does it."""
    same = suffix["same"]
    whole = {**calm, **suffix}
    for key in ("events", "patches"):
        whole[key] = calm[key][:same] + suffix[key]
    whole["say"] = {code: said[:same] + suffix["say"][code] for code, said in calm["say"].items()}
    del whole["same"]
    return whole


def request(job: Job, plan: str) -> Request:
    declared = intents(job.scenario, job.variant)
    return Request(
        job.variant.source,
        job.variant.path,
        plan=plan,
        intents=declared,
        topology=job.scenario.topology,
    )


@pytest.mark.parametrize("job", JOBS[::5], ids=lambda job: job.name)
def test_a_run_in_the_file_is_the_run_of_the_package(job: Job) -> None:
    prepared = prepare(job)
    for plan in list(prepared["runs"])[::7]:
        shown = session.view(request(job, plan)).to_json()
        assert joined(prepared["calm"], prepared["runs"][plan]) == json.loads(json.dumps(shown))


@pytest.mark.parametrize("job", JOBS[::5], ids=lambda job: job.name)
def test_every_preset_crash_point_and_answer_is_there(job: Job) -> None:
    prepared = prepare(job)
    trace = session.run(request(job, "")).trace
    asked = {canonical(f"crash at {point}") for point in crash_points(trace)}
    asked |= {canonical(preset.plan) for preset in job.scenario.presets}
    asked |= {canonical(f"answer {event.step} no") for event in trace.select("person", "requested")}
    assert asked - {""} <= set(prepared["runs"])


def test_a_plan_stands_under_the_name_that_its_own_header_has() -> None:
    prepared = prepare(JOBS[0])
    assert {plan: run["header"]["plan"] for plan, run in prepared["runs"].items()} == {
        plan: plan for plan in prepared["runs"]
    }


def test_other_faults_of_a_call_are_there_and_come() -> None:
    prepared = prepare(next(job for job in JOBS if job.scenario.key == "delivered-twice"))
    assert len(prepared["others"]) == len(FAILINGS)
    for other in prepared["others"]:
        assert prepared["runs"][other["plan"]]["header"]["not_reached"] == []


def test_what_is_shared_is_left_out() -> None:
    def run(*events: int) -> dict[str, Any]:
        return {
            "format": "",
            "topology": "",
            "start": {},
            "events": list(events),
            "patches": [[] for _ in events],
            "say": {"zh": [str(e) for e in events], "en": [str(e) for e in events]},
        }

    parted = branch(run(1, 2, 3), run(1, 2, 4, 5))
    assert (parted["same"], parted["events"], parted["say"]["en"]) == (2, [4, 5], ["4", "5"])
    assert branch(run(1, 2), run(1))["same"] == 1


def test_the_code_in_colours_is_the_code() -> None:
    source = 'x = """a\n\n  b"""\nif x:\n    print(1)  # one\n'
    text = "\n".join("".join(piece for _, piece in line) for line in coloured(source))
    assert text == source.rstrip("\n")


def test_the_index_names_every_scenario_in_both_languages() -> None:
    found = index()["scenarios"]
    assert [one["key"] for one in found] == [scenario.key for scenario in SCENARIOS]
    assert all(one["name"]["zh"] and one["name"]["en"] for one in found)
    assert all(step["choices"] for one in found if one["mission"] for step in one["mission"]["steps"])


def test_the_cache_is_kept_and_forgets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durable_lab_site.prepared.jobs", lambda: JOBS[:1])
    stray = tmp_path / "gone" / "old.naive.json.gz"
    stray.parent.mkdir()
    stray.write_bytes(b"")
    prepare_all(tmp_path)
    [made] = tmp_path.rglob("*.json.gz")
    assert made == tmp_path / JOBS[0].name
    before = made.stat().st_mtime_ns
    prepare_all(tmp_path)
    assert made.stat().st_mtime_ns == before
    assert json.loads(gzip.decompress(made.read_bytes()))["calm"]["events"]


def test_another_word_in_a_sentence_is_another_run_to_prepare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durable_lab_site.prepared.durable_lab.__file__", str(tmp_path / "__init__.py"))
    words, scenario, cache = (
        tmp_path / name for name in ("words/a.json", "casebook/b.py", "__pycache__/c.pyc")
    )
    digests: list[str] = []
    for path in (words, scenario, cache):
        path.parent.mkdir()
    for changed in (words, words, scenario, cache):
        changed.write_text(str(len(digests)))
        digests.append(package_digest())
    assert len(set(digests)) == 2
    assert digests[0] != digests[1] == digests[2] == digests[3]
