"""The search finds what readers look for, in both languages: through the form, with the index that was built."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.search import FIELD, ask, open_search
from tests.browser.serving import Host

DOCS = Path(__file__).resolve().parents[2] / "docs"
TERM = re.compile(r'^\| <a id="(?P<id>t-[\w-]+)"></a>(?P<own>[^|]+?) \| (?P<other>[^|]+?) \|', re.MULTILINE)

CHOOSE = "article/choose/"
EXACTLY_ONCE = "article/exactly-once/"
FAILURES = "article/failures/"
FAULTS = "reference/faults/"
GLOSSARY = "reference/glossary/"
GRAPH = "article/checkpointed-graph/"
MANAGED = "article/managed-engines/"
QUEUE = "article/queue-workers/"
WORKFLOW = "article/durable-workflow/"

QUESTIONS = {
    "en/": {
        "idempotency": GLOSSARY,
        "idempotncy": GLOSSARY,  # as people type
        "lease": QUEUE,
        "leases expire": QUEUE,
        "queue(lease)": QUEUE,
        "retry": GLOSSARY,
        "exactly once": EXACTLY_ONCE,
        "exactly-once": EXACTLY_ONCE,
        "what is a good idempotency key?": EXACTLY_ONCE,
        "poison message": QUEUE,
        "dead letter": GLOSSARY,
        "outbox": QUEUE,
        "heartbeats": WORKFLOW,
        "replay": WORKFLOW,
        "continue as new": WORKFLOW,
        "why is my workflow stuck": WORKFLOW,
        "interrupt": GRAPH,
        "RetryPolicy": GRAPH,
        "checkpoint store is down": GRAPH,
        "durability sync": GRAPH,
        "world.call": "reference/api/",
        "in-memory loop": "article/in-memory-loop/",
        "step functions": MANAGED,
        "how to choose": CHOOSE,
        "which architecture should I use?": CHOOSE,
        "how do I cancel a running task": FAILURES,
        "interview questions": "article/interview/",
        "crash after open_ticket": FAULTS,
        "SIGTERM": FAULTS,
        "junit": "reference/checks/",
        "crash map": "pictures/",
    },
    "": {
        "恰好一次": EXACTLY_ONCE,
        "恰好一次(exactly once)": EXACTLY_ONCE,
        "什么是好的键": EXACTLY_ONCE,
        "对账": EXACTLY_ONCE,
        "死信": GLOSSARY,
        "幂等": GLOSSARY,
        "幂等键": GLOSSARY,
        "重试": GLOSSARY,
        "可见性超时": GLOSSARY,
        "租约": QUEUE,
        "lease": QUEUE,
        "毒消息": QUEUE,
        "发件箱": QUEUE,
        "心跳": WORKFLOW,
        "回放": WORKFLOW,
        "续接新执行": WORKFLOW,
        "工作流卡住了怎么办": WORKFLOW,
        "interrupt": GRAPH,
        "等人批准": GRAPH,
        "RetryPolicy": GRAPH,
        "检查点存储不可用": GRAPH,
        "world.call": "reference/api/",
        "怎么选架构": CHOOSE,
        "Step Functions": MANAGED,
        "取消": FAILURES,
        "故障语言": FAULTS,
        "九项检查": "reference/checks/",
        "面试": "article/interview/",
        "为什么内存不够": "article/",
        "崩溃地图": "pictures/",
    },
}

BASES = tuple(QUESTIONS)


@pytest.fixture
def asked(page: Page, host: Host, base: str) -> Page:
    """A page with its search open."""
    page.goto(host.address + base + "article/")
    open_search(page)
    return page


@pytest.mark.parametrize("base", BASES)
def test_each_question_is_answered_by_its_page_first(asked: Page, base: str) -> None:
    first = {question: ask(asked, question)[:1] for question in QUESTIONS[base]}
    pages = {
        question: found[0][0]["location"].split("#")[0] if found else "" for question, found in first.items()
    }
    assert len(QUESTIONS[base]) >= 25
    assert pages == QUESTIONS[base]


@pytest.mark.parametrize("base", BASES)
def test_every_term_is_found_by_both_its_names(asked: Page, base: str) -> None:
    source = (DOCS / ("en" if base else "zh") / "reference/glossary.md").read_text(encoding="utf-8")
    terms = [
        (name, f"{GLOSSARY}#{row['id']}")
        for row in TERM.finditer(source)
        for name in row.group("own", "other")
    ]
    assert len(terms) > 150

    def lacks(name: str, location: str) -> bool:
        return not any(link["location"] == location for links in ask(asked, name)[:5] for link in links)

    assert [name for name, location in terms if lacks(name, location)] == []


@pytest.mark.parametrize(
    ("base", "query", "mark"),
    [("", "死信", "死信"), ("en/", "leases", "lease"), ("", "恰好一次", "恰好一次")],
)
def test_what_was_asked_for_is_marked_as_a_whole(asked: Page, query: str, mark: str) -> None:
    marks = [mark for links in ask(asked, query) for link in links[:2] for mark in link["marks"]]
    assert mark in marks
    assert not [mark for mark in marks if len(mark) < 2]


@pytest.mark.parametrize(
    ("base", "query", "location"),
    [
        ("en/", "world.call", "reference/api/#durable_lab.kernel.outside.world.call"),
        ("", "dead_letters", "reference/api/#durable_lab.topologies.queue.queue.Queue.dead_letters"),
        ("en/", "SqliteSaver", "reference/api/#durable_lab.topologies.graph.checkpointers.SqliteSaver"),
        ("", "租约", f"{QUEUE}#lease"),
    ],
)
def test_the_place_in_the_page_comes_first(asked: Page, query: str, location: str) -> None:
    own, best, *_ = ask(asked, query)[0]
    assert (own["location"], best["location"]) == (location.split("#")[0], location)


@pytest.mark.parametrize(
    ("base", "beginning"), [("en/", "idempot"), ("en/", "checkp"), ("", "interr"), ("", "键")]
)
def test_a_word_is_found_while_it_is_typed(asked: Page, beginning: str) -> None:
    found = ask(asked, beginning)
    assert any(beginning in mark.lower() for links in found for link in links for mark in link["marks"])


@pytest.mark.parametrize("base", BASES)
def test_nothing_that_a_drawing_hides_is_quoted(asked: Page, base: str, host: Host) -> None:
    """What a drawing says to those who don't see it, and the labels in it."""
    index = asked.request.get(f"{host.address}{base}search/sections.json").text()
    asked.goto(host.address + base + GRAPH)
    hidden = asked.locator("svg desc").all_text_contents()
    assert hidden
    assert [text for text in hidden if text[:40] in index] == []


@pytest.mark.parametrize("base", BASES)
def test_each_language_has_its_own_index(asked: Page, base: str, watch: Watch) -> None:
    ask(asked, "checkpoint")
    asked_for = {address for address in watch.requests if address.endswith("sections.json")}
    assert asked_for == {f"{watch.host.address}{base}search/sections.json"}


@pytest.mark.parametrize("base", BASES)
def test_who_finds_nothing_is_shown_what_can_be_asked(asked: Page, base: str) -> None:
    examples = asked.locator(".search-examples button")
    assert ask(asked, "qwxzy") == []
    expect(asked.locator(".md-search-result__meta")).to_have_text(
        re.compile("Nothing found" if base else "没有找到")
    )
    for example in examples.all():
        expect(example).to_be_visible()
        assert ask(asked, example.inner_text())
        expect(example).to_be_hidden()
        ask(asked, "")
    examples.first.click()
    expect(asked.locator(FIELD)).to_have_value(examples.first.text_content() or "")
    expect(asked.locator(".md-search-result__item").first).to_be_visible()


@pytest.mark.parametrize("base", BASES)
def test_an_index_that_does_not_load_says_so_and_is_asked_for_again(
    page: Page, host: Host, base: str, watch: Watch
) -> None:
    page.context.route("**/sections.json", lambda route: route.abort(), times=1)
    watch.provoke()
    page.goto(host.address + base + "article/")
    page.keyboard.press("/")
    told = page.locator(".md-search-result__item")
    expect(told).to_contain_text("The search's index did not load" if base else "搜索用的索引没有加载出来")
    page.keyboard.type("lease")
    expect(told.first).to_contain_text("lease")
