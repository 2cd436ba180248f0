"""Every scenario, in the order of the article."""

from durable_lab.scenarios import tasks
from durable_lab.scenarios.description import Scenario
from durable_lab.scenarios.failures.checkpointed_graph import CHECKPOINTED_GRAPH
from durable_lab.scenarios.failures.queue_workers import QUEUE_WORKERS

SCENARIOS: tuple[Scenario, ...] = (*CHECKPOINTED_GRAPH, *QUEUE_WORKERS, *tasks.SCENARIOS)

_BY_KEY = {scenario.key: scenario for scenario in SCENARIOS}


def scenario(key: str) -> Scenario:
    """The scenario of that key.

    Raises:
        KeyError: there is none.
    """
    return _BY_KEY[key]
