"""From a hand to its distances and what is around it, and from these to an answer."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.distance import Discard, Distance, Form, Forms, Kinds, Nearest, Within
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import WILD
from solvers.mahjong.dp.around import WORD, around
from solvers.mahjong.dp.chain import Change, least, nearest
from solvers.mahjong.dp.running import UNTIMED, states, within
from solvers.mahjong.dp.task import FAR, Task, everything, make_task
from solvers.result import Budget, Stop, StoppedError

_PASSES = 3
"""What is around a hand takes so many times the steps of its distance, at most."""


class _Found(NamedTuple):
    """A nearest complete hand: its cost, its form, and how it differs from the hand.

    A cost is what a complete hand has and the hand lacks, before wild tiles stand for any of it.
    """

    cost: int
    form: Form
    change: Change


type _Row = tuple[int, Kinds]
"""The least cost of a hand, and the kinds that lower it.

There are several in a list: of a hand as it is, then of it without one of each tile, in order.
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
    # Usually it is all one. Where it takes long, the distance is known first.
    steps = sum(map(states, tasks)) * (_PASSES + 3)
    at_once = steps <= UNTIMED and (budget.work_left is None or steps <= budget.work_left)
    rows: list[_Row] = []
    if details and at_once:
        found, rows = _surroundings(hand, forms, tasks, budget)
    else:
        found = _nearest(forms, tasks, budget)
    limited, free = _elsewhere(hand, forms, tasks, found.cost, budget)
    available = _known(found.cost, hand.wilds)
    complete = None if available is None else _nearest_hand(hand, found)
    stop = Stop.COMPLETED
    if details and not at_once:
        try:
            _, rows = _surroundings(hand, forms, tasks, budget)
        except StoppedError as stopped:
            stop = stopped.stop
    if not rows:
        return Distance(limited, free, available, complete), stop
    useful, discards = _around(hand, rows)
    return Distance(limited, free, available, complete, useful, discards), stop


def _nearest(forms: Forms, tasks: list[Task], budget: Budget) -> _Found:
    """Find the least cost over all forms, the first form that has it, and a nearest hand."""
    best: _Found | None = None
    for form, task in zip(forms, tasks, strict=True):
        cost, change = within(partial(nearest, task), states(task), budget)
        if best is None or cost < best.cost:
            best = _Found(cost, form, change)
    return _some(best)


def _surroundings(
    hand: Hand, forms: Forms, tasks: list[Task], budget: Budget
) -> tuple[_Found, list[_Row]]:
    """Find a nearest hand, and what all hands around are at, over all forms."""
    best: _Found | None = None
    rows: list[_Row] = []
    full = len(hand.tiles) >= hand.complete_size
    for form, task in zip(forms, tasks, strict=True):
        change, some = _rows(task, budget, full)
        if best is None or some[0][0] < best.cost:
            best = _Found(some[0][0], form, change)
        if full and hand.wilds:
            cost, useful = some[0]
            if task.forced:
                # What only that tile could stand for is out of reach.
                bare = make_task(hand, Within.AVAILABLE, form, wilds=hand.wilds - 1)
                cost, useful = _rows(bare, budget, discards=False)[1][0]
            # One more is lacking than if it were there to stand for something.
            some.append((cost + 1, useful))
        rows = list(map(_nearer, rows, some)) if rows else some
    return _some(best), rows


def _some(found: _Found | None) -> _Found:
    if found is None:
        raise ValueError("no form: give at least one")
    return found


def _rows(task: Task, budget: Budget, discards: bool) -> tuple[Change, list[_Row]]:
    """Return a nearest hand, and a row for the hand and for each natural tile discarded."""
    cost = _PASSES * states(task)
    change, words = within(partial(around, task, 0, discards), cost, budget)
    rows = [(far, low | high << WORD) for far, low, high in words.tolist()]
    if discards and len(rows) > WORD:
        # The discards that did not fit into one word.
        for first in range(WORD, int((task.held > 0).sum()), WORD):
            _, words = within(partial(around, task, first, discards), cost, budget)
            rows += [(far, low | high << WORD) for far, low, high in words[1:].tolist()]
    return change, rows


def _nearer(one: _Row, other: _Row) -> _Row:
    """Return what a hand is at that may be of either form."""
    if one[0] == other[0]:
        return one[0], one[1] | other[1]
    return min(one, other)


def _elsewhere(
    hand: Hand, forms: Forms, tasks: list[Task], cost: int, budget: Budget
) -> tuple[int | None, int | None]:
    """Return the distance within the game, and that without its copy limit.

    ``tasks`` are those within what is available, and ``cost`` is the least cost there.
    """
    wilds = hand.wilds
    if hand.visible:
        reach = everything(hand.rules, hand.rules.copies)
        for task in tasks:
            in_game = task._replace(reach=reach, forced=0)
            found = within(partial(least, in_game), states(in_game), budget)
            cost = min(cost, found)
    free = cost
    # Only what is nearer is looked for: it lacks fewer tiles, of any kind as well. It must show
    # more of a kind than the game has, so it lacks those of them that are not held.
    worst = min(FAR, cost - 1)
    most = max(hand.counts)
    may_be_nearer = cost > wilds and worst > hand.rules.copies - most and Form.STANDARD in forms
    if may_be_nearer and not (most < hand.rules.copies and _never_a_fifth(hand)):
        task = make_task(hand, Within.ANY_NUMBER, worst=worst)
        free = min(cost, within(partial(least, task), states(task), budget))
    return _known(cost, wilds), _known(free, wilds)


def _never_a_fifth(hand: Hand) -> bool:
    """Whether no hand of so many sets is nearer for a fifth copy, unless four are held.

    So it is with the usual tiles: whatever is held of a suit, or of the honours, not four of a
    kind, any sets and pair of it cost the same with the copy limit and without. A test goes through
    all there is to hold.
    """
    rules = hand.rules
    usual = rules.numbers == 9 and rules.copies == 4 and rules.honours in (0, 7)
    return usual and hand.sets <= 4 and len(rules.shapes) == len(Shape)


def _known(cost: int, wilds: int) -> int | None:
    """Return the distance, ``None`` for none."""
    return None if cost >= FAR else max(0, cost - wilds)


def _around(hand: Hand, rows: list[_Row]) -> tuple[Kinds, tuple[Discard, ...]]:
    """Return what is useful, and what is after each discard."""
    wilds = hand.wilds
    far, useful = rows[0]
    if len(rows) == 1:
        return (useful if far > wilds else 0), ()
    found: list[Discard] = []
    for tile, (cost, kinds) in zip(dict.fromkeys(hand.tiles), rows[1:], strict=True):
        if cost > wilds:
            found.append(Discard(tile, None if cost >= FAR else cost - wilds, kinds))
        else:
            found.append(Discard(tile, 0, 0))
    return (useful if far > wilds else 0), tuple(found)


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
