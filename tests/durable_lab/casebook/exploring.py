"""Explore a variant once for all the tests that ask."""

from functools import cache

from durable_lab.casebook import Variant
from durable_lab.casebook.outcomes import experiment
from durable_lab.explorer import Exploration


@cache
def explored(variant: Variant) -> Exploration:
    """A variant crashed at every point."""
    *_, found = experiment(variant).explore()
    return found
