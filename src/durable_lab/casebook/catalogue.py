"""Every scenario: the failures in the order of the article, then the tasks."""

from durable_lab.casebook import tasks
from durable_lab.casebook.description import Scenario
from durable_lab.casebook.failures.checkpointed_graph import CHECKPOINTED_GRAPH
from durable_lab.casebook.failures.durable_workflow import DURABLE_WORKFLOW
from durable_lab.casebook.failures.in_memory_loop import IN_MEMORY_LOOP
from durable_lab.casebook.failures.queue_workers import QUEUE_WORKERS

FAILURES: tuple[Scenario, ...] = (*IN_MEMORY_LOOP, *CHECKPOINTED_GRAPH, *QUEUE_WORKERS, *DURABLE_WORKFLOW)

SCENARIOS: tuple[Scenario, ...] = (*FAILURES, *tasks.SCENARIOS)

_BY_KEY = {scenario.key: scenario for scenario in SCENARIOS}


def scenario(key: str) -> Scenario:
    """The scenario of that key.

    Raises:
        KeyError: there is none.
    """
    return _BY_KEY[key]
