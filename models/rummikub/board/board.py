"""The table as a grid of places that tiles are put on and taken off, and what that makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.defects import Defect, Defects
from models.rummikub.board.chains import Chains, Effect, Ends, Parts, along
from models.rummikub.board.confirming import Outcome, check_turn, read_sets, touched_sets
from models.rummikub.board.errors import BoardError, EmptyError, OccupiedError, OutsideError
from models.rummikub.board.layout import first_fit
from models.rummikub.board.place import Place
from models.rummikub.board.turn import Action, Turn
from models.rummikub.position import Position
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile

ROWS, COLUMNS = 8, 29
"""The size of a board unless another is asked for: every table of the boxed game fits."""


class Board:
    """A board, and the turn that is being played on it.

    Tiles side by side in a row are a set, legal or not, until the turn is confirmed. Putting down a
    tile, and taking one off the edge of a set, takes a fixed number of steps; docs/board.md says
    how, and what the rest costs.

    Parameters
    ----------
    rules
        The rules.
    rows, columns
        The size.
    parts
        What the board is made of: others than the plain ones count steps.

    Raises
    ------
    BoardError
        If the board has no place.
    """

    def __init__(
        self, rules: Rules, rows: int = ROWS, columns: int = COLUMNS, parts: Parts | None = None
    ) -> None:
        if rows < 1 or columns < 1:
            raise BoardError(f"{rows} rows of {columns} places: a board has at least one of each")
        self.rules = rules
        self.rows = rows
        self.columns = columns
        self._parts = parts or Parts()
        self._chains = Chains(self._parts)
        self._counts: dict[Tile, int] = self._parts.map()
        self._turn = Turn(self._parts)

    @classmethod
    def from_sets(
        cls,
        sets: Iterable[Sequence[Tile]],
        rules: Rules,
        rows: int = ROWS,
        columns: int = COLUMNS,
        parts: Parts | None = None,
    ) -> Board:
        """Lay out sets, each in the first row with room for it, and begin a turn.

        Parameters
        ----------
        sets
            The tiles of each set, legal or not: only what a turn touches is checked.
        rules, rows, columns, parts
            As for the board.

        Raises
        ------
        NoRoomError
            If a set does not fit; it names the first such set.
        BoardError
            If a set has no tiles, or the board has no place.
        """
        board = cls(rules, rows, columns, parts)
        listed = [tuple(tiles) for tiles in sets]
        places = first_fit([len(tiles) for tiles in listed], rows, columns)
        for first, tiles in zip(places, listed, strict=True):
            for step, tile in enumerate(tiles):
                board.put((first.row, first.column + step), tile)
        board._turn = Turn(board._parts)
        return board

    @classmethod
    def from_position(
        cls,
        position: Position,
        rows: int = ROWS,
        columns: int = COLUMNS,
        parts: Parts | None = None,
    ) -> Board:
        """Lay out the table of a position; see :meth:`from_sets`.

        Raises
        ------
        NoRoomError
            If a set does not fit.
        BoardError
            If the table is known only as tiles.
        """
        if position.table_tiles:
            raise BoardError("the table is known only as tiles: give it as sets to lay it out")
        sets = (meld.tiles for meld in position.table)
        return cls.from_sets(sets, position.rules, rows, columns, parts)

    def put(self, place: tuple[int, int], tile: Tile) -> Effect:
        """Put a tile on an empty place.

        Parameters
        ----------
        place
            Row and column, each counted from 0.
        tile
            The tile. Where it comes from is asked when the turn is confirmed.

        Returns
        -------
        Effect
            Which of the four cases it was.

        Raises
        ------
        OutsideError, OccupiedError
            If there is no such place, or a tile lies there.
        """
        at = self._empty(place)
        effect = self._lay(at, tile)
        self._turn.actions.append(Action(tile, None, at))
        return effect

    def take(self, place: tuple[int, int]) -> Tile:
        """Take the tile off a place.

        Raises
        ------
        OutsideError, EmptyError
            If there is no such place, or no tile lies there.
        """
        at = self._occupied(place)
        tile = self._lift(at)
        self._turn.actions.append(Action(tile, at, None))
        return tile

    def move(self, source: tuple[int, int], target: tuple[int, int]) -> Effect:
        """Take a tile off a place and put it on another: one action, undone as one.

        Returns
        -------
        Effect
            What putting it down did.

        Raises
        ------
        OutsideError, EmptyError, OccupiedError
            If there are no such places, no tile lies at the first, or one lies at the other.
        """
        origin = self._occupied(source)
        # A tile may be put back where it was.
        goal = origin if tuple(target) == origin else self._empty(target)
        tile = self._lift(origin)
        effect = self._lay(goal, tile)
        self._turn.actions.append(Action(tile, origin, goal))
        return effect

    def undo(self) -> Action | None:
        """Undo what was done last in this turn, and return it; ``None`` if nothing is left."""
        if not self._turn.actions:
            return None
        action = self._turn.actions.pop()
        if action.target is not None:
            self._lift(action.target)
        if action.source is not None:
            self._lay(action.source, action.tile)
        return action

    def undo_all(self) -> int:
        """Undo the whole turn, and return how many actions that were."""
        count = len(self._turn.actions)
        while self.undo() is not None:
            pass
        return count

    def check(
        self, hand: Sequence[Tile] | None = None, *, opened: bool = True
    ) -> tuple[Defect, ...]:
        """Name everything that keeps the turn from being confirmed; only touched sets are read.

        Parameters
        ----------
        hand
            The hand when the turn began. ``None``: it is not known, and what is new on the board is
            taken to come from it.
        opened
            Whether the player had laid the initial meld when the turn began.

        Returns
        -------
        tuple[Defect, ...]
            Every violation, with a pointer ``/board/row/column`` to the first tile of a set; empty
            if there is none.
        """
        changed = sorted(self._turn.before)
        outcome = Outcome(
            old=touched_sets(changed, self._tile_before),
            new=touched_sets(changed, self._tile),
            balance=self._turn.balance,
            counts=self._counts,
        )
        return check_turn(outcome, self.rules, hand, opened=opened)

    def confirm(
        self, hand: Sequence[Tile] | None = None, *, opened: bool = True
    ) -> tuple[Defect, ...]:
        """End the turn and begin the next one, unless something is wrong; see :meth:`check`.

        Returns
        -------
        tuple[Defect, ...]
            Every violation. If there is one, the turn goes on as if nothing had been asked.
        """
        defects = self.check(hand, opened=opened)
        if not defects:
            self._turn = Turn(self._parts)
        return defects

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was done in this turn and not undone, the latest last."""
        return tuple(self._turn.actions)

    @property
    def played(self) -> tuple[Tile, ...]:
        """Tiles of which more lie on the board than when the turn began: those of the hand."""
        return tuple(t for t, n in sorted(self._turn.balance.items()) for _ in range(n))

    @property
    def missing(self) -> tuple[Tile, ...]:
        """Tiles of which fewer lie on the board than when the turn began: they must go back."""
        return tuple(t for t, n in sorted(self._turn.balance.items()) for _ in range(-n))

    def tile(self, place: tuple[int, int]) -> Tile | None:
        """Return the tile at a place, ``None`` if it is empty.

        Raises
        ------
        OutsideError
            If there is no such place.
        """
        return self._tile(self._inside(place))

    def set_at(self, place: tuple[int, int]) -> tuple[Tile, ...]:
        """Return the set that the tile at a place belongs to.

        Raises
        ------
        OutsideError, EmptyError
            If there is no such place, or no tile lies there.
        """
        return _tiles(self._chains.ends_at(self._occupied(place)))

    def placed_sets(self) -> dict[Place, tuple[Tile, ...]]:
        """Return every set, legal or not, by the place of its first tile, in reading order."""
        ends = sorted(self._chains.ends.values(), key=lambda ends: ends.first.place)
        return {one.first.place: _tiles(one) for one in ends}

    def sets(self) -> tuple[tuple[Tile, ...], ...]:
        """Return every set, legal or not, in reading order."""
        return tuple(self.placed_sets().values())

    def position(self, hand: Sequence[Tile] = (), *, opened: bool = True) -> Position:
        """Return the position of a player who has this board before him.

        Raises
        ------
        InvalidInputError
            With everything that is wrong: sets that are not legal, or too many of a tile.
        """
        defects = Defects()
        melds = read_sets(self.placed_sets(), self.rules, defects)
        defects.raise_if_any()
        return Position(self.rules, tuple(hand), melds, opened=opened)

    def __str__(self) -> str:
        width = max((len(str(tile)) for tile, n in self._counts.items() if n), default=1)
        return "\n".join(
            " ".join(
                str(self._tile(Place(row, column)) or "·").ljust(width)
                for column in range(self.columns)
            ).rstrip()
            for row in range(self.rows)
        )

    def _lay(self, place: Place, tile: Tile) -> Effect:
        effect = self._chains.put(place, tile)
        self._turn.put(place, tile)
        self._counts[tile] = self._counts.get(tile, 0) + 1
        return effect

    def _lift(self, place: Place) -> Tile:
        tile = self._chains.links[place].tile
        self._chains.take(place)
        self._turn.take(place, tile)
        self._counts[tile] -= 1
        return tile

    def _tile(self, place: Place) -> Tile | None:
        link = self._chains.links.get(place)
        return None if link is None else link.tile

    def _tile_before(self, place: Place) -> Tile | None:
        """Return the tile that lay at a place when the turn began."""
        before = self._turn.before
        return before[place] if place in before else self._tile(place)

    def _inside(self, place: tuple[int, int]) -> Place:
        at = Place(*place)
        if not (0 <= at.row < self.rows and 0 <= at.column < self.columns):
            raise OutsideError(at, self.rows, self.columns)
        return at

    def _empty(self, place: tuple[int, int]) -> Place:
        at = self._inside(place)
        tile = self._tile(at)
        if tile is not None:
            raise OccupiedError(at, tile)
        return at

    def _occupied(self, place: tuple[int, int]) -> Place:
        at = self._inside(place)
        if at not in self._chains.links:
            raise EmptyError(at)
        return at


def _tiles(ends: Ends) -> tuple[Tile, ...]:
    return tuple(link.tile for link in along(ends))
