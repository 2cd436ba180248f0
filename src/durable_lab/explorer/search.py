"""The search: smallest plans first, and none whose state another one has left before."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from durable_lab.explorer.exploration import Exploration, Tried
from durable_lab.explorer.points import Faults, kill_while_waiting, single_faults
from durable_lab.explorer.states import Probe
from durable_lab.kernel.faults.kinds import Plan
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.machine.collecting import collecting_seldom
from durable_lab.kernel.machine.hooked import hooked
from durable_lab.kernel.trace import Trace
from durable_lab.readers.checks import Intents, Verdict, intents_of, judged
from durable_lab.readers.points import crash_points
from durable_lab.readers.price import price_of
from durable_lab.story import Story

Run = Callable[[Plan, Probe | None], Trace]
"""Runs the program under a plan, with a probe if it is given one."""


def explore(
    run: Run,
    source: str,
    faults: Faults = "crashes",
    *,
    pairs: bool = False,
    prune: bool = True,
    intents: Intents | None = None,
) -> Iterator[Exploration]:
    """Run without a fault, then with every plan in turn; yields the exploration after every run.

    It is the same object each time, so that a page can show it grow.

    Args:
        run: how to run the program.
        source: its text.
        faults: a crash at each point, or every other single fault that applies as well.
        pairs: whether to try a second crash after each first one, at each place of the run that it leads to.
        prune: whether to skip a crash that leaves the very same state as another; it is shown in `Tried.same_as`.
        intents: what runs are held against; by default what the program declares or its crash-free run asks for.
    """
    search = _Search(run, source, prune, pairs)
    with collecting_seldom(), hooked():
        found = search.begin(faults, intents)
        yield found
        yield from search.singles(found)
        for plan in found.others:
            found.runs.append(search.judged(found, plan, search.traced(plan, None)))
            yield found
        while search.firsts:
            yield from search.seconds(found, search.firsts.pop(0))


class _Search:
    def __init__(self, run: Run, source: str, prune: bool, pairs: bool) -> None:
        self.firsts: list[tuple[str, list[str], dict[str, Hashable]]] = []
        """Crashes that were run: the plan, the places that its run leads to, and their states."""
        self._run = run
        self._source = source
        self._prune = prune
        self._pairs = pairs
        self._timed = False
        """Whether the checks look at the clock: an approval that expires."""
        self._seen: dict[Hashable, Tried] = {}
        self._baseline_states: dict[str, Hashable] = {}

    def begin(self, faults: Faults, intents: Intents | None) -> Exploration:
        """Run without a fault; and, if that waits for a person, with everything killed meanwhile."""
        self._timed = any(want.valid_for is not None for want in intents.wants) if intents else False
        probe = Probe(self._source, timed=self._timed)
        baseline = self._run((), probe)
        self._baseline_states = probe.states if self._prune else {}
        wanted = intents_of(baseline) if intents is None else intents
        points = crash_points(baseline, ways_in_last=True)
        others = single_faults(baseline, wanted, probe.choices) if faults == "all" and points else []
        calm = Story.of(baseline, wanted)
        verdicts = judged(calm)
        found = Exploration(
            baseline, wanted, verdicts, price_of(calm), points, others, with_pairs=self._pairs
        )
        plan = kill_while_waiting(baseline) if points else None
        if plan is not None:
            trace = self._run(parse_plan(plan), None)
            story = Story.of(trace, wanted)
            held = [verdict for verdict in judged(story) if verdict.check == "held"]
            found.waiting = Tried(plan, not trace.header["not_reached"], held, price_of(story))
            rest = (
                verdict for verdict in verdicts if verdict.check != "held" or verdict.status == "violated"
            )
            found.baseline_verdicts = [*rest]
        return found

    def singles(self, found: Exploration) -> Iterator[Exploration]:
        """A crash at each point."""
        for point in found.points:
            plan = f"crash at {point}"
            known = self._known(self._baseline_states.get(point), plan)
            if known is None:
                probe = self._probe() if self._pairs else None
                trace = self.traced(plan, probe)
                known = self.judged(found, plan, trace)
                self._note(self._baseline_states.get(point), known)
                if self._pairs and known.reached:
                    self._lead_on(found, plan, trace, probe)
            found.runs.append(known)
            yield found

    def seconds(
        self, found: Exploration, first: tuple[str, list[str], dict[str, Hashable]]
    ) -> Iterator[Exploration]:
        """A second crash at each place that the run of the first one leads to."""
        before, points, states = first
        for point in points:
            plan = f"{before} ; crash at {point}"
            known = self._known(states.get(point), plan)
            if known is None:
                known = self.judged(found, plan, self.traced(plan, None))
                self._note(states.get(point), known)
            found.runs.append(known)
            yield found

    def traced(self, plan: str, probe: Probe | None) -> Trace:
        """The run under a plan."""
        return self._run(parse_plan(plan), probe)

    def judged(self, found: Exploration, plan: str, trace: Trace) -> Tried:
        """What the checks say of a run. That nothing is held is decided on its own run."""
        story = Story.of(trace, found.intents)
        verdicts: list[Verdict] = [v for v in judged(story) if v.check != "held"]
        return Tried(plan, not trace.header["not_reached"], verdicts, price_of(story))

    def _lead_on(self, found: Exploration, plan: str, trace: Trace, probe: Probe | None) -> None:
        crash = next(event.sequence for event in trace.events if event.phase == "crashed")
        points = crash_points(trace, after=crash)
        found.pairs += len(points)
        self.firsts.append((plan, points, probe.states if probe is not None else {}))

    def _probe(self) -> Probe | None:
        return Probe(self._source, timed=self._timed) if self._prune else None

    def _known(self, state: Hashable, plan: str) -> Tried | None:
        """What is known of a plan because another left the same state."""
        same = self._seen.get(state) if state is not None else None
        return None if same is None else Tried(plan, same.reached, same.verdicts, same.price, same.plan)

    def _note(self, state: Hashable, tried: Tried) -> None:
        if state is not None and tried.reached:
            self._seen[state] = tried
