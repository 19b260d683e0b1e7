"""Timing several ways of doing the same thing, in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median

import numpy as np


def milliseconds[Case](
    ways: Mapping[str, Callable[[Case], int]],
    cases: Sequence[Case],
    expected: Callable[[Case], int],
    repeat: int,
) -> dict[str, list[float]]:
    """Time each way on each case, one way after the other on the same case.

    Parameters
    ----------
    ways
        What is compared; each returns the optimum it found.
    cases
        What it is compared on.
    expected
        The known optimum of a case.
    repeat
        How often each is measured; the median of the repetitions counts.

    Returns
    -------
    dict[str, list[float]]
        Milliseconds of each way on each case.

    Raises
    ------
    AssertionError
        If a way finds another optimum than the known one.
    """
    times: dict[str, list[float]] = {name: [] for name in ways}
    for case in cases:
        for name, way in ways.items():
            runs = []
            for _ in range(repeat):
                started = time.perf_counter()
                found = way(case)
                runs.append(1000 * (time.perf_counter() - started))
                assert found == expected(case), f"{name} found {found} for {case}"
            times[name].append(median(runs))
    return times


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a share (in percent) of the values do not exceed."""
    return float(np.percentile(values, share))
