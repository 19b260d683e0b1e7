"""From the best end of a sweep back to a move."""

from __future__ import annotations

from collections import defaultdict

from models.rummikub.meld import Meld, MeldKind
from models.rummikub.move import Move, table_in_order
from models.rummikub.position import Position
from models.rummikub.tiles import JOKER, Tile
from solvers.rummikub.sweep.words import FIELD_BITS, FIELD_MASK, Integers, Task


def trace(position: Position, task: Task, pool: Integers, end: int) -> Move:
    """Rebuild the move whose last state is ``pool[end]``."""
    # Only here, so that what never sweeps need not wait for Numba.
    from solvers.rummikub.sweep.placing import choices_to, placed  # noqa: PLC0415

    rules = position.rules
    choices = choices_to(task, pool, end)
    rows, runs = placed(task, choices)
    tiles: defaultdict[int, list[Tile]] = defaultdict(list)
    jokers: defaultdict[int, list[int]] = defaultdict(list)
    for which, colour, number, joker in rows.tolist():
        if joker:
            jokers[which].append(len(tiles[which]))
        tiles[which].append(rules.tiles[colour * rules.numbers + number - 1])
    melds = [
        Meld(
            MeldKind.RUN if which < runs else MeldKind.GROUP,
            tuple(shown),
            tuple(jokers[which]) if which in jokers else (),
        )
        for which, shown in tiles.items()
    ]
    played = _played(position, task, choices)
    table = table_in_order(position, melds)
    if position.opened:
        return Move(played, table)
    return Move(played, (*position.table, *table), position.table_tiles)


def _played(position: Position, task: Task, choices: Integers) -> tuple[Tile, ...]:
    """Return what is laid beyond the table's tiles, in canonical order."""
    rules = position.rules
    real = (choices.T >> FIELD_BITS) & FIELD_MASK
    from_hand = (real - task.table[:, 1:-1]).ravel().tolist()
    played = [
        tile for tile, count in zip(rules.tiles, from_hand, strict=True) for _ in range(count)
    ]
    jokers = int((choices & FIELD_MASK).sum()) - task.table_jokers
    return (*played, *([JOKER] * jokers))
