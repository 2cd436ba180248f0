"""The names of the checks in both languages."""

from __future__ import annotations

from durable_lab.words.catalogue import Catalogue

TITLES = Catalogue("words/checks")
"""The name of each check, as reports and the lab write it."""
