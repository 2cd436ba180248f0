"""The same file printed the same on the real engine: results, errors and whole histories of twenty-odd cases."""

from pathlib import Path

from durable_lab.experiment import Experiment
from tests.engines.expected import first
from tests.support import Ran

FLOWS = Path(__file__).parents[3] / "engines" / "temporal" / "flows.py"


def test_the_simulator_prints_what_the_server_printed() -> None:
    outcome = Experiment(FLOWS.read_text(encoding="utf-8"), FLOWS.name).run()
    assert outcome.error is None
    recorded = first(FLOWS.with_suffix(".txt").read_text(encoding="utf-8"))
    assert Ran(outcome.trace, None).lines == recorded.splitlines()
