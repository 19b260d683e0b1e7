"""From a hand to its distances and what is around it, and from these to an answer."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.distance import Discard, Distance, Form, Forms, Nearest, Useful, Within
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import WILD, Tile
from solvers.mahjong.dp.around import around
from solvers.mahjong.dp.chain import nearest
from solvers.mahjong.dp.forms import SEVEN_PAIRS, THIRTEEN_ORPHANS, form, form_around
from solvers.mahjong.dp.running import states, within
from solvers.mahjong.dp.table import MOST_TILES, SETS, Tables, fits, nearest_by_table, tables
from solvers.mahjong.dp.task import FAR, Integers, Task, make_task
from solvers.result import Budget

_CODES = {Form.SEVEN_PAIRS: SEVEN_PAIRS, Form.THIRTEEN_ORPHANS: THIRTEEN_ORPHANS}


class Found(NamedTuple):
    """A nearest complete hand: its distance and form, its blocks, how often it shows each kind."""

    distance: int
    form: Form
    blocks: tuple[Block, ...]
    shown: Integers


@lru_cache(maxsize=64)
def orphans(rules: Rules) -> Integers:
    """Return the kinds of the orphans, by their places."""
    return np.array([rules.order[tile] for tile in rules.orphans], dtype=np.int64)


@lru_cache(maxsize=64)
def _starting(rules: Rules) -> tuple[Block, ...]:
    """Triplet, run and pair of each kind, whether the rules have them or not."""
    return tuple(
        Block(kind, tile) for tile in rules.kinds for kind in (Shape.TRIPLET, Shape.RUN, PAIR)
    )


def _by_table(hand: Hand, task: Task) -> Tables | None:
    """Return the tables, if the task is one they reach to."""
    reached = hand.sets <= SETS and len(hand.tiles) < MOST_TILES and not hand.visible
    of_game = task.most == hand.rules.copies
    return tables(hand.rules) if reached and of_game and fits(hand.rules) else None


def _measure(hand: Hand, task: Task, forms: Forms, budget: Budget) -> Found:
    """Find the distance over all forms, the first form that has it, and a nearest hand.

    Raises
    ------
    StoppedError
        If the budget does not last.
    """
    best: Found | None = None
    for wanted in forms:
        if wanted is Form.STANDARD:
            found = _standard(hand, task, budget)
        else:
            shown = np.zeros_like(task.held)
            ends = orphans(hand.rules)
            distance = form(_CODES[wanted], task, task.held, task.wilds, ends, shown)
            blocks: tuple[Block, ...] = ()
            if wanted is Form.SEVEN_PAIRS:
                kinds = hand.rules.kinds
                blocks = tuple(Block(PAIR, kinds[place]) for place in np.flatnonzero(shown))
            found = Found(distance, wanted, blocks, shown)
        if best is None or found.distance < best.distance:
            best = found
    if best is None:
        raise ValueError("no form: give at least one")
    return best


def distances(hand: Hand, forms: Forms, budget: Budget) -> Distance:
    """Measure the three distances of a hand, and find a nearest complete one.

    Raises
    ------
    StoppedError
        If the budget does not last.
    """
    found = _measure(hand, make_task(hand, Within.AVAILABLE), forms, budget)
    limited = found.distance
    if hand.visible:
        limited = _measure(hand, make_task(hand, Within.GAME), forms, budget).distance
    free = limited
    # Only what is nearer is looked for: it lacks fewer tiles, of any kind as well. It must show
    # more of a kind than the game has, so it lacks those of them that are not held.
    worst = min(FAR, limited - 1 + hand.wilds)
    if limited and worst > hand.rules.copies - max(hand.counts) and Form.STANDARD in forms:
        task = make_task(hand, Within.ANY_NUMBER, worst)
        nearer, _ = within(lambda _: nearest(task), states(task), budget)
        free = min(limited, nearer)
    nearest_one = None if found.distance >= FAR else _nearest_hand(hand, found)
    return Distance(_known(limited), _known(free), _known(found.distance), nearest_one)


def _known(distance: int) -> int | None:
    return None if distance >= FAR else distance


def _standard(hand: Hand, task: Task, budget: Budget) -> Found:
    made = _by_table(hand, task)
    if made is None:
        distance, chosen = within(lambda _: nearest(task), states(task), budget)
    else:
        suits, cost = len(hand.rules.suits), len(task.held)
        distance, chosen = within(lambda _: nearest_by_table(task, suits, *made), cost, budget)
    starting = _starting(hand.rules)
    flat = chosen.ravel()
    sets: list[Block] = []
    pair: tuple[Block, ...] = ()
    shown = [0] * (len(task.held) + 2)
    places = np.flatnonzero(flat)
    for place, times in zip(places.tolist(), flat[places].tolist(), strict=True):
        block = starting[place]
        kind, which = divmod(place, 3)
        if which == 1:
            for following in range(kind, kind + 3):
                shown[following] += times
        else:
            shown[kind] += times * (2 if which else 3)
        if which == 2:
            pair = (block,)
        else:
            sets += [block] * times
    return Found(distance, Form.STANDARD, (*sets, *pair), np.array(shown[:-2]))


def _nearest_hand(hand: Hand, found: Found) -> Nearest:
    """Say which tiles leave a hand and which come in.

    Wild tiles stand for those of which the fewest are left.
    """
    kinds = hand.rules.kinds
    out: list[Tile] = []
    lacking: list[int] = []
    change = found.shown - np.array(hand.counts)
    places = np.flatnonzero(change)
    for place, more in zip(places.tolist(), change[places].tolist(), strict=True):
        if more < 0:
            out += [kinds[place]] * -more
        else:
            lacking += [place] * more
    wilds = hand.wilds
    if not wilds:
        drawn = tuple([kinds[place] for place in lacking])
        return Nearest(found.form, found.blocks, tuple(out), drawn)
    stand = _stand_ins(hand, lacking)
    out += [WILD] * (wilds - len(stand))
    for place in stand:
        lacking.remove(place)
    return Nearest(
        found.form,
        found.blocks,
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


@lru_cache(maxsize=64)
def _useful(rules: Rules) -> tuple[tuple[Useful, ...], ...]:
    """Each kind with each number left: made once, for they are many in an answer."""
    return tuple(
        tuple(Useful(tile, left) for left in range(rules.copies + 1)) for tile in rules.kinds
    )


@lru_cache(maxsize=1)
def _no_tables() -> Tables:
    rows = np.zeros((1, 2 * (SETS + 1)), np.uint8)
    return Tables(rows, rows, 1)


def surroundings(
    hand: Hand, forms: Forms, budget: Budget
) -> tuple[tuple[Useful, ...], tuple[Discard, ...]]:
    """Find what is useful, and what is after each discard, over all forms.

    Raises
    ------
    StoppedError
        If the budget does not last.
    """
    rules = hand.rules
    task = make_task(hand, Within.AVAILABLE)
    discards = len(hand.tiles) >= hand.complete_size
    now, after_draw, after_discard, after_both = _around(hand, task, forms, budget, discards)
    known = [of[few] for of, few in zip(_useful(rules), hand.left, strict=True)]
    useful = tuple([known[place] for place in np.flatnonzero(after_draw < now).tolist()])
    if not discards:
        return useful, ()
    helps = after_both < after_discard[:, None]
    drawn = [known[place] for place in helps.nonzero()[1].tolist()]
    ends = helps.sum(axis=1).cumsum().tolist()
    lacking = after_discard.tolist()
    order = rules.order
    found: list[Discard] = []
    for tile in dict.fromkeys(hand.tiles):
        place = order[tile]
        first = ends[place - 1] if place else 0
        then = tuple(drawn[first : ends[place]])
        found.append(Discard(tile, _known(lacking[place]), then))
    return useful, tuple(found)


def _around(
    hand: Hand, task: Task, forms: Forms, budget: Budget, discards: bool
) -> tuple[int, Integers, Integers, Integers]:
    found: tuple[int, Integers, Integers, Integers] | None = None
    for wanted in forms:
        if wanted is Form.STANDARD:
            some = _standard_around(hand, task, budget, discards)
        else:
            some = form_around(_CODES[wanted], task, orphans(hand.rules), discards)
        if found is None:
            found = some
        else:
            found = (
                min(found[0], some[0]),
                np.minimum(found[1], some[1]),
                np.minimum(found[2], some[2]),
                np.minimum(found[3], some[3]),
            )
    if found is None:
        raise ValueError("no form: give at least one")
    return found


def _standard_around(
    hand: Hand, task: Task, budget: Budget, discards: bool
) -> tuple[int, Integers, Integers, Integers]:
    rules = hand.rules
    made = _by_table(hand, task)
    # Else a pass over one group for the hand and each of its changes.
    kinds = max(rules.numbers, rules.honours)
    passes = 1 + kinds + (kinds * kinds if discards else 0)
    cost = len(task.held) if made else states(task) * passes
    look_up, rows = made is not None, made or _no_tables()
    suits = len(rules.suits)
    return within(lambda stop: around(task, discards, look_up, suits, *rows, stop), cost, budget)
