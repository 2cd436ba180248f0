"""The lab: every failure from its link, by keyboard; links; knife; answers; missions; no script, no shift."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from durable_lab import session
from durable_lab.casebook import SCENARIOS, Scenario, scenario
from durable_lab.casebook.outcomes import intents
from durable_lab.session import Request
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab_site.prepared import canonical
from tests.browser.conftest import Watch
from tests.browser.lab import LabPage, link
from tests.browser.serving import Host
from tests.browser.shifts import Shifts
from tests.browser.snippet import pythons

TICKET = scenario("interrupt-prefix")
REFUND = scenario("delivered-twice")
RESTART = scenario("restart")
INCIDENT = scenario("incident-checkpointed_graph")
MISSIONS = [one for one in SCENARIOS if one.mission is not None]


def computed(one: Scenario, variant: int, plan: str) -> Any:
    """The view of a run, as the package computes it."""
    program = one.variants[variant]
    wanted = intents(one, program)
    request = Request(program.source, program.path, plan=plan, intents=wanted, topology=one.topology)
    return session.view(request).view


@pytest.fixture
def lab(page: Page) -> LabPage:
    return LabPage(page)


@pytest.mark.parametrize("one", SCENARIOS, ids=lambda one: one.key)
def test_each_scenario_is_what_the_package_computes(lab: LabPage, host: Host, one: Scenario) -> None:
    language = "en" if SCENARIOS.index(one) % 2 else "zh"
    shown = computed(one, 0, one.presets[0].plan)
    lab.open(host.address + ("en/" if language == "en" else "") + "lab/" + link(one))
    lab.step_to_the_end()
    assert lab.position == (len(shown["events"]), len(shown["events"]))
    assert lab.sentence == shown["say"][language][-1]
    assert lab.counts == {count["name"]: (count["applied"], count["wanted"]) for count in shown["counts"]}
    decided = [verdict for verdict in shown["verdicts"] if verdict["status"] != "not exercised"]
    assert [status for status, _ in lab.verdicts] == [verdict["status"] for verdict in decided]
    said = [verdict["say"][language] for verdict in decided if verdict["status"] == "violated"]
    assert [text for status, text in lab.verdicts if status == "violated"] == said


def test_every_step_says_its_sentence(lab: LabPage, host: Host) -> None:
    shown = computed(REFUND, 0, REFUND.presets[0].plan)
    lab.open(host.address + "en/lab/" + link(REFUND))
    lab.find(".tl-slider").focus()
    for sentence in shown["say"]["en"]:
        lab.page.keyboard.press("ArrowRight")
        assert lab.sentence == " ".join(sentence.split())
    lab.page.keyboard.press("Home")
    assert lab.position[0] == 0


# -- links ----------------------------------------------------------------------------------------------------


def test_a_link_leads_back_to_the_same_moment(lab: LabPage, host: Host, visitor: Callable[..., Page]) -> None:
    lab.open(host.address + "lab/" + link(TICKET))
    lab.find(".tl-slider").focus()
    for key in ("End", "ArrowLeft", "ArrowLeft", "ArrowLeft", "r", "v"):
        lab.page.keyboard.press(key)
        lab.expect_the_address_to_say_where_it_is()
    again = LabPage(visitor()).open(lab.page.url)
    # the run beside it comes when it comes: until then the timeline is that of one run
    expect(lab.find(".tl-slider")).to_have_attribute("aria-valuemax", str(again.position[1]))
    seen = (lab.position, lab.sentence, lab.counts, lab.hash)
    assert (again.position, again.sentence, again.counts, again.hash) == seen


def test_back_and_forward(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/")
    lab.find(".lab-topologies button").nth(2).click()
    expect(lab.find(".lab-scenario")).to_have_value(REFUND.key)
    lab.find(".segments button").last.click()
    expect(lab.find(".segments button").last).to_have_attribute("aria-pressed", "true")
    lab.page.go_back()
    expect(lab.find(".segments button").first).to_have_attribute("aria-pressed", "true")
    lab.page.go_back()
    expect(lab.find(".lab-topologies button").first).to_have_attribute("aria-pressed", "true")
    lab.page.go_forward()
    expect(lab.find(".lab-scenario")).to_have_value(REFUND.key)


def test_the_language_switch_keeps_the_moment(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "lab/" + link(REFUND, "key", at="9"))
    assert lab.position[0] == 9
    lab.page.locator("a.language[hreflang=en]").click()
    lab.page.wait_for_url("**/en/lab/**")
    expect(lab.element).to_have_attribute("data-state", "ready")
    assert lab.position[0] == 9
    assert lab.sentence == computed(REFUND, 2, REFUND.presets[0].plan)["say"]["en"][8]


@pytest.mark.parametrize(
    "damage",
    [
        "#queue_workers/nothing/naive",
        "#in_memory_loop/delivered-twice/naive",
        "#queue_workers/delivered-twice/nothing",
        "#queue_workers/delivered-twice/naive/more",
        "#queue_workers/delivered-twice/naive?at=-1",
        "#queue_workers/delivered-twice/naive?at=1e9",
        "#queue_workers/delivered-twice/naive?vs=nothing",
        "#queue_workers/delivered-twice/naive?code=AAAA",
        "#queue_workers/delivered-twice/naive?huh=1",
        "#%E0%A4%A/x",
    ],
)
def test_a_damaged_link_says_so_and_opens_the_default(lab: LabPage, host: Host, damage: str) -> None:
    lab.open(host.address + "en/lab/" + damage)
    expect(lab.find(".lab-notice")).to_contain_text("damaged")
    expect(lab.find(".lab-topologies button").first).to_have_attribute("aria-pressed", "true")
    lab.step_to_the_end()


def test_a_link_far_beyond_the_end_opens_the_end(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND, at="99999"))
    at, end = lab.position
    assert at == end


def test_a_copied_link_tells_when_the_outcome_has_changed(lab: LabPage, host: Host) -> None:
    lab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab.open(host.address + "en/lab/" + link(REFUND))
    lab.button("Copy link").click()
    expect(lab.find(".lab-notice")).to_contain_text("Copied")
    copied = str(lab.page.evaluate("() => navigator.clipboard.readText()"))
    assert "from=" in copied and "out=refund.2" in copied
    lab.page.goto("about:blank")
    lab.open(copied)
    expect(lab.find(".lab-notice")).to_be_hidden()
    lab.page.goto("about:blank")
    lab.open(re.sub(r"from=[^&]+", "from=0.0.1-00000000", copied).replace("refund.2", "refund.7"))
    expect(lab.find(".lab-notice")).to_contain_text("refund 7")
    expect(lab.find(".lab-notice")).to_contain_text("refund 2")


def test_code_in_a_link_never_runs_by_itself(lab: LabPage, host: Host, watch: Watch) -> None:
    source = "print('from a link')"
    packed = base64.urlsafe_b64encode(zlib.compress(source.encode(), wbits=-15)).decode().rstrip("=")
    lab.open(host.address + "en/lab/" + link(REFUND, code=packed))
    expect(lab.find(".lab-notice")).to_contain_text("doesn’t run by itself")
    expect(lab.find(".cm-content")).to_have_text(source)
    lab.page.wait_for_load_state("networkidle")
    assert not pythons(lab.page) and not watch.python


def test_a_plan_that_was_not_prepared_waits_to_be_asked(lab: LabPage, host: Host) -> None:
    pair = "crash at effect:refund#1.applied ; crash at effect:refund#2.applied"
    lab.open(host.address + "en/lab/" + link(REFUND, plan=quote(pair)))
    lab.button("Compute").click()
    expect(lab.find(".whence")).to_have_text("computed in this page just now")
    lab.step_to_the_end()
    shown = computed(REFUND, 0, pair)
    assert lab.counts == {count["name"]: (count["applied"], count["wanted"]) for count in shown["counts"]}


@pytest.mark.parametrize("plan", ["nonsense", "constructor", "__proto__", "toString", "%E0%A4%A", "x" * 2000])
def test_a_plan_that_cannot_be_read_is_explained(lab: LabPage, host: Host, plan: str) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND, plan=plan))
    lab.button("Compute").click()
    expect(lab.find(".lab-notice")).to_contain_text("Can't read this fault plan")


def test_the_articles_old_address_leads_here(page: Page, host: Host) -> None:
    page.goto(host.address + "en/system-design-lab/durable-agent-execution-architectures/")
    page.wait_for_url("**/en/lab/")


# -- faults ---------------------------------------------------------------------------------------------------


def test_crash_here_crashes_here(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND, "key", plan="", at="8"))
    lab.find(".tl-slider").focus()
    lab.page.keyboard.press("c")
    expect(lab.find(".life.dead")).to_be_visible()
    assert "crash" in lab.hash
    lab.page.keyboard.press("x")
    expect(lab.find(".life.dead")).to_have_count(0)


def test_the_knife_can_be_dragged(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND, plan=""))
    rail = lab.find(".tl-knife-slider")
    box = rail.bounding_box()
    assert box
    rail.scroll_into_view_if_needed()
    box = rail.bounding_box()
    assert box
    lab.page.mouse.move(box["x"] + 12, box["y"] + 20)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 20, steps=8)
    lab.page.mouse.up()
    assert int(rail.get_attribute("aria-valuenow") or 0) > 1
    expect(lab.find(".tl-knife-set")).to_be_visible()
    before = rail.get_attribute("aria-valuenow")
    lab.page.keyboard.press("ArrowLeft")
    expect(rail).not_to_have_attribute("aria-valuenow", before or "")


def test_crash_everywhere_finds_what_the_package_finds(lab: LabPage, host: Host) -> None:
    calm = computed(REFUND, 0, "")
    plans = [canonical(f"crash at {event['point']}") for event in calm["events"] if event.get("crash")]
    bad = [
        plan
        for plan in plans
        if any(verdict["status"] == "violated" for verdict in computed(REFUND, 0, plan)["verdicts"])
    ]
    lab.open(host.address + "en/lab/" + link(REFUND))
    lab.button("Crash everywhere").click()
    expect(lab.find(".lab-sweep")).to_contain_text(f"{len(plans)} crash points, {len(bad)} do not hold")
    assert lab.find(".tl-notch-broken").count() == len(bad)
    assert lab.find(".tl-notch-held").count() == len(plans) - len(bad)
    lab.find(".segments button").last.click()
    expect(lab.find(".lab-sweep")).to_contain_text("all hold")


def test_compare_shows_both_ledgers_on_one_clock(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND))
    lab.button("Compare").click()
    expect(lab.find(".lab-ledger")).to_have_count(2)
    lab.page.keyboard.press("End")
    numbers = lab.find(".lab-ledger .counter b").all_inner_texts()
    assert numbers == ["2", "1"]
    assert lab.find(".lab-ledger .hint").all_inner_texts() == ["✗ 1 violated", "✓ all hold"]
    lab.button("Compare").click()
    expect(lab.find(".lab-ledger")).to_have_count(1)


def test_a_verdict_leads_to_the_step_that_decided_it(lab: LabPage, host: Host) -> None:
    shown = computed(REFUND, 0, REFUND.presets[0].plan)
    event = next(verdict["event"] for verdict in shown["verdicts"] if verdict["status"] == "violated")
    lab.open(host.address + "en/lab/" + link(REFUND))
    lab.find(".verdict button").first.click()
    assert lab.position[0] == event + 1
    assert lab.sentence == shown["say"]["en"][event]


def test_next_fault_and_previous_fault(lab: LabPage, host: Host) -> None:
    shown = computed(RESTART, 0, RESTART.presets[0].plan)
    places = sorted(
        {mark["at"] for mark in shown["marks"] if mark["kind"] not in ("restart", "human", "end")}
    )
    assert len(places) > 2
    lab.open(host.address + "en/lab/" + link(RESTART))
    lab.find(".tl-slider").focus()
    for at in places:
        lab.page.keyboard.press("n")
        assert lab.position[0] == at + 1
    lab.page.keyboard.press("p")
    assert lab.position[0] == places[-2] + 1


def test_a_lost_reply_is_one_choice_away(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND, "key", plan=""))
    lab.find(".lab-presets").select_option(label="refund: done, the reply is lost")
    plan = "lose reply effect:refund#1"
    expect(lab.find(".lab-presets")).to_have_value(plan)
    lab.step_to_the_end()
    shown = computed(REFUND, 2, plan)
    assert lab.counts == {count["name"]: (count["applied"], count["wanted"]) for count in shown["counts"]}


# -- people, code ---------------------------------------------------------------------------------------------


def test_the_reader_answers(lab: LabPage, host: Host) -> None:
    calm = computed(INCIDENT, 0, "")
    asked = next(
        at for at, e in enumerate(calm["events"]) if (e["kind"], e["phase"]) == ("person", "requested")
    )
    lab.open(host.address + "en/lab/" + link(INCIDENT, plan="", at=str(asked + 1)))
    lab.button("Reject").click()
    expect(lab.find(".lab-presets")).to_have_value("answer person:approve#1 no")
    lab.page.keyboard.press("End")
    expect(lab.find(".question-answered").first).to_be_visible()
    assert lab.counts["apply_change"][0] == 0


def test_an_answer_with_a_semicolon_is_replaced_whole(lab: LabPage, host: Host) -> None:
    said = 'answer person:approve#1 "a ; b"'
    question = next(at for at, e in enumerate(computed(INCIDENT, 0, said)["events"]) if e["kind"] == "person")
    lab.open(host.address + "en/lab/" + link(INCIDENT, plan=quote(said), at=str(question + 1)))
    lab.button("Compute").click()
    expect(lab.find(".lab-presets")).to_have_value(said)
    lab.button("Reject").click()
    expect(lab.find(".lab-presets")).to_have_value("answer person:approve#1 no")


def test_edited_code_runs_and_is_restored(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND))
    lab.button("Edit the code").click()
    expect(lab.find(".cm-content")).to_be_focused()
    lab.page.keyboard.press("ControlOrMeta+A")
    lab.page.keyboard.insert_text("from durable_lab import world\nworld.call('ring', bell='x')\n")
    lab.page.keyboard.press("Shift+Enter")
    expect(lab.find(".whence")).to_have_text("computed in this page just now")
    lab.page.keyboard.press("Escape")
    lab.step_to_the_end()
    assert lab.counts == {"ring": (1, 1)}, "what is wanted follows the reader's code"
    lab.button("Edit the code").click()
    lab.button("Restore").click()
    expect(lab.find(".whence")).to_have_text("computed with the site")
    assert "refund" in lab.counts


def test_new_code_is_deployed_while_it_waits(lab: LabPage, host: Host) -> None:
    calm = computed(INCIDENT, 0, "")
    asked = next(
        at for at, e in enumerate(calm["events"]) if (e["kind"], e["phase"]) == ("person", "requested")
    )
    lab.open(host.address + "en/lab/" + link(INCIDENT, plan="", at=str(asked + 1)))
    lab.button("Edit the code").click()
    expect(lab.find(".cm-content")).to_be_focused()
    source = INCIDENT.variants[0].source.replace('"send_notice"', '"send_letter"')
    lab.page.keyboard.press("ControlOrMeta+A")
    lab.page.keyboard.insert_text(source)
    lab.button(f"Deploy at step {asked + 1}").click()
    expect(lab.find(".lab-presets")).to_have_value(re.compile("deploy edited at .* stop runner at "))
    lab.step_to_the_end()
    assert lab.counts["open_ticket"][0] == 1, "what was done before the deployment is not done again"
    assert lab.counts["send_letter"][0] == 1 and lab.counts["send_notice"][0] == 0


def test_an_endless_program_can_be_stopped(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND))
    lab.button("Edit the code").click()
    expect(lab.find(".cm-content")).to_be_focused()
    lab.page.keyboard.press("ControlOrMeta+A")
    lab.page.keyboard.insert_text("while True:\n    pass\n")
    lab.button("Run").click()
    expect(lab.find(".lab-code .state")).to_have_text("Computing with Python")
    lab.button("Stop").first.click()
    expect(lab.find(".lab-code .state")).to_have_text("")
    lab.button("Restore").click()
    lab.step_to_the_end()


# -- missions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", MISSIONS[:3], ids=lambda one: one.key)
def test_a_mission_from_question_to_proof(lab: LabPage, host: Host, one: Scenario) -> None:
    assert one.mission
    lab.open(host.address + "en/lab/")
    lab.find(".lab-missions button").nth(MISSIONS.index(one)).click()
    steps = one.mission.steps
    for number, step in enumerate(steps):
        expect(lab.find(".lab-mission .question")).to_have_text(" ".join(step.question.en.split()))
        assert lab.find(".verdict").count() == 0, "the answer can be seen"
        lab.find(".predict button").first.click()
        variant = [v.key for v in one.variants].index(step.variant)
        shown = computed(one, variant, one.preset(step.preset).plan)
        right = next((c["applied"] for c in shown["counts"] if c["name"] == one.mission.counts), 0)
        expect(lab.find(".lab-mission .answer")).to_contain_text(
            step.explanation.en.split("{count}")[-1].strip()
        )
        said = "You were right" if step.choices[0] == right else f"You said {step.choices[0]}"
        expect(lab.find(".lab-mission .answer")).to_contain_text(said)
        if number < len(steps) - 1:
            lab.button("Next question").click()
    lab.button("Prove it: crash everywhere").click()
    expect(lab.find(".lab-mission")).to_contain_text("Mission done")
    expect(lab.find(".lab-missions .score")).to_have_text(re.compile("^1 /"))
    lab.page.reload()
    expect(lab.find(".lab-missions .score")).to_have_text(re.compile("^1 /"))


# -- what it is for everybody -----------------------------------------------------------------------------------


@pytest.mark.parametrize("base", ["", "en/"])
def test_without_script_it_can_be_read(visitor: Callable[..., Page], host: Host, base: str) -> None:
    page = visitor(java_script_enabled=False)
    page.goto(host.address + base + "lab/")
    expect(page.locator(".lab-app .lab-picture svg")).to_be_visible()
    standing = page.locator(".lab-standing")
    expect(standing).to_have_count(len(SIGNATURES))
    firsts = [next(one for one in SCENARIOS if one.topology == key) for key in SIGNATURES]
    for one, section in zip(firsts, standing.all(), strict=True):
        shown = computed(one, 0, one.presets[0].plan)
        expect(section.locator(".lab-ledger")).to_be_visible()
        expect(section.locator(".listing")).to_be_visible()
        numbers = [int(text) for text in section.locator(".counter b").all_inner_texts()]
        assert numbers == [count["applied"] for count in shown["counts"]]
        assert section.locator(".verdict-violated").count() == sum(
            verdict["status"] == "violated" for verdict in shown["verdicts"]
        )


@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.parametrize("address", ["lab/", "en/lab/"])
def test_nothing_moves_while_it_loads(page: Page, host: Host, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    shifts = Shifts(page)
    LabPage(page).open(host.address + address)
    assert shifts.sum < 0.01, shifts.seen


def test_the_first_picture_needs_no_python(lab: LabPage, host: Host, watch: Watch) -> None:
    lab.open(host.address + "en/lab/")
    lab.step_to_the_end()
    assert not pythons(lab.page) and not watch.python


def test_what_could_not_be_loaded_can_be_tried_again(lab: LabPage, host: Host, watch: Watch) -> None:
    watch.provoke()  # the browser reports what it could not load
    lab.open(host.address + "en/lab/")
    lab.page.route("**/*.json.gz", lambda route: route.abort())
    lab.find(".lab-topologies button").nth(2).click()
    expect(lab.find(".lab-notice")).to_contain_text("could not be loaded")
    lab.page.unroute("**/*.json.gz")
    lab.button("Try again").click()
    expect(lab.find(".lab-scenario")).to_have_value(REFUND.key)


def test_the_keys_are_listed(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND))
    lab.page.keyboard.press("?")
    expect(lab.page.locator("dialog.lab-keys")).to_be_visible()
    assert lab.page.locator("dialog.lab-keys kbd").count() > 10
    lab.page.keyboard.press("Escape")
    expect(lab.page.locator("dialog.lab-keys")).to_be_hidden()


def test_it_plays_only_on_request_and_pauses(lab: LabPage, host: Host) -> None:
    lab.page.clock.install()
    lab.open(host.address + "en/lab/")
    lab.page.clock.run_for(5_000)
    assert lab.position[0] == 0
    lab.find(".speed").select_option("4")
    lab.find(".play").click()
    lab.page.clock.run_for(1_200)
    lab.find(".play").click()
    stopped = lab.position[0]
    assert stopped > 1
    lab.page.clock.run_for(5_000)
    assert lab.position[0] == stopped


def test_a_reader_who_wants_no_motion_gets_none(lab: LabPage, host: Host) -> None:
    lab.page.emulate_media(reduced_motion="reduce")
    lab.open(host.address + "en/lab/" + link(REFUND))
    lab.page.keyboard.press("ArrowRight")
    lab.page.keyboard.press("ArrowRight")
    places = lab.page.evaluate(
        """async () => {
          const dot = document.querySelector('.lab-dot');
          const seen = new Set();
          for (let i = 0; i < 12; i++) {
            seen.add(dot.getAttribute('transform'));
            await new Promise(requestAnimationFrame);
          }
          return seen.size;
        }"""
    )
    assert places == 1


def test_the_diagram_can_be_saved(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND, at="12"))
    with lab.page.expect_download() as download:
        lab.button("Diagram (SVG)").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert text.startswith("<svg") and "Worker" in text and "class=" not in text


def test_embedded_it_stands_alone(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/" + link(REFUND, at="12"))
    sentence = lab.sentence
    lab.button("Embed").click()
    snippet = lab.find(".lab-foot textarea").input_value()
    around = host.address + "around"
    lab.page.route(around, lambda route: route.fulfill(body=snippet, content_type="text/html"))
    lab.page.goto(around)
    frame = lab.page.frame_locator("iframe")
    expect(frame.locator("durable-lab")).to_have_attribute("data-state", "ready")
    expect(frame.locator(".lab-narration p")).to_have_text(sentence)
    expect(frame.locator(".md-header")).to_be_hidden()


def test_leaving_the_page_and_coming_back(lab: LabPage, host: Host) -> None:
    lab.open(host.address + "en/lab/")
    lab.page.wait_for_load_state("networkidle")
    lab.page.locator(".md-tabs a", has_text="Article").click()
    lab.page.wait_for_url("**/en/article/")
    lab.page.locator(".md-tabs a", has_text="Lab").click()
    lab.page.wait_for_url("**/en/lab/")
    expect(lab.element).to_have_attribute("data-state", "ready")
    lab.step_to_the_end()
