"""What a program leaves: computed by this Python and by the page's, which executes this very file."""

import hashlib
import json

from durable_lab.experiment import Experiment
from durable_lab.explorer import crash_points
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.machine.recording import Recorder
from durable_lab.readers.view import view


def digests(name: str, source: str) -> list[str]:
    """Of the trace of the calm run and of one with a crash at every third point; of the view of the first crash."""
    experiment = Experiment(source, name.rpartition("/")[2])
    calm = experiment.run(()).trace
    plans = [f"crash at {point}" for point in crash_points(calm)[::3]]
    traces = [calm.digest(), *(experiment.run(parse_plan(plan)).trace.digest() for plan in plans)]
    return [*traces, *(_drawn(experiment, plan) for plan in plans[:1])]


def _drawn(experiment: Experiment, plan: str) -> str:
    recorder = Recorder(experiment.program.filename)
    outcome = experiment.run(parse_plan(plan), on_event=recorder)
    shown = view(outcome.trace, experiment.topology.key, recorder.recording, experiment.intents(outcome))
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()
