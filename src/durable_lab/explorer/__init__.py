"""Try every fault on a program, and keep the smallest plan for each way of failing.

Exhaustive means: every crash point of the one schedule that the machine runs, on request every other single fault
that applies and every pair of crashes. Other schedules and three faults at once are not covered, and the report
says so.
"""

from durable_lab.explorer.exploration import Exploration, Tried, Way
from durable_lab.explorer.points import Faults
from durable_lab.explorer.search import explore
from durable_lab.explorer.states import Probe
from durable_lab.readers.points import crash_points
from durable_lab.readers.price import Price, price_of

__all__ = [
    "Exploration",
    "Faults",
    "Price",
    "Probe",
    "Tried",
    "Way",
    "crash_points",
    "explore",
    "price_of",
]
