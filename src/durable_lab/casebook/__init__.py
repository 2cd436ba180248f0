"""L3, what there is to try: the article's failures with their repairs, and the ops assistant's tasks.

All of it is data below `scenarios/`: a file of words, plans and missions for each scenario, and its programs. The
simulator executes these, nothing imports them, and what is made of each runs unchanged on the engine that it names.
"""

from durable_lab.casebook.catalogue import SCENARIOS, scenario
from durable_lab.casebook.description import Mission, Prediction, Preset, Scenario, Variant

__all__ = ["SCENARIOS", "Mission", "Prediction", "Preset", "Scenario", "Variant", "scenario"]
