"""L3, what there is to try: the article's failures with their repairs, and the ops assistant's tasks.

The programs are files of data, `programs/<topology>/<scenario>/<variant>.py`: the simulator executes them,
nothing imports them, and each runs unchanged on the engine that it names.
"""

from durable_lab.casebook.catalogue import SCENARIOS, scenario
from durable_lab.casebook.description import Mission, Prediction, Preset, Scenario, Variant

__all__ = ["SCENARIOS", "Mission", "Prediction", "Preset", "Scenario", "Variant", "scenario"]
