"""A program that was refused: that nothing was tried, where it uses what is not modelled, what to write instead."""

from __future__ import annotations

import linecache

from durable_lab.words.messages import Language, Refusal, say


def refused(error: Refusal, language: Language) -> str:
    """All of it, some lines. The last one says what is missing, as after a traceback."""
    lines = [short(error, language)]
    if error.place is not None:
        file, line = error.place
        lines.append(f'  File "{file}", line {line}')
        lines += [f"    {text}" for text in [linecache.getline(file, line).strip()] if text]
    return "\n".join([*lines, error.text(language)])


def short(error: Refusal, language: Language) -> str:
    """In one line that nothing was tried; or under which faults an exploration came to it."""
    return say("refused-under", language, plan=error.plan) if error.plan else say("refused", language)
