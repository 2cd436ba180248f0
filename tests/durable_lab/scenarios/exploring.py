"""Explore a variant once for all the tests that ask."""

from functools import cache

from durable_lab.explorer import Exploration
from durable_lab.scenarios import Variant
from durable_lab.scenarios.outcomes import experiment


@cache
def explored(variant: Variant) -> Exploration:
    """A variant crashed at every point."""
    *_, found = experiment(variant).explore()
    return found
