"""A board: where its holes are, which jumps they allow, and how it maps to itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import Any

type Cell = tuple[int, int]
"""A row and a column, both from 0."""

type Permutation = tuple[int, ...]
"""Where each hole goes, by the index of the hole."""

HOLE = "o"
"""A hole on a drawn board, and a peg in a drawn position."""
EMPTY = "."
"""A hole without a peg in a drawn position."""
GAP = " "
"""A place without a hole."""


class Directions(StrEnum):
    """The ways a peg may jump.

    ``orthogonal``: along rows and columns, four ways. ``triangular``: those and the diagonal
    (1, 1) with its opposite, six ways: the triangular lattice with its rows pushed to the left.
    """

    ORTHOGONAL = "orthogonal"
    TRIANGULAR = "triangular"

    @property
    def steps(self) -> tuple[Cell, ...]:
        """One step in each direction, as rows and columns."""
        four = ((-1, 0), (0, -1), (0, 1), (1, 0))
        return four if self is Directions.ORTHOGONAL else ((-1, -1), *four, (1, 1))


@dataclass(frozen=True, slots=True)
class Jump:
    """A peg jumps over a neighbour, which is removed, and lands behind it.

    Attributes
    ----------
    source, over, target
        The holes it leaves, passes and lands in, by their index.
    """

    source: int
    over: int
    target: int

    @property
    def taken(self) -> int:
        """The two holes that hold a peg before and none after, as a mask."""
        return 1 << self.source | 1 << self.over

    @property
    def landed(self) -> int:
        """The hole that holds a peg after and none before, as a mask."""
        return 1 << self.target

    @property
    def touched(self) -> int:
        """All three holes, as a mask."""
        return self.taken | self.landed

    def is_possible(self, pegs: int) -> bool:
        """Whether a position has the two pegs and the empty hole it needs."""
        return pegs & self.touched == self.taken


@dataclass(frozen=True)
class Board:
    """Holes on a lattice.

    A *position* is an int with bit *i* set where hole *i* holds a peg.

    Attributes
    ----------
    rows
        The board as text, a row each: ``o`` is a hole, a blank is none. No row ends in a blank.
    directions
        The ways a peg may jump.
    name
        The name, for a board that has one.
    """

    rows: tuple[str, ...]
    directions: Directions = Directions.ORTHOGONAL
    name: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields alone: what follows from them is worked out again."""
        return Board, (self.rows, self.directions, self.name)

    @cached_property
    def holes(self) -> tuple[Cell, ...]:
        """The holes in reading order; their places here are their indices."""
        return tuple(
            (r, c) for r, row in enumerate(self.rows) for c, mark in enumerate(row) if mark == HOLE
        )

    @cached_property
    def index(self) -> Mapping[Cell, int]:
        """The index of each hole."""
        return {cell: i for i, cell in enumerate(self.holes)}

    @property
    def size(self) -> int:
        """How many holes there are."""
        return len(self.holes)

    @property
    def full(self) -> int:
        """The position with a peg in every hole."""
        return (1 << self.size) - 1

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """Every jump the board has room for: by source, then in the order of the directions."""
        found = []
        for source, (r, c) in enumerate(self.holes):
            for dr, dc in self.directions.steps:
                over = self.index.get((r + dr, c + dc))
                target = self.index.get((r + 2 * dr, c + 2 * dc))
                if over is not None and target is not None:
                    found.append(Jump(source, over, target))
        return tuple(found)

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Every way the lattice maps the board to itself, the identity first.

        The linear maps are those that permute the directions, 8 or 12 of them; a shift then brings
        the first hole back in place. They take jumps to jumps. Two that move the holes alike, as
        on a board of one row, are one.
        """
        steps = set(self.directions.steps)
        found: dict[Permutation, None] = {tuple(range(self.size)): None}
        for a, b, c, d in product((-1, 0, 1), repeat=4):

            def turned(cell: Cell, m: tuple[int, ...] = (a, b, c, d)) -> Cell:
                return m[0] * cell[0] + m[1] * cell[1], m[2] * cell[0] + m[3] * cell[1]

            if {turned(step) for step in steps} != steps:
                continue
            images = [turned(cell) for cell in self.holes]
            if not images:
                continue
            # Shifts keep the order of reading, so the first hole of both must meet.
            first = min(images)
            dr, dc = self.holes[0][0] - first[0], self.holes[0][1] - first[1]
            places = [self.index.get((r + dr, c + dc)) for r, c in images]
            if None not in places:
                found[tuple(place for place in places if place is not None)] = None
        return tuple(found)

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the position with pegs in these holes.

        Raises
        ------
        KeyError
            If one of them is no hole.
        """
        pegs = 0
        for cell in cells:
            pegs |= 1 << self.index[cell]
        return pegs

    def cells(self, pegs: int) -> tuple[Cell, ...]:
        """Return the holes that hold a peg, in reading order."""
        return tuple(self.holes[i] for i in bits(pegs))

    def draw(self, pegs: int) -> tuple[str, ...]:
        """Draw a position, a row each: ``o`` is a peg, ``.`` an empty hole, a blank no hole."""
        return tuple(
            "".join(
                mark if mark != HOLE else HOLE if pegs >> self.index[r, c] & 1 else EMPTY
                for c, mark in enumerate(row)
            )
            for r, row in enumerate(self.rows)
        )

    def is_stuck(self, pegs: int) -> bool:
        """Whether a position has no jump left."""
        return not any(jump.is_possible(pegs) for jump in self.jumps)


def bits(mask: int) -> Iterator[int]:
    """Name the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def moved(mask: int, permutation: Permutation) -> int:
    """Return where a permutation takes a position."""
    return sum(1 << permutation[i] for i in bits(mask))
