"""A move: which tiles leave the hand, and how the whole table lies afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from models.rummikub.meld import Meld, MeldKind
from models.rummikub.position import Position
from models.rummikub.tiles import Tile


@dataclass(frozen=True, slots=True)
class Move:
    """What a player does in one turn.

    Attributes
    ----------
    played
        The tiles that leave the hand, in canonical order.
    table
        Every set on the table afterwards.
    untouched
        Table tiles left as they lie when nobody knows how they lie: those of
        ``Position.table_tiles`` while the initial meld is still owed.
    """

    played: tuple[Tile, ...]
    table: tuple[Meld, ...]
    untouched: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A set on the new table, and where its tiles come from.

    Attributes
    ----------
    meld
        The set.
    from_hand
        The places in ``meld.tiles`` that a tile from the hand takes.
    kept
        Whether it is a set of the old table, left as it was.
    """

    meld: Meld
    from_hand: tuple[int, ...]
    kept: bool


def stay(position: Position) -> Move:
    """Return the move that plays nothing and leaves the table as it lies."""
    return Move((), position.table, position.table_tiles)


def lay_out(position: Position, move: Move) -> tuple[LaidMeld, ...]:
    """Say of each set on the new table whether it was kept, and which tiles came from the hand.

    Equal tiles can't be told apart, so which of two came from the hand is a choice: sets of the old
    table keep their tiles, then the sets that the hand can fill best take from it first.

    Returns
    -------
    tuple[LaidMeld, ...]
        Kept sets first, in the order of the old table, then the others as the move lists them.
    """
    new = Counter(meld.key for meld in move.table)
    kept: list[LaidMeld] = []
    for meld in position.table:
        if new[meld.key]:
            new[meld.key] -= 1
            kept.append(LaidMeld(meld, (), kept=True))
    fresh: list[Meld] = []
    for meld in reversed(move.table):
        if new[meld.key]:
            new[meld.key] -= 1
            fresh.append(meld)
    fresh.reverse()
    hand = Counter(move.played)
    origin: dict[int, tuple[int, ...]] = {}
    by_need = sorted(range(len(fresh)), key=lambda i: (len(fresh[i]) - _shared(fresh[i], hand), i))
    for index in by_need:
        taken = []
        for place, tile in enumerate(fresh[index].tiles):
            if hand[tile]:
                hand[tile] -= 1
                taken.append(place)
        origin[index] = tuple(taken)
    return (*kept, *(LaidMeld(meld, origin[i], kept=False) for i, meld in enumerate(fresh)))


def hand_left(position: Position, move: Move) -> tuple[Tile, ...]:
    """Return the tiles still in the hand after a move, in canonical order."""
    return position.rules.in_order((position.hand_counts - Counter(move.played)).elements())


def _shared(meld: Meld, hand: Counter[Tile]) -> int:
    return sum((Counter(meld.tiles) & hand).values())


def table_in_order(position: Position, melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Put the sets of a table in canonical order: runs first, by colour and number."""
    order = position.rules.order
    return tuple(
        sorted(
            melds,
            key=lambda meld: (
                meld.kind is not MeldKind.RUN,
                order[meld.stands_for[0]],
                meld.stands_for,
                meld.joker_places,
            ),
        )
    )
