"""A hand as compiled code sees it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.mahjong.blocks import Shape
from models.mahjong.distance import Within
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules

type Integers = NDArray[np.int64]
type Costs = NDArray[np.int16]

FAR = 10_000
"""No complete hand: more than any distance."""

_ANY = 1_000


class Task(NamedTuple):
    """What is asked; ``int64`` throughout.

    The kinds of tile stand in groups: the suits, then the honours.

    Attributes
    ----------
    held
        Copies of each kind in the hand; shape (kinds,).
    reach
        Copies held or to be drawn; what a complete hand shows beyond is for wild tiles; shape
        (kinds,).
    most
        Copies that a complete hand may show.
    starts, runs
        Where each group starts, the end last, shape (groups + 1,); whether it has runs, shape
        (groups,).
    triplets
        Whether triplets count.
    most_runs
        Runs that may start at one number.
    sets, pair
        Sets and pairs of a complete hand.
    wilds, forced
        Wild tiles held, and how many of them may stand beyond what is in reach.
    worst
        More than so many copies of one kind are not lacking in a nearest complete hand.
    """

    held: Integers
    reach: Integers
    most: int
    starts: Integers
    runs: Integers
    triplets: int
    most_runs: int
    sets: int
    pair: int
    wilds: int
    forced: int
    worst: int


@lru_cache(maxsize=64)
def groups(rules: Rules) -> tuple[Integers, Integers]:
    """Return ``starts`` and ``runs`` of a task."""
    starts = [suit * rules.numbers for suit in range(len(rules.suits) + 1)]
    runs = [int(Shape.RUN in rules.shapes)] * len(rules.suits)
    if rules.honours:
        starts.append(len(rules.kinds))
        runs.append(0)
    return np.array(starts), np.array(runs)


def most_runs(rules: Rules) -> int:
    """Return how many equal runs a nearest complete hand needs at most.

    Three equal runs are three triplets, so where those count two are enough.
    """
    if Shape.RUN not in rules.shapes:
        return 0
    return min(2, rules.copies) if Shape.TRIPLET in rules.shapes else rules.copies


@lru_cache(maxsize=64)
def _everything(rules: Rules, most: int) -> Integers:
    """Return the reach of a hand from which no kind is kept."""
    return np.full(len(rules.kinds), most)


def make_task(hand: Hand, within: Within, worst: int = FAR) -> Task:
    """Write a hand down for compiled code.

    Parameters
    ----------
    hand
        The hand.
    within
        Which tiles complete hands may be made of.
    worst
        A complete hand is known to lack so many tiles at most, wild tiles not deducted.
    """
    rules, sets = hand.rules, hand.sets
    starts, runs = groups(rules)
    triplets = Shape.TRIPLET in rules.shapes
    held = np.array(hand.counts)
    most, runs_at_once, forced = rules.copies, most_runs(rules), 0
    if within is Within.ANY_NUMBER:
        most = _ANY
        if runs_at_once and not triplets:
            # A run that shows nothing held costs three wherever it is: spread, they are few at one.
            places = len(rules.suits) * max(1, rules.numbers - 2)
            runs_at_once = min(sets, rules.copies - (-sets // places))
    reach = _everything(rules, most)
    if within is Within.AVAILABLE and hand.visible:
        reach = held + np.array(hand.left)
        forced = min(hand.wilds, hand.complete_size)
    return Task(
        held,
        reach,
        most,
        starts,
        runs,
        int(triplets),
        runs_at_once,
        sets,
        int(rules.pair),
        hand.wilds,
        forced,
        worst,
    )
