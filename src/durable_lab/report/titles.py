"""The names of the checks in both languages, and what each asks."""

from __future__ import annotations

from durable_lab.words.catalogue import Catalogue, Language

TITLES = Catalogue("words/checks")
"""The name of each check, as reports and the lab write it."""


def gloss(check: str, language: Language) -> str:
    """What a check asks, in half a sentence: its name alone is a word that nobody knows yet."""
    return TITLES[f"gloss.{check}"].say(language)
