"""What an exploration has found so far; complete when its iterator ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from durable_lab.kernel.trace import Trace
from durable_lab.readers.checks import Intents, Verdict, violated
from durable_lab.readers.price import Price


@dataclass(frozen=True)
class Tried:
    """One plan of the exploration: whether its faults came, and what the checks said."""

    plan: str
    reached: bool
    verdicts: list[Verdict]
    price: Price
    same_as: str = ""
    """Another plan that leaves the very same state; it was run in this one's place. "" if this one was run."""

    @property
    def held(self) -> bool:
        """Whether the fault came and no check was violated."""
        return self.reached and not violated(self.verdicts)


@dataclass(frozen=True)
class Way:
    """A way of failing: the smallest plan that shows it, and how many do."""

    verdict: Verdict
    tried: Tried
    count: int


@dataclass
class Exploration:
    """What is known so far."""

    baseline: Trace
    intents: Intents
    baseline_verdicts: list[Verdict]
    baseline_price: Price
    points: list[str]
    """Where the crash-free run can be crashed."""
    others: list[str]
    """Plans with one other fault."""
    runs: list[Tried] = field(default_factory=list)
    """Smallest first: a crash at each point, the other single faults, then pairs of crashes."""
    waiting: Tried | None = None
    """Everything killed while it waits for a person; None if it never waits."""
    pairs: int = 0
    """How many pairs of crashes are known so far; each run may lead to places that no other has."""
    with_pairs: bool = False

    @property
    def total(self) -> int:
        """How many plans there are to try, as far as is known."""
        return len(self.points) + len(self.others) + self.pairs

    @property
    def pruned(self) -> int:
        """How many plans need not be run: another leaves the very same state."""
        return sum(bool(tried.same_as) for tried in self.runs)

    @property
    def failures(self) -> list[Tried]:
        """The plans under which a check was violated."""
        return [tried for tried in self.runs if violated(tried.verdicts)]

    @property
    def price(self) -> Price:
        """The highest price of a run so far, each count for itself."""
        highest = self.baseline_price
        for tried in self.runs:
            highest = highest.most(tried.price)
        return highest

    def ways(self) -> list[Way]:
        """Each way of failing with the first plan, and so the smallest, that shows it.

        What is wrong without a fault in the very same way is not the fault's doing.
        """
        calm = [(verdict.code, verdict.fields) for verdict in violated(self.baseline_verdicts)]
        first: dict[tuple[object, ...], tuple[Verdict, Tried]] = {}
        counts: Counter[tuple[object, ...]] = Counter()
        for tried in self.runs:
            bad = [
                verdict for verdict in violated(tried.verdicts) if (verdict.code, verdict.fields) not in calm
            ]
            ways = {verdict.way: verdict for verdict in reversed(bad)}
            for way, verdict in reversed(ways.items()):
                first.setdefault(way, (verdict, tried))
            counts.update(ways.keys())
        return [Way(*found, counts[way]) for way, found in first.items()]

    def warnings(self) -> list[Verdict]:
        """What is no failure and still worth a look, each once."""
        every = [*self.baseline_verdicts, *(verdict for tried in self.runs for verdict in tried.verdicts)]
        return list({v.way: v for v in reversed(every) if v.status == "warning"}.values())
