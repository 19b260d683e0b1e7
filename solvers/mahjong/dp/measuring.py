"""From a hand to its distances and what is around it, and from these to an answer."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.distance import Discard, Distance, Form, Forms, Kinds, Nearest, Within
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import WILD
from solvers.mahjong.dp.around import WORD, around
from solvers.mahjong.dp.chain import Change, least, nearest
from solvers.mahjong.dp.running import UNTIMED, states, within
from solvers.mahjong.dp.task import FAR, Task, make_task
from solvers.result import Budget, Stop, StoppedError

NO_FIFTH_SETS = 6
"""Sets of one suit up to which a fifth copy is of no use; see :func:`_never_a_fifth`."""

_NUMBERS = 9
"""Numbers of a suit of the usual tiles, of which alone that holds."""

_PASSES = 4
"""What is around a hand takes so many times the steps of one pass, at most."""


class _Found(NamedTuple):
    """A nearest complete hand.

    Attributes
    ----------
    cost
        How many tiles it has and the hand lacks, before wild tiles stand for any of them.
    in_game
        How many a nearest one lacks if visible tiles could be drawn.
    form
        Its form.
    change
        How it differs from the hand.
    """

    cost: int
    in_game: int
    form: Form
    change: Change


type _Row = list[int]
"""The least cost of a hand, and the kinds that lower it, the first 64 of them and the others.

There are several in a list: of a hand as it is, of it with a wild tile fewer, and then of it
without one of each natural tile, in order.
"""


def measure(
    hand: Hand, forms: Forms, budget: Budget, *, details: bool = True
) -> tuple[Distance, Stop]:
    """Measure the three distances of a hand and, for ``details``, of what is around it.

    Parameters
    ----------
    hand
        The hand.
    forms
        The forms a complete hand may have.
    budget
        Limits; a state that the dynamic program steps through counts as one unit of work.
    details
        Whether useful tiles and discards are asked for.

    Returns
    -------
    tuple[Distance, Stop]
        What is known, and why there is no more: details may have been left out.

    Raises
    ------
    StoppedError
        If the budget does not even last for the distances.
    """
    tasks = [make_task(hand, Within.AVAILABLE, form) for form in forms]
    # Usually it is all one. Where it takes long, or may not last, the distance is known first.
    steps = sum(map(states, tasks)) * (_PASSES + 1)
    at_once = steps <= UNTIMED and budget.work_left is None
    rows: list[_Row] = []
    if details and at_once:
        found, rows = _surroundings(hand, forms, tasks, budget)
    else:
        found = _nearest(forms, tasks, budget)
    free = _without_limit(hand, forms, found.in_game, budget)
    wilds = hand.wilds
    known = _known(found.in_game, wilds), _known(free, wilds), _known(found.cost, wilds)
    complete = None if found.cost >= FAR else _nearest_hand(hand, found)
    stop = Stop.COMPLETED
    if details and not at_once:
        try:
            _, rows = _surroundings(hand, forms, tasks, budget)
        except StoppedError as stopped:
            stop = stopped.stop
    if not rows:
        return Distance(*known, complete), stop
    useful, discards = _around(hand, rows)
    return Distance(*known, complete, useful, discards), stop


def _nearest(forms: Forms, tasks: list[Task], budget: Budget) -> _Found:
    """Find the least cost over all forms, the first form that has it, and a nearest hand."""
    # Once more where visible tiles are taken for such as can be drawn.
    found = [within(partial(nearest, task), 2 * states(task), budget) for task in tasks]
    return _best(forms, found)


def _best(forms: Forms, found: list[tuple[int, int, Change]]) -> _Found:
    """Return the first of the nearest."""
    (cost, in_game, change), form = found[0], forms[0]
    for other, its_form in zip(found[1:], forms[1:], strict=True):
        in_game = min(in_game, other[1])
        if other[0] < cost:
            (cost, _, change), form = other, its_form
    return _Found(cost, in_game, form, change)


def _surroundings(
    hand: Hand, forms: Forms, tasks: list[Task], budget: Budget
) -> tuple[_Found, list[_Row]]:
    """Find a nearest hand, and what all hands around are at, over all forms."""
    rows: list[_Row] = []
    discards = 0
    if len(hand.tiles) >= hand.complete_size:
        discards = len(hand.counts) - hand.counts.count(0)
    # As many at a time as fit into a word: usually all.
    for first in range(0, max(1, discards), WORD):
        some = np.zeros((2 + min(WORD, discards - first), 3), np.uint64)
        some[:, 0] = FAR
        found = [
            within(partial(around, task, first, some), _PASSES * states(task), budget)
            for task in tasks
        ]
        rows += some.tolist()[2 if rows else 0 :]
    return _best(forms, found), rows


def _without_limit(hand: Hand, forms: Forms, cost: int, budget: Budget) -> int:
    """Return the least cost without the game's copy limit; ``cost`` is that with it."""
    # Only what is nearer is looked for: it lacks fewer tiles, of any kind as well. It must show
    # more of a kind than the game has, so it lacks those of them that are not held.
    worst, most, copies = min(FAR, cost - 1), max(hand.counts), hand.rules.copies
    if cost <= hand.wilds or worst <= copies - most or Form.STANDARD not in forms:
        return cost
    if most < copies and _never_a_fifth(hand, cost):
        return cost
    task = make_task(hand, Within.ANY_NUMBER, worst=worst)
    return min(cost, within(partial(least, task), states(task), budget))


def _never_a_fifth(hand: Hand, cost: int) -> bool:
    """Whether no hand is nearer than ``cost`` for a fifth copy, unless it holds four.

    So it is with the usual tiles and up to six sets of each suit, and of the honours: whatever is
    held of one, not four of a kind, any sets and pair of it cost the same with the copy limit and
    without. A test goes through all there is to hold. Seven sets of one show 21 tiles of it, and
    what of these is not held is lacking.
    """
    rules, counts = hand.rules, hand.counts
    usual = rules.numbers == _NUMBERS and rules.copies == 4 and rules.honours in (0, 7)
    if not usual or len(rules.shapes) < len(Shape):
        return False
    if hand.sets <= NO_FIFTH_SETS:
        return True
    most = max(sum(counts[at : at + _NUMBERS]) for at in range(0, len(counts), _NUMBERS))
    return cost <= 3 * (NO_FIFTH_SETS + 1) - most


def _known(cost: int, wilds: int) -> int | None:
    """Return the distance, ``None`` for none."""
    return None if cost >= FAR else max(0, cost - wilds)


def _around(hand: Hand, rows: list[_Row]) -> tuple[Kinds, tuple[Discard, ...]]:
    """Return what is useful, and what is after each discard."""
    wilds = hand.wilds
    cost, low, high = rows[0]
    useful = low | high << WORD if cost > wilds else 0
    if len(hand.tiles) < hand.complete_size:
        return useful, ()
    after = rows[2:]
    if wilds:
        # One more is lacking than if it were there to stand for something.
        cost, low, high = rows[1]
        after.append([cost + 1, low, high])
    found: list[Discard] = []
    for tile, (cost, low, high) in zip(dict.fromkeys(hand.tiles), after, strict=True):
        if wilds < cost < FAR:
            found.append(Discard(tile, cost - wilds, low | high << WORD))
        else:
            found.append(Discard(tile, _known(cost, wilds), 0))
    return useful, tuple(found)


@lru_cache(maxsize=64)
def _starting(rules: Rules) -> tuple[Block, ...]:
    """Triplet, run and pair of each kind, whether the rules have them or not."""
    return tuple(
        Block(kind, tile) for tile in rules.kinds for kind in (Shape.TRIPLET, Shape.RUN, PAIR)
    )


def _nearest_hand(hand: Hand, found: _Found) -> Nearest:
    """Say which tiles leave a hand and which come in.

    Wild tiles stand for those of which the fewest are left.
    """
    kinds = hand.rules.kinds
    blocks: tuple[Block, ...] = ()
    if found.form is not Form.THIRTEEN_ORPHANS:
        starting = _starting(hand.rules)
        blocks = tuple([starting[place] for place in found.change.blocks.tolist()])
    out = [kinds[place] for place in found.change.out.tolist()]
    lacking: list[int] = found.change.lacking.tolist()
    wilds = hand.wilds
    if not wilds:
        drawn = tuple([kinds[place] for place in lacking])
        return Nearest(found.form, blocks, tuple(out), drawn)
    stand = _stand_ins(hand, lacking)
    out += [WILD] * (wilds - len(stand))
    for place in stand:
        lacking.remove(place)
    return Nearest(
        found.form,
        blocks,
        tuple(out),
        tuple([kinds[place] for place in lacking]),
        tuple([kinds[place] for place in stand]),
    )


def _stand_ins(hand: Hand, lacking: list[int]) -> list[int]:
    """Choose what wild tiles stand for, by place: first what can't be drawn, then what is rare."""
    needs: list[tuple[int, int]] = []
    for place in dict.fromkeys(lacking):
        short = lacking.count(place)
        # The last of several is the hardest to draw.
        needs += [(hand.left[place] - drawn, place) for drawn in range(short)]
    return sorted(place for _, place in sorted(needs)[: hand.wilds])
