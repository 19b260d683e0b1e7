"""The costs of every holding of one group, by table: for many hands at once.

A table has a row for each way to hold tiles of a group, its counts read as digits, with the least
cost of 0 to 4 sets without and with the pair. It is filled by walking the tree of holdings, the
last kind of tile first: what it costs to go on is worked out once for all that end alike.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.mahjong.blocks import Shape
from models.mahjong.distance import Form
from models.mahjong.rules import Rules
from solvers.compiling import compiled
from solvers.mahjong.dp.chain import choices, finish, place_of, sizes, step
from solvers.mahjong.dp.task import FAR, Integers, Task, shown

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
def fill(task: Task, base: int, most: int, rows: Rows) -> None:
    """Fill a table.

    Parameters
    ----------
    task
        The rules, of one group alone, with sets and a pair; its hand is not looked at.
    base
        One more than there are copies.
    most
        Tiles held at most.
    rows
        The table, all ``NEVER``; shape (base ** kinds, 2 × (sets + 1)).
    """
    kinds = len(task.held)
    size = sizes(task)
    costs = np.empty((kinds + 1, size.states), np.int16)
    finish(task, size, costs[kinds])
    may = choices(task, size)
    # The copies tried of each kind, -1 before the first; then, of this kind and those after it, the
    # tiles held and the row that this makes.
    digits = np.full(kinds, -1, np.int64)
    held, index = np.zeros(kinds + 1, np.int64), np.zeros(kinds + 1, np.int64)
    kind, worth = kinds - 1, 1
    while kind < kinds:
        if kind < 0:
            for sets in range(task.sets + 1):
                for pairs in range(task.pairs + 1):
                    # From where the others are already there.
                    there = place_of(size, 0, 0, task.pairs - pairs, 0) + task.sets - sets
                    cost = costs[0, there]
                    if cost < FAR:
                        rows[index[0], 2 * sets + pairs] = cost
            kind += 1
            worth //= base
            continue
        digits[kind] += 1
        copies = digits[kind]
        if copies == base or held[kind + 1] + copies > most:
            digits[kind] = -1
            kind += 1
            worth //= base
            continue
        step(task, size, 0, kind, copies, may, costs[kind + 1], costs[kind])
        held[kind] = held[kind + 1] + copies
        index[kind] = index[kind + 1] + copies * worth
        kind -= 1
        worth *= base


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
    of_hands = shown(rules, Form.STANDARD)
    base = copies + 1

    def table(kinds: int, runs: int) -> Rows:
        rows = np.full((base**kinds, WIDTH), NEVER, np.uint8)
        nothing = np.zeros(kinds, np.int64)
        task = Task(
            held=nothing,
            reach=nothing + copies,
            least=nothing,
            twin=nothing + 2,
            most=copies,
            starts=np.array([0, kinds]),
            runs=np.array([runs]),
            triplets=of_hands.triplets,
            most_runs=of_hands.most_runs,
            sets=SETS,
            pairs=1,
            wilds=0,
            forced=0,
            worst=FAR,
        )
        fill(task, base, MOST_TILES, rows)
        return rows

    return Tables(table(numbers, int(runs)), table(honours, 0), base)
