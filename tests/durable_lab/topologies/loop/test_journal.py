"""The journal saves work, the key makes it right: the article's three columns, by count."""

import pytest

from tests.support import explore_text, run_well

FILE = """
    from durable_lab import world
    from durable_lab.in_memory_loop import Client, Journal

    journal = Journal("journal.db")

    def agent(hosts):
        for host in hosts:
            if {journal} and journal.done(host):
                continue
            receipt = world.call("apply_change", host=host, key=host if {key} else None)
            if {journal}:
                journal.record(host, receipt)

    client = Client()
    client.send(agent, ["a", "b", "c", "d", "e"])
    print(journal.get("a"), journal.done("e"))
"""

COLUMNS = {"nothing": (False, False), "journal": (True, False), "key": (False, True), "both": (True, True)}

BETWEEN = "crash at effect:apply_change#4.requested"
IN_THE_GAP = "crash at effect:apply_change#3.applied"


@pytest.mark.parametrize(
    ("plan", "column", "effects"),
    [
        (BETWEEN, "nothing", 8),
        (BETWEEN, "journal", 5),
        (BETWEEN, "key", 5),
        (BETWEEN, "both", 5),
        (IN_THE_GAP, "nothing", 8),
        (IN_THE_GAP, "journal", 6),
        (IN_THE_GAP, "key", 5),
        (IN_THE_GAP, "both", 5),
    ],
)
def test_five_effects(plan: str, column: str, effects: int) -> None:
    journal, key = COLUMNS[column]
    ran = run_well(FILE.format(journal=journal, key=key), plan)
    assert ran.done == {"apply_change": effects}
    recognised = sum(1 for _ in ran.trace.select("effect", "recognised"))
    assert recognised == {"key": 3, "both": 1 if plan == IN_THE_GAP else 0}.get(column, 0)
    assert ran.lines == (["apply_change-1 True"] if journal else ["None False"])


def test_with_both_no_crash_point_breaks_it() -> None:
    found = explore_text(FILE.format(journal=True, key=True))
    assert len(found.points) == 25
    assert not found.failures


def test_a_step_may_have_any_name() -> None:
    ran = run_well("""
        from durable_lab.in_memory_loop import Journal
        journal = Journal("journal.db")
        journal.record("order #7; [refund]", {"ok": True})
        print(journal.get("order #7; [refund]"))
    """)
    assert ran.lines == ["{'ok': True}"]
    assert "journal:order__7___refund_#1.stored" in ran.points
