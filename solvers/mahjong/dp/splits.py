"""Every way to split a hand into sets and a pair, compiled: depth first over the kinds of tile.

At each kind what starts there must show as many copies as are held, or more where wild tiles stand
for them. Without wild tiles a wrong turn shows within two kinds. With them a table of how many wild
tiles the rest needs at least keeps the search from turns that lead nowhere.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from models.mahjong.blocks import PAIR, Shape
from models.mahjong.rules import Rules
from solvers.compiling import compiled
from solvers.mahjong.dp.task import FAR, Costs, Integers

COMPLETED, FULL, STOPPED = 0, 1, 2
"""How a search can end."""

_FEW = 64


class Places(NamedTuple):
    """Where the triplet, run and pair of each lowest kind stand in ``rules.blocks``, -1 for none.

    Each of shape (kinds,).
    """

    triplets: Integers
    runs: Integers
    pairs: Integers


@lru_cache(maxsize=64)
def places(rules: Rules) -> Places:
    """Return where the blocks of some rules stand."""
    found = {kind: np.full(len(rules.kinds), -1) for kind in (Shape.TRIPLET, Shape.RUN, PAIR)}
    for place, block in enumerate(rules.blocks):
        found[block.kind][rules.order[block.first]] = place
    return Places(found[Shape.TRIPLET], found[Shape.RUN], found[PAIR])


@compiled
def needed(held: Integers, copies: int, where: Places, sets: int, pair: int) -> Costs:
    """Return how many wild tiles the kinds from each on need at least.

    Returns
    -------
    Costs
        Shape (kinds + 1, copies + 1, copies + 1, sets + 1, pair + 1), by kind, runs started two
        and one kinds before, and sets and pairs so far; ``FAR`` for never.
    """
    kinds = len(held)
    need = np.full((kinds + 1, copies + 1, copies + 1, sets + 1, pair + 1), FAR, np.int16)
    need[kinds, 0, 0, sets, pair] = 0
    for kind in range(kinds - 1, -1, -1):
        most_begun = copies if where.runs[kind] >= 0 else 0
        for a in range(copies + 1):
            for b in range(copies + 1 - a):
                for c in range(min(most_begun, copies - a - b) + 1):
                    for t in range((copies - a - b - c) // 3 * (where.triplets[kind] >= 0) + 1):
                        for y in range(pair * (where.pairs[kind] >= 0) + 1):
                            shown = a + b + c + 3 * t + 2 * y
                            if shown > copies or shown < held[kind]:
                                continue
                            lacking = shown - held[kind]
                            for s in range(sets - c - t + 1):
                                for p in range(pair - y + 1):
                                    rest = need[kind + 1, b, c, s + c + t, p + y] + lacking
                                    need[kind, a, b, s, p] = min(need[kind, a, b, s, p], rest)
    return need


@compiled
def splits(  # noqa: PLR0912, PLR0915  (one loop: a call would cost more than a turn)
    held: Integers,
    wilds: int,
    copies: int,
    where: Places,
    sets: int,
    pair: int,
    most: int,
    most_states: int,
    stop: Integers,
) -> tuple[int, Integers, int]:
    """Find the ways to split a hand.

    Parameters
    ----------
    held
        Copies of each kind; shape (kinds,).
    wilds
        Wild tiles held.
    copies
        How often a complete hand may show a kind.
    where
        Where the blocks stand.
    sets, pair
        Sets and pairs there must be.
    most, most_states
        Stop after so many ways, or so many turns.
    stop
        Set to 1 from another thread to stop; shape (1,).

    Returns
    -------
    tuple[int, Integers, int]
        How it ended; the ways found, each as places in ``rules.blocks``, the pair last, shape
        (ways, sets + pair); and how many turns were taken.
    """
    kinds = len(held)
    found = np.empty((min(most, _FEW) + 1, sets + pair), np.int64)
    ways, turns = 0, 0
    # Of each level: runs two and one before, sets, pairs and wild tiles so far; then the choice.
    a, b = np.zeros(kinds + 1, np.int64), np.zeros(kinds + 1, np.int64)
    s, p = np.zeros(kinds + 1, np.int64), np.zeros(kinds + 1, np.int64)
    w = np.zeros(kinds + 1, np.int64)
    c, t, y = np.full(kinds + 1, -1, np.int64), np.zeros(kinds + 1, np.int64), a.copy()
    need = np.zeros((0, 1, 1, 1, 1), np.int16)
    if wilds:
        need = needed(held, copies, where, sets, pair)
    level = 0
    while level >= 0:
        turns += 1
        if turns > most_states or stop[0]:
            return (STOPPED if stop[0] else FULL), found[:ways], turns
        if level == kinds:
            level -= 1
            if s[kinds] != sets or p[kinds] != pair or w[kinds] != wilds:
                continue
            if ways == most:
                return FULL, found[:ways], turns
            if ways == len(found):
                grown = np.empty((2 * ways, sets + pair), np.int64)
                grown[:ways] = found
                found = grown
            at = 0
            for kind in range(kinds):
                for _ in range(t[kind]):
                    found[ways, at] = where.triplets[kind]
                    at += 1
                for _ in range(c[kind]):
                    found[ways, at] = where.runs[kind]
                    at += 1
                if y[kind]:
                    found[ways, sets] = where.pairs[kind]
            ways += 1
            continue
        begun = a[level] + b[level]
        fewest = held[level]
        highest = min(copies, fewest + wilds - w[level])
        most_sets = sets - s[level]
        some_c, some_t, some_y = c[level] + 1, t[level], y[level]
        going = False
        while True:
            fixed = begun + 3 * some_t + 2 * some_y
            if fixed <= highest and some_t <= most_sets:
                some_c = max(some_c, fewest - fixed)
                most_begun = min(highest - fixed, most_sets - some_t)
                if some_c <= (most_begun if where.runs[level] >= 0 else min(0, most_begun)):
                    going = True
                    break
                more_triplets = where.triplets[level] >= 0
            else:
                more_triplets = False
            some_c = 0
            if more_triplets:
                some_t += 1
            elif some_y == 0 and p[level] < pair and where.pairs[level] >= 0:
                some_t, some_y = 0, 1
            else:
                break
        if not going:
            c[level] = -1
            t[level] = 0
            y[level] = 0
            level -= 1
            continue
        c[level], t[level], y[level] = some_c, some_t, some_y
        following = level + 1
        a[following], b[following] = b[level], some_c
        s[following] = s[level] + some_c + some_t
        p[following] = p[level] + some_y
        w[following] = w[level] + fixed + some_c - fewest
        if wilds:
            least = need[following, a[following], b[following], s[following], p[following]]
            if least > wilds - w[following]:
                continue
        level = following
    return COMPLETED, found[:ways], turns
