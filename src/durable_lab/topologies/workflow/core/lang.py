"""What a core needs of the SDK above it. Temporal calls that half "lang": it speaks the reader's language."""

from __future__ import annotations

from typing import Protocol

from durable_lab.topologies.workflow.wire.activations import Activation, Completion
from durable_lab.topologies.workflow.wire.outcomes import Completed, Failed
from durable_lab.topologies.workflow.wire.tasks import ActivityTask


class Lang(Protocol):
    """The half of a worker that runs the reader's code."""

    async def activate(self, activation: Activation) -> Completion:
        """Have the code of a run learn what happened, and run it until it waits."""

    def is_async(self, activity_type: str) -> bool:
        """Whether an activity is an `async def`."""

    async def run_activity(self, task: ActivityTask) -> Completed | Failed:
        """Run one attempt to its end. It is called in a flow of the attempt's own."""
