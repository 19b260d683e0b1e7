"""From the best end of a sweep back to a move: which copies went where, number by number."""

from __future__ import annotations

from collections import Counter
from itertools import cycle, islice

from models.rummikub.meld import Meld, MeldKind
from models.rummikub.move import Move, table_in_order
from models.rummikub.position import Position
from models.rummikub.tiles import JOKER, Tile
from solvers.rummikub.sweep.words import CHOICE, FIELD_BITS, FIELD_MASK, PARENT, Integers

type _Copy = tuple[Tile, bool]
"""A copy of a tile in a set, with whether a joker takes its place."""


def trace(position: Position, pool: Integers, end: int) -> Move:
    """Rebuild the move whose last state is ``pool[end]``."""
    choices = iter(_choices(pool, end))
    rules = position.rules
    on_table = position.table_counts if position.opened else Counter[Tile]()
    built = {colour: _Runs(rules.min_set_size) for colour in rules.colours}
    melds: list[Meld] = []
    played: list[Tile] = []
    jokers = 0
    for number in range(1, rules.numbers + 1):
        grouped: list[_Copy] = []
        for colour, runs in built.items():
            choice = next(choices)
            if not choice:
                if runs.open:
                    melds += runs.stop()
                continue
            spent, real, in_groups, extended, begun = _fields(choice)
            tile = Tile(colour, number)
            if real > on_table[tile]:
                played += [tile] * (real - on_table[tile])
            jokers += spent
            copies = [(tile, False)] * real
            if spent:
                copies = [(tile, True)] * spent + copies
            grouped += copies[:in_groups]
            melds += runs.grow(copies[in_groups:], extended, begun)
        if grouped:
            melds += _groups(grouped)
    for runs in built.values():
        melds += runs.stop()
    played += [JOKER] * (jokers - on_table[JOKER])
    table = table_in_order(position, melds)
    if position.opened:
        return Move(rules.in_order(played), table)
    return Move(rules.in_order(played), (*position.table, *table), position.table_tiles)


def _choices(pool: Integers, end: int) -> list[int]:
    """Follow the parents back to the start; return the choices from there."""
    path = []
    while end > 0:
        path.append(end)
        end = int(pool[end, PARENT])
    choices: list[int] = pool[path[::-1], CHOICE].tolist()
    return choices


class _Runs:
    """The open runs of one colour."""

    __slots__ = ("_min", "open")

    def __init__(self, min_set_size: int) -> None:
        self._min = min_set_size
        self.open: list[list[_Copy]] = []

    def grow(self, copies: list[_Copy], extended: int, begun: int) -> list[Meld]:
        """Give each due run a copy, then ``extended`` long ones, then begin ``begun`` new ones.

        Returns the long runs that stop here.
        """
        if not self.open:
            self.open = [[copy] for copy in copies]
            return []
        due: list[list[_Copy]] = []
        long: list[list[_Copy]] = []
        for run in self.open:
            (due if len(run) < self._min else long).append(run)
        self.open = [*due, *long[:extended], *([] for _ in range(begun))]
        for run, copy in zip(self.open, copies, strict=True):
            run.append(copy)
        return [_meld(MeldKind.RUN, run) for run in long[extended:]]

    def stop(self) -> list[Meld]:
        """Return the open runs, all of them long, as sets."""
        runs, self.open = self.open, []
        return [_meld(MeldKind.RUN, run) for run in runs]


def _groups(copies: list[_Copy]) -> list[Meld]:
    """Deal copies, colour by colour, to as few groups as hold no colour twice."""
    tiles = [tile for tile, _ in copies]
    groups: list[list[_Copy]] = [[] for _ in range(max(tiles.count(tile) for tile in set(tiles)))]
    for group, copy in zip(islice(cycle(groups), len(copies)), copies, strict=True):
        group.append(copy)
    return [_meld(MeldKind.GROUP, group) for group in groups]


def _meld(kind: MeldKind, copies: list[_Copy]) -> Meld:
    places = tuple([place for place, (_, joker) in enumerate(copies) if joker])
    return Meld(kind, tuple([tile for tile, _ in copies]), places)


def _fields(choice: int) -> tuple[int, int, int, int, int]:
    return (
        choice & FIELD_MASK,
        (choice >> FIELD_BITS) & FIELD_MASK,
        (choice >> (2 * FIELD_BITS)) & FIELD_MASK,
        (choice >> (3 * FIELD_BITS)) & FIELD_MASK,
        choice >> (4 * FIELD_BITS),
    )
