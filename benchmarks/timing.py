"""Timing several ways of doing the same thing, in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Protocol

import numpy as np

# What takes little is measured again: the first run after another way's finds cold caches.
_ENOUGH, _MOST_RUNS = 5.0, 5
_LONG = 300.0


class Case(Protocol):
    """What is measured: it has a name."""

    @property
    def name(self) -> str: ...  # noqa: D102


@dataclass(slots=True)
class Timed:
    """Milliseconds and work of one way by the name of the case, and the cases it got wrong."""

    milliseconds: dict[str, float] = field(default_factory=dict)
    work: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def extend(self, other: Timed) -> None:
        """Take over other cases."""
        self.milliseconds |= other.milliseconds
        self.work |= other.work
        self.wrong += other.wrong


def timed[C: Case](
    ways: Mapping[str, Callable[[C], tuple[int, int]]],
    case: C,
    best: int,
    repeat: int,
    others: Container[str] = (),
    *,
    smoke: bool,
) -> dict[str, Timed]:
    """Time each way on a case, one after the other.

    Parameters
    ----------
    ways
        What is compared; each returns the optimum it found and the work it took.
    case
        What it is compared on.
    best
        The known optimum.
    repeat
        How often each is measured at least; the median counts.
    others
        Ways that are not ours: where they are wrong it is noted.
    smoke
        Whether what takes long is run once, whatever ``repeat`` says: it is to be seen to run.

    Raises
    ------
    AssertionError
        If a way of ours finds another optimum than the known one, or takes other work each time.
    """
    found: dict[str, Timed] = {}
    for name, way in ways.items():
        runs: list[float] = []
        works: set[int] = set()
        while len(runs) < repeat or (sum(runs) < _ENOUGH and len(runs) < _MOST_RUNS):
            started = time.perf_counter()
            optimum, work = way(case)
            runs.append(1000 * (time.perf_counter() - started))
            works.add(work)
            assert optimum == best or name in others, f"{name}: {optimum} for {best}: {case.name}"
            if smoke and runs[-1] > _LONG:
                break
        assert len(works) == 1, f"{name} takes other work each time on {case.name}: {works}"
        wrong = [] if optimum == best else [case.name]
        found[name] = Timed({case.name: median(runs)}, {case.name: works.pop()}, wrong)
    return found


def percentile(values: Iterable[float], share: float) -> float:
    """Return the value that a share (in percent) of the values do not exceed."""
    return float(np.percentile(list(values), share))
