"""States of the search: the tiles in play, cut into collections."""

from __future__ import annotations

from collections import Counter

from models.rummikub.move import Move, stay, table_in_order
from models.rummikub.position import Position
from models.rummikub.tiles import Tile
from solvers.rummikub.best_first.collection import Collections

type State = tuple[int, ...]
"""The numbers of a state's collections, ascending: the same collections are the same state."""


class Space:
    """The states of one position.

    While the initial meld is owed, only the hand is in play.

    Attributes
    ----------
    collections
        What states are made of.
    hand
        How often each tile, as a place in ``Rules.order``, is in the hand.
    hand_size
        How many tiles that are.
    start
        The table as it lies, and each tile of the hand for itself.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        order = position.rules.order
        self._kinds: tuple[Tile, ...] = tuple(order)
        self.collections = Collections(position.rules)
        self.hand = {order[tile]: count for tile, count in position.hand_counts.items()}
        self.hand_size = len(position.hand)
        laid = [[order[t] for t in meld.tiles] for meld in position.table if position.opened]
        cut = [tuple(sorted(tiles)) for tiles in laid] + [(order[t],) for t in position.hand]
        # Numbered in an order of their own, so that how the table was written decides nothing.
        numbers = [self.collections.number(tiles) for tiles in sorted(cut)]
        self.start: State = tuple(sorted(n for n in numbers if n is not None))

    def left(self, state: State) -> Counter[int]:
        """Count the tiles of a state that are in no legal set."""
        collections = self.collections
        return Counter(t for n in state if not collections.legal[n] for t in collections.tiles[n])

    def is_valid(self, state: State) -> bool:
        """Whether the tiles in no legal set can all go back to the hand.

        While the initial meld is owed, the sets must also be worth the points, if there are any.
        """
        if any(count > self.hand.get(tile, 0) for tile, count in self.left(state).items()):
            return False
        if self._position.opened:
            return True
        legal = [number for number in state if self.collections.legal[number]]
        points = sum(self.collections.best_reading(number).value for number in legal)
        return not legal or points >= self._position.rules.initial_meld_points

    def move(self, state: State) -> Move:
        """Read a valid state as a move."""
        position = self._position
        left = Counter({self._kinds[tile]: count for tile, count in self.left(state).items()})
        played = position.rules.in_order((position.hand_counts - left).elements())
        if not played:
            return stay(position)
        melds = [self.collections.best_reading(n) for n in state if self.collections.legal[n]]
        if position.opened:
            return Move(played, table_in_order(position, melds))
        table = table_in_order(position, (*position.table, *melds))
        return Move(played, table, position.table_tiles)
