"""L3, what there is to try: the article's failures with their repairs, and the ops assistant's tasks.

All of it is data below `scenarios/`: a file of words, plans and missions for each scenario, and its programs. The
simulator executes these, nothing imports them, and what is made of each runs unchanged on the engine that it names.

`SCENARIOS` are all of them. A page that asks for one with `scenario` does not wait for the others to be read.
"""

from typing import TYPE_CHECKING, Any

from durable_lab.casebook.catalogue import scenario, scenarios
from durable_lab.casebook.description import Mission, Prediction, Preset, Scenario, Variant

if TYPE_CHECKING:
    SCENARIOS: tuple[Scenario, ...]

__all__ = ["SCENARIOS", "Mission", "Prediction", "Preset", "Scenario", "Variant", "scenario"]


def __getattr__(name: str) -> Any:
    if name == "SCENARIOS":
        return scenarios()
    raise AttributeError(name)
