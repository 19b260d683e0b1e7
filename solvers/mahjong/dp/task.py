"""A hand as compiled code sees it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.mahjong.blocks import Shape
from models.mahjong.distance import SEVEN, Form, Within
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules

type Integers = NDArray[np.int64]
type Costs = NDArray[np.int16]

FAR = 10_000
"""No complete hand: more than any distance."""

NEVER_STOPS: Integers = np.zeros(1, np.int64)
"""For compiled work that nothing stops."""

_ANY = 1_000


class Task(NamedTuple):
    """What is asked, of one form of complete hand; ``int64`` throughout.

    The kinds of tile stand in groups: the suits, then the honours.

    Attributes
    ----------
    held
        Copies of each kind in the hand; shape (kinds,).
    reach
        Copies held or to be drawn; what a complete hand shows beyond is for wild tiles; shape
        (kinds,).
    least
        Copies of each kind that every complete hand shows; shape (kinds,).
    twin
        Copies of each kind that a pair shows beside these, 0 where none can be; shape (kinds,).
    most
        Copies that a complete hand may show.
    starts, runs
        Where each group starts, the end last, shape (groups + 1,); whether it has runs, shape
        (groups,).
    triplets
        Whether triplets count.
    most_runs
        Runs that may start at one number.
    sets, pairs
        Sets and pairs of a complete hand; no two pairs are of one kind.
    wilds, forced
        Wild tiles held, and how many of them may stand beyond what is in reach.
    worst
        More than so many copies of one kind are not lacking in a nearest complete hand.
    """

    held: Integers
    reach: Integers
    least: Integers
    twin: Integers
    most: int
    starts: Integers
    runs: Integers
    triplets: int
    most_runs: int
    sets: int
    pairs: int
    wilds: int
    forced: int
    worst: int


class Shown(NamedTuple):
    """What the complete hands of one form are made of; the fields of a task that say so.

    ``reach`` is that of a hand without visible tiles.
    """

    starts: Integers
    reach: Integers
    least: Integers
    twin: Integers
    runs: Integers
    triplets: int
    most_runs: int
    pairs: int


def _groups(rules: Rules) -> tuple[Integers, Integers]:
    """Return ``starts`` and ``runs`` of a task in standard form."""
    starts = [suit * rules.numbers for suit in range(len(rules.suits) + 1)]
    runs = [int(Shape.RUN in rules.shapes)] * len(rules.suits)
    if rules.honours:
        starts.append(len(rules.kinds))
        runs.append(0)
    return np.array(starts), np.array(runs)


def _most_runs(rules: Rules) -> int:
    """Return how many equal runs a nearest complete hand needs at most.

    Three equal runs are three triplets, so where those count two are enough.
    """
    if Shape.RUN not in rules.shapes:
        return 0
    return min(2, rules.copies) if Shape.TRIPLET in rules.shapes else rules.copies


@lru_cache(maxsize=64)
def shown(rules: Rules, form: Form) -> Shown:
    """Say what the complete hands of a form are made of."""
    kinds = len(rules.kinds)
    starts, runs = _groups(rules)
    reach = np.full(kinds, rules.copies)
    none, two = np.zeros(kinds, np.int64), np.full(kinds, 2)
    if form is Form.STANDARD:
        triplets = int(Shape.TRIPLET in rules.shapes)
        pairs = int(rules.pair)
        return Shown(starts, reach, none, two, runs, triplets, _most_runs(rules), pairs)
    if form is Form.SEVEN_PAIRS:
        return Shown(starts, reach, none, two, np.zeros_like(runs), 0, 0, SEVEN)
    # One of each orphan; a second one of any makes its pair.
    one = none.copy()
    one[[rules.order[tile] for tile in rules.orphans]] = 1
    return Shown(starts, reach, one, one, np.zeros_like(runs), 0, 0, 1)


def game_task(rules: Rules, held: Integers, sets: int) -> Task:
    """Write down a hand without wild and visible tiles, in standard form."""
    starts, reach, least, twin, runs, triplets, most_runs, pairs = shown(rules, Form.STANDARD)
    of_form = (least, twin, rules.copies, starts, runs, triplets, most_runs, sets, pairs)
    return Task(held, reach, *of_form, wilds=0, forced=0, worst=FAR)


def make_task(hand: Hand, within: Within, form: Form = Form.STANDARD, worst: int = FAR) -> Task:
    """Write a hand down for compiled code.

    Parameters
    ----------
    hand
        The hand.
    within
        Which tiles complete hands may be made of.
    form
        Their form.
    worst
        A complete hand is known to lack so many tiles at most, wild tiles not deducted.
    """
    rules = hand.rules
    starts, reach, least, twin, runs, triplets, most_runs, pairs = shown(rules, form)
    sets = hand.sets if form is Form.STANDARD else 0
    held = np.array(hand.counts)
    most, forced = rules.copies, 0
    if within is Within.ANY_NUMBER:
        most = _ANY
        if most_runs and not triplets:
            # A run that shows nothing held costs three wherever it is: spread, they are few at one.
            places = len(rules.suits) * max(1, rules.numbers - 2)
            most_runs = min(sets, rules.copies - (-sets // places))
        reach = np.full_like(held, most)
    if within is Within.AVAILABLE and hand.visible:
        reach = held + np.array(hand.left)
        forced = min(hand.wilds, hand.complete_size)
    return Task(
        held,
        reach,
        least,
        twin,
        most,
        starts,
        runs,
        triplets,
        most_runs,
        sets,
        pairs,
        hand.wilds,
        forced,
        worst,
    )
