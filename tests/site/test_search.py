"""What of a page can be found: what is read, block by block, under the headings and rows that have an address."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from durable_lab_site.search import Entry, Told, entries, write

PAGE = '<h1 id="queue">Queue<a class="headerlink" href="#queue">&para;</a></h1><p>One message\n per step.</p>'


def found(html: str, told: Told | None = None) -> list[Entry]:
    """The places of a page at `article/queue/`."""
    return list(entries(html, "article/queue/", told or {}))


def test_a_page_and_its_sections_are_places_of_their_own() -> None:
    page, lease = found(
        PAGE + '<h2 id="lease-overrun">The <em>lease</em></h2><ul><li>renew</li><li>or lose</li></ul>'
    )
    assert (page["location"], page["title"], page["text"]) == (
        "article/queue/",
        "Queue",
        ["One message per step."],
    )
    assert (lease["location"], lease["title"]) == ("article/queue/#lease-overrun", "The lease")
    assert (lease["text"], lease["names"]) == (["renew", "or lose"], ["lease overrun"])


@pytest.mark.parametrize(
    "hidden",
    [
        "<svg><desc>Nodes</desc><svg><text>deep</text></svg><text>Client</text></svg>",
        "<style>p{}</style>",
        "<script>run()</script>",
        "<template><p>data</p></template>",
        "<button>Run</button>",
        '<ul aria-hidden="true"><li>legend</li></ul>',
        "<p hidden>later</p>",
        "<div data-search-exclude><div>inner</div>outer</div>",
        '<span class="doc doc-labels">property</span>',
    ],
)
def test_what_nobody_reads_is_not_found(hidden: str) -> None:
    assert found(f"{PAGE}{hidden}<p>And then.</p>")[0]["text"] == ["One message per step.", "And then."]


def test_the_cells_of_a_row_stay_apart_and_the_rows_too() -> None:
    rows = "<tr><th>Task</th><th>Price</th></tr><tr><td>answer<br>it</td><td>4 <code>writes</code></td></tr>"
    assert found(f"{PAGE}<table>{rows}</table>")[0]["text"][1:] == ["Task · Price", "answer it · 4 writes"]


def test_a_program_is_kept_line_by_line_beside_the_text() -> None:
    (page,) = found(f"{PAGE}<pre><code>world<span>.call</span>()\n\n  x = 1\n</code></pre>")
    assert page["code"] == ["world.call()", "x = 1"]
    assert page["text"] == ["One message per step."]


def test_a_row_of_the_glossary_is_found_under_both_its_names() -> None:
    row = '<tr><td><a id="t-lease"></a>lease</td><td>租约</td><td>The right to work.</td></tr>'
    page, term = found(f"{PAGE}<table>{row}</table><p>After.</p>")
    assert (term["kind"], term["location"]) == ("term", "article/queue/#t-lease")
    assert (term["title"], term["text"], term["names"]) == ("lease · 租约", ["The right to work."], ["lease"])
    assert page["text"] == ["One message per step.", "After."]


def test_another_row_with_an_address_is_called_by_the_cell_that_has_it() -> None:
    row = '<tr><td>Queue</td><td><a id="f-poison"></a>Poison</td><td>limit</td></tr>'
    _, failure = found(f"{PAGE}<table>{row}</table>")
    assert (failure["title"], failure["text"]) == ("Poison", ["Queue · limit"])


def test_a_name_of_the_api_is_found_with_and_without_its_owner() -> None:
    heading = '<h3 id="durable_lab.queue.Queue.dead_letters" class="doc doc-heading">dead_letters</h3>'
    _, name = found(PAGE + heading)
    assert (name["kind"], name["title"]) == ("name", "Queue.dead_letters")
    assert name["names"] == ["Queue.dead_letters", "dead_letters"]


def test_a_page_may_say_what_else_it_is_called_what_it_is_worth_and_that_it_is_not_to_be_found() -> None:
    page, section = found(PAGE + '<h2 id="a">A</h2>', {"names": ["broker"], "boost": 0.5})
    assert (page["names"], section["names"]) == (["queue", "broker"], ["a"])
    assert page["boost"] == section["boost"] == 0.5
    assert found(PAGE, {"exclude": True}) == []


def test_the_page_comes_before_its_rows_and_what_is_left_open_ends_with_it() -> None:
    html = (
        '<h1 id="t">T</h1><table><tr><td><a id="t-a"></a>a</td><td>b</td><td>c</td></tr></table><div><p>open'
    )
    assert [place["kind"] for place in found(html)] == ["page", "term"]
    assert found(html)[0]["text"] == ["open"]


def test_the_index_is_written_as_people_read_it(tmp_path: Path) -> None:
    write(found(PAGE), tmp_path)
    text = (tmp_path / "search/sections.json").read_text(encoding="utf-8")
    assert json.loads(text)[0]["title"] == "Queue"
