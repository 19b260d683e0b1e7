"""What has been done to the board since the turn began."""

from __future__ import annotations

from dataclasses import dataclass

from models.rummikub.board.chains import Parts
from models.rummikub.board.place import Place
from models.rummikub.tiles import Tile


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that was done: a tile was put down, taken off, or moved, which is both.

    Attributes
    ----------
    tile
        The tile.
    source
        Where it was taken off, if it was.
    target
        Where it was put down, if it was.
    """

    tile: Tile
    source: Place | None
    target: Place | None


class Turn:
    """What is known of a turn; noting what is done takes a fixed number of steps.

    Attributes
    ----------
    actions
        What was done, the latest last.
    before
        What lay, when the turn began, at each place that is different now.
    balance
        How many more of each tile lie on the board than when the turn began (fewer, if below
        0); tiles of which there are as many are left out.
    """

    def __init__(self, parts: Parts) -> None:
        self.actions: list[Action] = []
        self.before: dict[Place, Tile | None] = parts.map()
        self.balance: dict[Tile, int] = parts.map()

    def put(self, place: Place, tile: Tile) -> None:
        """Note that a tile was put on an empty place."""
        self._note(place, None, tile)
        self._add(tile, 1)

    def take(self, place: Place, tile: Tile) -> None:
        """Note that a tile was taken off a place."""
        self._note(place, tile, None)
        self._add(tile, -1)

    def _note(self, place: Place, old: Tile | None, new: Tile | None) -> None:
        if place not in self.before:
            self.before[place] = old
        elif self.before[place] == new:
            # It is as it was: also when what was done is undone.
            del self.before[place]

    def _add(self, tile: Tile, change: int) -> None:
        count = self.balance.get(tile, 0) + change
        if count:
            self.balance[tile] = count
        else:
            del self.balance[tile]
