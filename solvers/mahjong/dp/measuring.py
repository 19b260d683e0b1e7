"""From a hand to its distances and what is around it, and from these to an answer."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.distance import Discard, Form, Forms, Nearest, Useful
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import WILD, Tile
from solvers.mahjong.dp.around import around
from solvers.mahjong.dp.chain import nearest
from solvers.mahjong.dp.forms import SEVEN_PAIRS, THIRTEEN_ORPHANS, form, form_around
from solvers.mahjong.dp.running import states, within
from solvers.mahjong.dp.table import MOST_TILES, SETS, Tables, fits, tables
from solvers.mahjong.dp.task import FAR, Integers, Task
from solvers.result import Budget

type Shown = tuple[Block, ...] | Integers
"""A nearest complete hand: its blocks, or how often it shows each kind."""

_CODES = {Form.SEVEN_PAIRS: SEVEN_PAIRS, Form.THIRTEEN_ORPHANS: THIRTEEN_ORPHANS}


@lru_cache(maxsize=64)
def orphans(rules: Rules) -> Integers:
    """Return the kinds of the orphans, by their places."""
    return np.array([rules.order[tile] for tile in rules.orphans], dtype=np.int64)


def measure(hand: Hand, task: Task, forms: Forms, budget: Budget) -> tuple[int, Form, Shown]:
    """Find the distance over all forms, the first form that has it, and a nearest hand."""
    best: tuple[int, Form, Shown] = (FAR, forms[0], ())
    for wanted in forms:
        if wanted is Form.STANDARD:
            distance, chosen = within(lambda _: nearest(task), states(task), budget)
            found: tuple[int, Form, Shown] = (distance, wanted, chosen)
        else:
            shown = np.zeros_like(task.held)
            code, ends = _CODES[wanted], orphans(hand.rules)
            distance = form(code, task, task.held, task.wilds, ends, shown)
            found = (distance, wanted, shown)
        if found[0] < best[0]:
            best = found
    distance, wanted, shown_so = best
    if distance < FAR and wanted is not Form.THIRTEEN_ORPHANS:
        best = (distance, wanted, _blocks(hand.rules, np.asarray(shown_so), wanted))
    return best


def _blocks(rules: Rules, chosen: Integers, wanted: Form) -> tuple[Block, ...]:
    kinds = rules.kinds
    if wanted is Form.SEVEN_PAIRS:
        return tuple(Block(PAIR, kinds[place]) for place in np.flatnonzero(chosen).tolist())
    sets: list[Block] = []
    pairs: list[Block] = []
    for kind, (triplets, runs, pair) in zip(kinds, chosen.tolist(), strict=True):
        if triplets:
            sets += [Block(Shape.TRIPLET, kind)] * triplets
        if runs:
            sets += [Block(Shape.RUN, kind)] * runs
        if pair:
            pairs.append(Block(PAIR, kind))
    return (*sets, *pairs)


def nearest_hand(hand: Hand, wanted: Form, shown: Shown) -> Nearest:
    """Say which tiles leave a hand and which come in.

    Wild tiles stand for those of which the fewest are left.
    """
    kinds = hand.rules.kinds
    blocks: tuple[Block, ...] = ()
    if isinstance(shown, tuple):
        blocks = shown
        counts = [0] * len(kinds)
        order = hand.rules.order
        for block in blocks:
            for tile in block.tiles:
                counts[order[tile]] += 1
    else:
        counts = shown.tolist()
    out: list[Tile] = []
    lacking: list[int] = []
    for place, (held, wants) in enumerate(zip(hand.counts, counts, strict=True)):
        if held > wants:
            out += [kinds[place]] * (held - wants)
        elif wants > held:
            lacking += [place] * (wants - held)
    wilds = hand.wilds
    if not wilds:
        return Nearest(wanted, blocks, tuple(out), tuple(kinds[place] for place in lacking))
    stand = _stand_ins(hand, lacking)
    out += [WILD] * (wilds - len(stand))
    drawn = lacking.copy()
    for place in stand:
        drawn.remove(place)
    return Nearest(
        wanted,
        blocks,
        tuple(out),
        tuple(kinds[place] for place in drawn),
        tuple(kinds[place] for place in stand),
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
    hand: Hand, task: Task, forms: Forms, budget: Budget
) -> tuple[tuple[Useful, ...], tuple[Discard, ...]]:
    """Find what is useful, and what is after each discard, over all forms."""
    rules = hand.rules
    discards = len(hand.tiles) >= hand.complete_size
    now, after_draw, after_discard, after_both = _around(hand, task, forms, budget, discards)
    left = hand.left
    known = [of[few] for of, few in zip(_useful(rules), left, strict=True)]
    useful = tuple(known[place] for place in np.flatnonzero(after_draw < now).tolist())
    if not discards:
        return useful, ()
    then: list[list[Useful]] = [[] for _ in range(len(left) + 1)]
    discarded, drawn = np.nonzero(after_both < after_discard[:, None])
    for gone, place in zip(discarded.tolist(), drawn.tolist(), strict=True):
        then[gone].append(known[place])
    distances = after_discard.tolist()
    order = rules.order
    found: list[Discard] = []
    for tile in dict.fromkeys(hand.tiles):
        place = order[tile]
        distance = distances[place]
        found.append(Discard(tile, None if distance >= FAR else distance, tuple(then[place])))
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
    reached = hand.sets <= SETS and len(hand.tiles) < MOST_TILES and not hand.visible
    look_up = reached and fits(rules)
    made = tables(rules) if look_up else _no_tables()
    # A pass over one group for the hand and each of its changes.
    kinds = max(rules.numbers, rules.honours)
    passes = 1 + kinds + (kinds * kinds if discards else 0)
    cost = len(task.held) if look_up else states(task) * passes
    suits = len(rules.suits)
    return within(
        lambda stop: around(task, discards, look_up, suits, *made, stop), cost, budget
    )
