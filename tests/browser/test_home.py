"""The home page: predict, crash, repair, drag; by pointer, by keyboard, without script."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.messages import Language
from durable_lab_site.lane_figure import NOTICE
from durable_lab_site.lanes import PARKED, PLACES
from tests.browser.axe import Scheme, every_look, look, violations
from tests.browser.conftest import Watch
from tests.browser.serving import Host
from tests.browser.shifts import Shifts

BOTH = pytest.mark.parametrize("base", ["", "en/"])

TICKETS = {"": "{} 张工单", "en/": "{} ticket"}


@pytest.fixture(params=["", "en/"])
def base(request: pytest.FixtureRequest) -> str:
    """Below which address the language is."""
    path: str = request.param
    return path


@pytest.fixture
def home(page: Page, host: Host, base: str, watch: Watch) -> Iterator[Page]:
    """The page, ready to be played with. It never loads Python."""
    page.goto(host.address + base)
    expect(page.locator("crash-lanes[data-ready]")).to_be_visible()
    yield page
    assert watch.python == []


def do(page: Page, control: str) -> None:
    page.locator(f"[data-do={control}]").click()


def knife(page: Page) -> Locator:
    return page.get_by_role("slider")


def counts(page: Page, step: str) -> list[str]:
    return page.locator(f".count[data-step={step}]").all_text_contents()


def expect_tickets(page: Page, base: str, n: int) -> None:
    shown = page.locator(".count[data-step=ticket]")
    expect(shown).to_have_count(len(SIGNATURES))
    for count in shown.all():
        expect(count).to_be_visible()
        expect(count).to_contain_text(TICKETS[base].format(n))


def test_nothing_is_told_before_it_is_asked(home: Page) -> None:
    for hidden in (".answer", ".counts", ".came"):
        for part in home.locator(hidden).all():
            expect(part).to_be_hidden()
    for shown in (".lane-name", ".guess", "[data-do]", ".lanes-script li > p:first-child"):
        for part in home.locator(shown).all():
            expect(part).to_be_visible()


def test_why_two_and_what_repairs_it_stands_on_the_page(home: Page, base: str) -> None:
    do(home, "reveal")
    expect_tickets(home, base, 2)
    expect(home.locator("[data-answers=reveal]")).to_contain_text(
        "四条都会" if base == "" else "recorded elsewhere, a moment later"
    )
    do(home, "key")
    expect_tickets(home, base, 1)
    expect(home.locator("[data-answers=key]")).to_contain_text(
        "修好它的是键" if base == "" else "What repairs it is the key"
    )


@pytest.mark.parametrize("topology", SIGNATURES)
def test_from_home_to_why_and_what_repairs_it_in_three_clicks(home: Page, base: str, topology: str) -> None:
    """Crash; step by step; the other program. What is asserted is what a reader sees."""
    do(home, "reveal")
    expect_tickets(home, base, 2)
    home.locator(f"[data-lane={topology}] .watch").click()
    lab = home.locator("durable-lab .lab-app")
    expect(lab.locator(".lab-narration")).to_contain_text("open_ticket(INC-7)")  # was done, and nobody knows
    two = "open_ticket(INC-7) 执行了 2 次" if base == "" else "open_ticket(INC-7) was done 2 times"
    expect(lab).to_contain_text(two)
    lab.locator(".lab-variants button").last.click()
    expect(lab.locator(".lab-variants button").last).to_have_attribute("aria-pressed", "true")
    expect(lab).not_to_contain_text(two)
    if topology != "in_memory_loop":  # which still can't say who approved what
        expect(lab).to_contain_text("全部成立" if base == "" else "all hold")


def test_a_guess_is_compared_with_what_happened(home: Page, base: str) -> None:
    for guess in home.locator(".guess input").all()[:3]:
        guess.check()
    do(home, "reveal")
    expect(home.locator(".right")).to_have_text(
        "猜对了 3 条，共 4 条。" if base == "" else "You had 3 of 4 right."
    )


def test_who_did_not_guess_is_not_judged(home: Page) -> None:
    do(home, "reveal")
    expect(home.locator(".right")).to_be_empty()


def test_at_the_notice_only_the_loop_asks_again(home: Page, base: str) -> None:
    do(home, "key")
    do(home, "move")
    expect(home.locator("[data-answers=move]")).to_be_visible()
    twice, once = ("问人 2 次", "问人 1 次") if base == "" else ("asked 2×", "asked 1×")
    assert counts(home, "approval") == [twice, once, once, once]
    again = home.locator(".came div:nth-child(2) dd").all_text_contents()
    assert [text[0] for text in again] == ["4", "1", "1", "1"]


def test_the_keyboard_does_all_that_the_pointer_does(home: Page, base: str) -> None:
    knife(home).focus()
    language: Language = "zh" if base == "" else "en"
    seen = []
    home.keyboard.press("Home")
    for _ in PLACES:
        seen.append(knife(home).get_attribute("aria-valuetext"))
        home.keyboard.press("ArrowRight")
    assert seen == [place.say.say(language) for place in PLACES]
    expect(knife(home)).to_have_attribute("aria-valuenow", str(len(PLACES) - 1))
    home.keyboard.press("ArrowLeft")
    expect(knife(home)).to_have_attribute("aria-valuenow", str(len(PLACES) - 2))
    home.keyboard.press("Tab")
    home.locator("[data-do=reveal]").focus()
    home.keyboard.press("Tab")
    home.keyboard.press("Space")
    expect(home.locator("[data-do=key]")).to_have_attribute("aria-pressed", "true")


def test_what_changed_is_said(home: Page) -> None:
    do(home, "reveal")
    said = home.get_by_role("status").text_content() or ""
    names = [name for name in home.locator(".lane-name a").all_text_contents() if name in said]
    assert len(names) == len(SIGNATURES)


def test_the_knife_is_dragged_over_all_lanes(home: Page) -> None:
    box = knife(home).bounding_box()
    rail = home.locator(".lanes-rail").bounding_box()
    assert box and rail
    home.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    home.mouse.down()
    home.mouse.move(rail["x"] + rail["width"] * 0.92, box["y"] + 5, steps=5)
    home.mouse.up()
    expect(knife(home)).to_have_attribute("aria-valuenow", str(PLACES.index(NOTICE)))
    expect(home.locator("[data-answers=move]")).to_be_visible()
    assert home.locator("[data-lane=in_memory_loop] [data-after=t]").count() == 3


def test_a_tap_on_a_lane_moves_the_knife_there(home: Page) -> None:
    lane = home.locator("[data-lane=queue_workers] .lane-track")
    lane.click(position={"x": 2, "y": 10})
    expect(knife(home)).to_have_attribute("aria-valuenow", "0")


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_moves_whatever_is_shown(home: Page, width: int) -> None:
    home.set_viewport_size({"width": width, "height": 900})

    def heights() -> list[float]:
        boxes = [part.bounding_box() for part in home.locator(".lane, .lanes-board, .lanes-script").all()]
        return [box["height"] for box in boxes if box]

    still = heights()
    do(home, "reveal")
    knife(home).focus()
    home.keyboard.press("Home")
    for keyed in (False, True):
        for place in PLACES:
            assert heights() == still, (keyed, place.key)
            home.keyboard.press("ArrowRight")
        do(home, "key")
        knife(home).focus()
        home.keyboard.press("Home")


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_it_loads(page: Page, host: Host, base: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    shifts = Shifts(page)
    page.goto(host.address + base)
    expect(page.locator("crash-lanes[data-ready]")).to_be_visible()
    assert shifts.sum < 0.001, shifts.seen


def test_back_on_the_page_it_plays_again(home: Page, base: str) -> None:
    """An instant navigation brings the figure as it was built."""
    do(home, "reveal")
    home.locator("a.md-tabs__link[href$='article/']").click()
    home.wait_for_url("**/article/")
    home.locator("a.md-tabs__link").first.click()
    expect(home.locator("crash-lanes[data-ready]")).to_be_visible()
    expect(home.locator(".answer").first).to_be_hidden()
    do(home, "reveal")
    expect_tickets(home, base, 2)


@BOTH
def test_without_script_the_results_are_there(visitor: Callable[..., Page], host: Host, base: str) -> None:
    page = visitor(java_script_enabled=False)
    page.goto(host.address + base)
    expect_tickets(page, base, 2)
    for answer in page.locator(".answer").all():
        expect(answer).to_be_visible()
    for useless in page.locator("[data-do], .guess, .knife-handle").all():
        expect(useless).to_be_hidden()
    rows = page.locator(".lanes + wide-table tbody tr, noscript tbody tr")
    assert rows.count() == len(SIGNATURES)


@BOTH
@every_look
def test_axe_is_content_in_every_state(page: Page, host: Host, base: str, width: int, scheme: Scheme) -> None:
    look(page, width, scheme)
    page.goto(host.address + base)
    do(page, "move")
    assert violations(page) == []
    do(page, "key")
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_the_knife_is_parked_where_the_question_is(home: Page) -> None:
    expect(knife(home)).to_have_attribute("aria-valuenow", str(PLACES.index(PARKED)))
