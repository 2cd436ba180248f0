"""Every scenario: the failures in the order of the article, then the tasks."""

from functools import cache

from durable_lab.casebook import failures
from durable_lab.casebook.description import Scenario


@cache
def scenario(key: str) -> Scenario:
    """The scenario of that key.

    Raises:
        KeyError: there is none.
    """
    if key in failures.KEYS:
        return failures.failure(key)
    from durable_lab.casebook.tasks import (
        SCENARIOS,  # a page that shows a failure does not wait for the tasks
    )

    return {task.key: task for task in SCENARIOS}[key]


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All of them."""
    from durable_lab.casebook.tasks import SCENARIOS

    return (*map(scenario, failures.KEYS), *SCENARIOS)
