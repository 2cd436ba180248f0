"""Temporal's flows: one file of twenty-odd cases, each with its result, its errors and its whole history."""

from __future__ import annotations

import signal
import uuid
from pathlib import Path

from tests.engines.conformance import well
from tests.engines.live import Engines

FLOWS = Path(__file__).parent / "flows.py"


def flows(engines: Engines) -> str:
    """What the flows print on the real server, under names of their own."""
    source = FLOWS.read_text(encoding="utf-8").replace('RUN = "flows"', f'RUN = "flows-{uuid.uuid4().hex}"')
    return well(engines.run_once(source, limit=400), *TAKEN_DOWN).output


TAKEN_DOWN = (-signal.SIGABRT, -signal.SIGSEGV)
"""The SDK's threads may crash an interpreter that is being taken down, after its last line."""
