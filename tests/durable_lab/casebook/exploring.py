"""Explore a variant once for all the tests that ask."""

from functools import cache

from durable_lab import session
from durable_lab.casebook import Variant
from durable_lab.casebook.outcomes import request
from durable_lab.explorer import Exploration


@cache
def explored(variant: Variant) -> Exploration:
    """A variant crashed at every point."""
    *_, last = session.explore(request(variant))
    return last.found
