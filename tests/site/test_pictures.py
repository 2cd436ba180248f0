"""The two pictures: what they show is what the runs gave, and what the page says of them holds."""

from __future__ import annotations

import dataclasses
import re
from typing import get_args

import pytest

from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.messages import Language
from durable_lab_site import claims, crash_map, scale_figure
from durable_lab_site.claims import Untrue
from durable_lab_site.lanes import PLACES, lanes
from durable_lab_site.links import lab_address
from durable_lab_site.scale import PAUSED, batch, value

LANGUAGES: tuple[Language, ...] = get_args(Language)
EVERYWHERE = pytest.mark.parametrize("language", LANGUAGES)


@EVERYWHERE
def test_a_cell_for_every_run_and_each_leads_to_its_own(language: Language) -> None:
    cells = re.findall(r'<td class="(\w+)"><a href="\.\./(lab/#[^"]+)">', crash_map.maps(language))
    runs = [
        lanes()[topology, keyed, place.key]
        for keyed in (False, True)
        for place in PLACES
        for topology in SIGNATURES
    ]
    assert [tone == "breaks" for tone, _ in cells] == [bool(run.done_twice) for run in runs]
    assert len({address for _, address in cells}) >= len(cells) - len(SIGNATURES)  # the loop records nothing


def test_what_the_map_claims_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert crash_map.claims("en")
    once = {at: dataclasses.replace(run, counts=dict.fromkeys(run.counts, 1)) for at, run in lanes().items()}
    monkeypatch.setattr(claims, "lanes", lambda: once)
    for claim in (crash_map.GAPS, crash_map.REPAIRED):
        with pytest.raises(Untrue):
            claim.say("en")


def test_an_address_of_the_lab() -> None:
    plan = "crash at effect:open_ticket#1.applied"
    address = lab_address("incident-queue_workers", "keyed", plan, 7)
    assert address == (
        "lab/#queue_workers/incident-queue_workers/keyed"
        "?plan=crash%20at%20effect%3Aopen_ticket%231.applied&at=7"
    )
    assert lab_address("incident-queue_workers").endswith("/naive")
    with pytest.raises(KeyError):
        lab_address("incident-queue_workers", "no such program")


def test_the_batch_is_the_same_every_time() -> None:
    first = batch(keyed=False)
    batch.cache_clear()
    assert batch(keyed=False) == first


def test_curves_are_numbers_of_messages() -> None:
    for keyed in (False, True):
        found = batch(keyed=keyed)
        for curve in (found.backlog, found.leased, found.duplicates):
            assert [time for time, _ in curve] == sorted({time for time, _ in curve})
            assert all(0 <= number <= found.sent for _, number in curve)
        assert found.backlog[-1][1] == found.leased[-1][1] == 0
        assert list(found.duplicates) == sorted(found.duplicates)


@pytest.mark.parametrize(
    "change",
    [
        {"done": 499},
        {"marks": tuple(reversed(batch(keyed=False).marks))},
        {"backlog": ((0.0, 0),)},
        {"leased": ((0.0, 0),)},
        {"duplicates": ((0.0, 0), (50.0, len(PAUSED)))},
    ],
)
def test_what_the_page_says_of_the_plots_is_checked(change: dict[str, object]) -> None:
    plain, keyed = batch(keyed=False), batch(keyed=True)
    scale_figure._as_told(plain, keyed)
    with pytest.raises(Untrue):
        scale_figure._as_told(dataclasses.replace(plain, **change), keyed)  # type: ignore[arg-type]


@EVERYWHERE
def test_the_plots_stay_inside_and_say_what_they_show(language: Language) -> None:
    drawn = scale_figure.figure(language)
    assert drawn.count('role="img"') == drawn.count("aria-label=") == 3
    for path in re.findall(r'<path class="(?:lasts|breaks)" d="([^"]+)"', drawn):
        across = [float(x) for x in re.findall(r"H([\d.]+)", path)]
        down = [float(y) for y in re.findall(r"V([\d.]+)", path)]
        assert across == sorted(across)
        assert scale_figure.LEFT <= min(across) <= max(across) <= scale_figure.RIGHT
        assert scale_figure.TOP <= min(down) <= max(down) <= scale_figure.BOTTOM


@EVERYWHERE
def test_the_table_ends_where_the_batch_does(language: Language) -> None:
    rows = re.findall(r"<tr>(<td>.*?)</tr>", scale_figure.table(language))
    last = [int(cell) for cell in re.findall(r"<td>(\d+)</td>", rows[-1])]
    plain, keyed = batch(keyed=False), batch(keyed=True)
    assert last[0] >= plain.end
    assert last[1:] == [0, 0, value(plain.duplicates, plain.end), value(keyed.duplicates, keyed.end)]
