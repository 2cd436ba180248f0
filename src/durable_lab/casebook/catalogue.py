"""Every scenario: the failures in the order of the article, then the tasks."""

from durable_lab.casebook import tasks
from durable_lab.casebook.description import Scenario
from durable_lab.casebook.failures import FAILURES

SCENARIOS: tuple[Scenario, ...] = (*FAILURES, *tasks.SCENARIOS)

_BY_KEY = {scenario.key: scenario for scenario in SCENARIOS}


def scenario(key: str) -> Scenario:
    """The scenario of that key.

    Raises:
        KeyError: there is none.
    """
    return _BY_KEY[key]
