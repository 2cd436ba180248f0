"""Addresses, from the home of a language: of the lab, as its page reads them (`docs/assets/js/address.js`), and of
a topology's page."""

from __future__ import annotations

from urllib.parse import quote

from durable_lab.casebook import scenario


def topology_page(key: str) -> str:
    """The page of the article that explains the topology of this key."""
    return f"article/{key.replace('_', '-')}/"


def lab_address(key: str, variant: str = "", plan: str | None = None, at: int = 0) -> str:
    """Where a run opens in the lab, from the site's home.

    Args:
        key: of the scenario.
        variant: of the scenario; its first by default.
        plan: the faults, "" for none; by default what the scenario is about.
        at: how many events have happened.

    Raises:
        KeyError: there is no such scenario or variant.
    """
    entry = scenario(key)
    chosen = entry.variant(variant).key if variant else entry.variants[0].key
    fields = [] if plan is None else [f"plan={quote(plan, safe='')}"]
    fields += [f"at={at}"] if at else []
    return f"lab/#{entry.topology}/{key}/{chosen}{'?' if fields else ''}{'&'.join(fields)}"
