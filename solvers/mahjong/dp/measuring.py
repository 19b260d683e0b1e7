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
from solvers.mahjong.dp.task import FAR, Task, make_task
from solvers.result import Budget, Stop, StoppedError

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
    steps = sum(map(states, tasks)) * (_PASSES + 1)
    at_once = steps <= UNTIMED and (budget.work_left is None or steps <= budget.work_left)
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
    found: list[_Found] = []
    for form, task in zip(forms, tasks, strict=True):
        # Once more where visible tiles are taken for such as can be drawn.
        cost, in_game, change = within(partial(nearest, task), 2 * states(task), budget)
        found.append(_Found(cost, in_game, form, change))
    return _best(found)


def _best(found: list[_Found]) -> _Found:
    """Return the first of the nearest."""
    best = min(found, key=lambda one: one.cost)
    return best._replace(in_game=min(one.in_game for one in found))


def _surroundings(
    hand: Hand, forms: Forms, tasks: list[Task], budget: Budget
) -> tuple[_Found, list[_Row]]:
    """Find a nearest hand, and what all hands around are at, over all forms."""
    found: list[_Found] = []
    rows: list[_Row] = []
    discards = len(hand.tiles) >= hand.complete_size
    for form, task in zip(forms, tasks, strict=True):
        some = _rows(found, form, task, budget, discards)
        rows = list(map(_nearer, rows, some)) if rows else some
    return _best(found), rows


def _rows(
    found: list[_Found], form: Form, task: Task, budget: Budget, discards: bool
) -> list[_Row]:
    """Return the rows of a hand and, if they are looked at, its discards; note a nearest hand."""
    cost = _PASSES * states(task)
    in_game, change, words = within(partial(around, task, 0, discards), cost, budget)
    rows = [(far, low | high << WORD) for far, low, high in words.tolist()]
    found.append(_Found(rows[0][0], in_game, form, change))
    far, useful = rows.pop(1)
    if not discards:
        return rows
    if len(rows) > WORD:
        # The discards that did not fit into one word.
        for first in range(WORD, int((task.held > 0).sum()), WORD):
            _, _, words = within(partial(around, task, first, discards), cost, budget)
            rows += [(far, low | high << WORD) for far, low, high in words[2:].tolist()]
    if task.wilds:
        # One more is lacking than if it were there to stand for something.
        rows.append((far + 1, useful))
    return rows


def _nearer(one: _Row, other: _Row) -> _Row:
    """Return what a hand is at that may be of either form."""
    if one[0] == other[0]:
        return one[0], one[1] | other[1]
    return min(one, other)


def _without_limit(hand: Hand, forms: Forms, cost: int, budget: Budget) -> int:
    """Return the least cost without the game's copy limit; ``cost`` is that with it."""
    # Only what is nearer is looked for: it lacks fewer tiles, of any kind as well. It must show
    # more of a kind than the game has, so it lacks those of them that are not held.
    worst, most, copies = min(FAR, cost - 1), max(hand.counts), hand.rules.copies
    if cost <= hand.wilds or worst <= copies - most or Form.STANDARD not in forms:
        return cost
    if most < copies and _never_a_fifth(hand):
        return cost
    task = make_task(hand, Within.ANY_NUMBER, worst=worst)
    return min(cost, within(partial(least, task), states(task), budget))


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
