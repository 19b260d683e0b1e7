"""A position and an objective as the arrays of the sweep."""

from __future__ import annotations

from collections import Counter

import numpy as np

from models.rummikub.objective import Objective
from models.rummikub.position import Position
from models.rummikub.tiles import JOKER, Tile
from models.rummikub.worth import hand_worth
from solvers.rummikub.sweep.states import MOST_STATES, colour_states, count_states
from solvers.rummikub.sweep.words import Task

WORD_BITS = 64
"""Bits of the word that holds the states of all colours."""


def _movable(position: Position) -> Counter[Tile]:
    """Count the table tiles that a move may use: none while the initial meld is owed."""
    return position.table_counts if position.opened else Counter()


def most_copies(position: Position) -> int:
    """Return the most copies of one numbered tile in play, jokers standing in for it included."""
    hand, table = position.hand_counts, _movable(position)
    numbered = (hand[tile] + table[tile] for tile in (hand.keys() | table.keys()) - {JOKER})
    return max(numbered, default=0) + hand[JOKER] + table[JOKER]


def refusal(position: Position) -> str | None:
    """Say why the sweep can't take a position, or ``None`` if it can."""
    rules = position.rules
    jokers = position.hand_counts[JOKER] + _movable(position)[JOKER]
    if rules.max_jokers_in_set is not None and rules.max_jokers_in_set < jokers:
        return "sweep does not count jokers set by set, and max_jokers_in_set limits them"
    states = count_states(rules.min_set_size, most_copies(position))
    bits = max(1, (states - 1).bit_length()) * len(rules.colours)
    if states > MOST_STATES or bits > WORD_BITS:
        return f"sweep has no room for {len(rules.colours)} colours of {states} states each"
    return None


def make_task(position: Position, objective: Objective) -> Task:
    """Write a position as arrays; while the initial meld is owed, without the table."""
    rules = position.rules
    shape = (len(rules.colours), rules.numbers + 2)
    table, hand, worth = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    row = {colour: place for place, colour in enumerate(rules.colours)}
    on_table = _movable(position)
    worth_of = hand_worth(position, objective)
    for tile, count in on_table.items():
        if not tile.is_joker:
            table[row[tile.colour], tile.number] = count
    for tile, count in position.hand_counts.items():
        if not tile.is_joker:
            hand[row[tile.colour], tile.number] = count
            worth[row[tile.colour], tile.number] = worth_of[tile]
    joker_worth, hand_jokers = worth_of.get(JOKER, 0), position.hand_counts[JOKER]
    table_jokers = on_table[JOKER]
    # Playing a tile that makes the objective worse can be left undone: it bounds nothing.
    gains = np.maximum(worth, 0) * hand
    later = np.append(np.cumsum(gains.sum(axis=0)[::-1])[::-1][1:], 0)
    states = colour_states(rules.min_set_size, most_copies(position))
    return Task(
        table=table,
        hand=hand,
        worth=worth,
        rest=later + max(0, joker_worth) * hand_jokers,
        jokers=hand_jokers + table_jokers,
        table_jokers=table_jokers,
        joker_worth=joker_worth,
        points=0 if position.opened else rules.initial_meld_points,
        min_set_size=rules.min_set_size,
        bits=states.bits,
        due=states.due,
        long=states.long,
        after=states.after,
    )
