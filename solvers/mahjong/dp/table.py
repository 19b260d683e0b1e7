"""The costs of every holding of one group, by table: for many hands, and for many changes of one.

A table has a row for each way to hold tiles of a group, its counts read as digits, with the least
cost of 0 to 4 sets without and with the pair. It is filled by walking the tree of holdings, one
kind of tile a level: what a holding costs so far is worked out once for all that begin with it.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.mahjong.blocks import Shape
from models.mahjong.rules import Rules
from solvers.compiling import compiled
from solvers.mahjong.dp.chain import blank, step, traced
from solvers.mahjong.dp.task import FAR, Integers, Task, groups, most_runs

type Rows = NDArray[np.uint8]

SETS = 4
"""Sets that a table reaches to."""

MOST_TILES = 15
"""Tiles in one group that a table reaches to: a whole hand and one drawn."""

NEVER = 255
"""In a row: no complete hand has these sets and pairs in the group."""

WIDTH = 2 * (SETS + 1)

_MOST_ROWS = 2_000_000


class Tables(NamedTuple):
    """The tables of some rules.

    Attributes
    ----------
    suited, honours
        Of a suit, shape ((copies + 1) ** numbers, 10), and of the honours; column ``2 × sets +
        pairs``. All ``NEVER`` where there are more than 15 tiles.
    base
        Holdings are numbers to this base, the lowest kind first.
    """

    suited: Rows
    honours: Rows
    base: int


@compiled
def fill(task: Task, begins: Integers, base: int, rows: Rows) -> None:
    """Fill a table.

    Parameters
    ----------
    task
        The rules, with four sets and a pair; its hand is not looked at.
    begins
        Whether a run can start at each kind of the group, as a step takes it; shape (kinds,).
    base
        One more than there are copies.
    rows
        The table, all ``NEVER``; shape (base ** kinds, 10).
    """
    kinds = len(begins)
    width, _, two, one, more = blank(task).shape
    levels = np.full((kinds + 1, width, width, two, one, more), FAR, np.int16)
    levels[0, 0, 0, 0, 0, 0] = 0
    digits = np.full(kinds + 1, -1, np.int64)
    held, index = np.zeros(kinds + 1, np.int64), np.zeros(kinds + 1, np.int64)
    level = 0
    while level >= 0:
        if level == kinds:
            for sets in range(task.sets + 1):
                for pairs in range(task.pair + 1):
                    cost = levels[kinds, 0, 0, pairs, 0, sets]
                    if cost < FAR:
                        rows[index[kinds], 2 * sets + pairs] = cost
            level -= 1
            continue
        digits[level] += 1
        if digits[level] == base or held[level] + digits[level] > MOST_TILES:
            digits[level] = -1
            level -= 1
            continue
        step(task, levels[level], levels[level + 1], digits[level], task.most, begins[level])
        held[level + 1] = held[level] + digits[level]
        index[level + 1] = index[level] * base + digits[level]
        level += 1


@compiled
def row_of(held: Integers, start: int, end: int, base: int) -> int:
    """Return the row of a group's holding; -1 if there are too many tiles."""
    index, tiles = 0, 0
    for kind in range(start, end):
        index = index * base + held[kind]
        tiles += held[kind]
    return -1 if tiles > MOST_TILES else index


@compiled
def distances(
    hands: Integers,
    sets: Integers,
    pair: int,
    starts: Integers,
    suits: int,
    suited: Rows,
    honours: Rows,
    base: int,
    found: Integers,
) -> None:
    """Look up the distance of many hands.

    Parameters
    ----------
    hands
        Copies of each kind; shape (hands, kinds).
    sets
        Sets of a complete hand, at most four; shape (hands,).
    pair
        Whether it has a pair.
    starts, suits
        Where the groups start, the end last, and how many of them are suits.
    suited, honours, base
        The tables.
    found
        Takes the distances, ``FAR`` for none, -1 where a group has more tiles than the table;
        shape (hands,).
    """
    now, after = np.empty(WIDTH, np.int64), np.empty(WIDTH, np.int64)
    for hand in range(len(hands)):
        most = sets[hand]
        held = hands[hand]
        found[hand] = 0
        for group in range(len(starts) - 1):
            row = row_of(held, starts[group], starts[group + 1], base)
            if row < 0:
                found[hand] = -1
                break
            costs = suited[row] if group < suits else honours[row]
            if group == 0:
                for place in range(WIDTH):
                    now[place] = costs[place]
                continue
            after[:] = FAR
            for some in range(most + 1):
                for more in range(most - some + 1):
                    together = 2 * (some + more)
                    bare = now[2 * some] + costs[2 * more]
                    after[together] = min(after[together], bare)
                    if pair:
                        with_pair = min(
                            now[2 * some] + costs[2 * more + 1],
                            now[2 * some + 1] + costs[2 * more],
                        )
                        after[together + 1] = min(after[together + 1], with_pair)
            now, after = after, now
        if found[hand] == 0:
            least = now[2 * most + pair]
            found[hand] = FAR if least >= NEVER else least


@compiled
def nearest_by_table(
    task: Task, suits: int, suited: Rows, honours: Rows, base: int
) -> tuple[int, Integers]:
    """Find a nearest complete hand as :func:`solvers.mahjong.dp.chain.nearest` does, but faster.

    The tables say how sets and pair are best shared out among the groups; then each group that has
    some is looked at alone. The task has at most four sets, and nothing of it is beyond reach.
    """
    groups = len(task.runs)
    chosen = np.zeros((len(task.held), 3), np.int64)
    costs = np.full((groups, task.pair + 1, task.sets + 1), FAR, np.int64)
    before = np.full((groups + 1, task.pair + 1, task.sets + 1), FAR, np.int64)
    before[0, 0, 0] = 0
    for group in range(groups):
        rows = suited if group < suits else honours
        row = row_of(task.held, task.starts[group], task.starts[group + 1], base)
        for q in range(task.pair + 1):
            for t in range(task.sets + 1):
                cost = rows[row, 2 * t + q]
                if cost == NEVER:
                    continue
                costs[group, q, t] = cost
                for p in range(task.pair + 1 - q):
                    for s in range(task.sets + 1 - t):
                        new = before[group, p, s] + costs[group, q, t]
                        known = before[group + 1, p + q, s + t]
                        before[group + 1, p + q, s + t] = min(known, new)
    p, s = task.pair, task.sets
    least = before[groups, p, s]
    if least >= FAR:
        return FAR, chosen
    for group in range(groups - 1, -1, -1):
        best_q, best_t = 0, 0
        for q in range(p + 1):
            for t in range(s + 1):
                if before[group, p - q, s - t] + costs[group, q, t] == before[group + 1, p, s]:
                    best_q, best_t = q, t
        if best_q or best_t:
            alone = Task(
                task.held,
                task.reach,
                task.most,
                task.starts,
                task.runs,
                task.triplets,
                task.most_runs,
                best_t,
                best_q,
                0,
                0,
                costs[group, best_q, best_t],
            )
            traced(alone, group, group + 1, chosen)
        p -= best_q
        s -= best_t
    return max(0, least - task.wilds), chosen


_building = threading.Lock()


def fits(rules: Rules) -> bool:
    """Whether the tables of some rules are small enough to be made."""
    kinds = max(rules.numbers, rules.honours)
    return bool((rules.copies + 1) ** kinds <= _MOST_ROWS)


def tables(rules: Rules) -> Tables:
    """Return the tables of some rules, made when they are first asked for.

    Some 20 MB and half a second for the usual tiles; those of two kinds of rules are kept.
    """
    # Made once, by whoever comes first: what suits are called makes no difference.
    with _building:
        shapes = (Shape.TRIPLET in rules.shapes, Shape.RUN in rules.shapes)
        return _tables(rules.numbers, rules.honours, rules.copies, *shapes)


@lru_cache(maxsize=2)
def _tables(numbers: int, honours: int, copies: int, triplets: bool, runs: bool) -> Tables:
    shapes = tuple(
        shape for shape, counts in ((Shape.TRIPLET, triplets), (Shape.RUN, runs)) if counts
    )
    rules = Rules(numbers=numbers, honours=honours, copies=copies, shapes=shapes)
    nothing = np.zeros(0, np.int64)
    starts, has_runs = groups(rules)
    task = Task(
        nothing,
        nothing,
        copies,
        starts,
        has_runs,
        int(triplets),
        most_runs(rules),
        SETS,
        1,
        0,
        0,
        FAR,
    )
    base = copies + 1

    def table(kinds: int, begins: list[int]) -> Rows:
        rows = np.full((base**kinds, WIDTH), NEVER, np.uint8)
        fill(task, np.array(begins, np.int64), base, rows)
        return rows

    begins = [int(number + 2 < numbers) if runs else -1 for number in range(numbers)]
    return Tables(table(numbers, begins), table(honours, [-1] * honours), base)
