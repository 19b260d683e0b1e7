"""The six heuristics: how far a state is from one in which every tile is in a legal set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from solvers.rummikub.best_first.collection import Collections
from solvers.rummikub.best_first.moves import Change
from solvers.rummikub.best_first.state import Space, State


class Heuristic(StrEnum):
    """What is counted; 0 is best.

    ``IC``: tiles in illegal collections. ``ICC``: illegal collections. ``DTL``: the fewest tiles
    missing to make all collections legal. ``ICOB``, ``ICCOB``, ``DTLOB``: the same on the board
    alone, that is, without the illegal collections that the hand explains: those made of tiles
    that the hand holds, going through them from the smallest on while the hand lasts.
    """

    IC = "IC"
    ICC = "ICC"
    DTL = "DTL"
    ICOB = "ICOB"
    ICCOB = "ICCOB"
    DTLOB = "DTLOB"


class Measure(Protocol):
    """A heuristic, for the states of one space."""

    def of(self, state: State) -> int:
        """Return the value of a state."""
        ...

    def after(self, value: int, change: Change, state: State) -> int:
        """Return the value of a state that came by a change from one of the given value."""
        ...


def measure(heuristic: Heuristic, space: Space) -> Measure:
    """Prepare a heuristic for a space."""
    cost = _COST[heuristic](space.collections)
    if heuristic in _ON_BOARD:
        return _OnBoard(space, cost)
    return _WholeState(cost)


class _WholeState:
    """A sum over the collections: a move changes it by what goes and what comes."""

    def __init__(self, cost: Sequence[int]) -> None:
        self._cost = cost

    def of(self, state: State) -> int:
        return sum(self._cost[number] for number in state)

    def after(self, value: int, change: Change, state: State) -> int:
        del state
        cost = self._cost
        for number in change[0]:
            value -= cost[number]
        for number in change[1]:
            value += cost[number]
        return value


class _OnBoard:
    """A sum over the illegal collections that the hand does not explain."""

    def __init__(self, space: Space, cost: Sequence[int]) -> None:
        self._cost = cost
        self._hand = space.hand
        self._legal = space.collections.legal
        self._tiles = space.collections.tiles
        self._order = space.collections.order

    def of(self, state: State) -> int:
        value = 0
        hand = dict(self._hand)
        illegal = [number for number in state if not self._legal[number]]
        illegal.sort(key=self._order.__getitem__)
        for number in illegal:
            tiles = self._tiles[number]
            # An illegal collection holds a tile twice only if it is a joker.
            if all(hand.get(tile, 0) >= tiles.count(tile) for tile in tiles):
                for tile in tiles:
                    hand[tile] -= 1
            else:
                value += self._cost[number]
        return value

    def after(self, value: int, change: Change, state: State) -> int:
        # What the hand explains here it may no longer explain there: nothing can be carried over.
        del value, change
        return self.of(state)


_ON_BOARD = frozenset({Heuristic.ICOB, Heuristic.ICCOB, Heuristic.DTLOB})

_COST: Mapping[Heuristic, Callable[[Collections], Sequence[int]]] = {
    Heuristic.IC: lambda collections: collections.illegal_tiles,
    Heuristic.ICC: lambda collections: collections.illegal,
    Heuristic.DTL: lambda collections: collections.missing,
    Heuristic.ICOB: lambda collections: collections.illegal_tiles,
    Heuristic.ICCOB: lambda collections: collections.illegal,
    Heuristic.DTLOB: lambda collections: collections.missing,
}
