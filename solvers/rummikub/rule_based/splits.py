"""Ways to take whole sets out of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from solvers.rummikub.rule_based.codes import JOKER_UNIT, JOKERS, Codes
from solvers.rummikub.rule_based.meter import Meter

MOST_SPLITS = 200
"""Ways that are listed at most."""

MOST_TRIED = 5000
"""Sets that are tried at most to find them."""

MOST_SETS = 100
"""Sets in one such way at most; nobody holds more, and the layer is asked again."""

type Split = tuple[int, ...]
"""Sets of hand tiles, as codes."""


def splits(codes: Codes, hand: tuple[int, ...], jokers: int, meter: Meter) -> Iterator[Split]:
    """List ways to take sets out of a hand until it holds no more, each once.

    Parameters
    ----------
    codes
        How tiles are written.
    hand
        The hand, as units.
    jokers
        How many of its jokers may be used.
    meter
        Counts each set that is tried.
    """
    counts: dict[int, int] = {JOKER_UNIT: jokers}
    for unit in hand:
        if unit != JOKER_UNIT:
            counts[unit] = counts.get(unit, 0) + 1
    choices = _sets_in(codes, sum(counts) - JOKER_UNIT, jokers)
    units = [tuple(codes.units(code)) for code in choices]
    tried = listed = 0

    def fits(place: int) -> bool:
        return all(counts[unit] for unit in units[place]) and (
            counts[JOKER_UNIT] >= choices[place] & JOKERS
        )

    def extended(start: int, chosen: Split) -> Iterator[Split]:
        nonlocal tried, listed
        if len(chosen) == MOST_SETS:
            listed += 1
            yield chosen
            return
        ends = True
        for place in range(start, len(choices)):
            if tried >= MOST_TRIED or listed >= MOST_SPLITS:
                return
            tried += 1
            meter.step()
            if fits(place):
                ends = False
                for unit in units[place]:
                    counts[unit] -= 1
                yield from extended(place, (*chosen, choices[place]))
                for unit in units[place]:
                    counts[unit] += 1
        # A set before the first that was looked at here may still fit: then this is part of a
        # longer way, which is listed too.
        if ends and chosen and not any(map(fits, range(start))):
            listed += 1
            yield chosen

    if choices:
        yield from extended(0, ())


def _sets_in(codes: Codes, held: int, jokers: int) -> list[int]:
    """List the sets in a mask of tiles: runs too short to be two, groups; the smallest with jokers.

    Whatever else fits such a set is added to it by later layers.
    """
    least = codes.rules.min_set_size
    found: dict[int, None] = {}
    for unit in codes.units(held):
        run = above = unit
        for size in range(1, 2 * least):
            if size >= least:
                found[run] = None
            above <<= 1
            run |= above
            if not above & held or not codes.is_run(run, size + 1):
                break
    for rank in codes.ranks:
        alike = tuple(codes.units(held & rank))
        for size in range(least, len(alike) + 1):
            found |= dict.fromkeys(map(sum, combinations(alike, size)))
    for count in range(1, jokers + 1):
        for unit in codes.units(held):
            for code in codes.around(unit, count):
                if not code & ~JOKERS & ~held:
                    found[code] = None
    return list(found)
