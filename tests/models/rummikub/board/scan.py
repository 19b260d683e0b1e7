"""Boards written as text, and what a board should know, worked out from its grid alone."""

from collections.abc import Mapping

from models.defects import Defects
from models.rummikub.board import Board, Place
from models.rummikub.board.chains import Parts, along
from models.rummikub.board.turn import Turn
from models.rummikub.notation import read_tiles
from models.rummikub.rules import PRESETS
from models.rummikub.tiles import Tile

STANDARD = PRESETS["standard"]

type Grid = Mapping[Place, Tile]


def tiles(text: str) -> tuple[Tile, ...]:
    return read_tiles(text, STANDARD, (), Defects())


def one(text: str) -> Tile:
    (tile,) = tiles(text)
    return tile


def lay(board: Board, row: int, column: int, text: str) -> None:
    for step, tile in enumerate(tiles(text)):
        board.put((row, column + step), tile)


def board_with(*sets: str) -> Board:
    """A board of 14 columns with a set in each row, from column 2 on, none of which is new."""
    board = Board(STANDARD, len(sets) + 2, 14)
    for row, text in enumerate(sets):
        lay(board, row, 2, text)
    # They may be sets that could not be confirmed.
    board._turn = Turn(Parts())
    return board


def scan(grid: Grid, rows: int, columns: int) -> dict[Place, tuple[Tile, ...]]:
    """The sets of a grid by the place of their first tile, found by looking at every place."""
    found: dict[Place, tuple[Tile, ...]] = {}
    for row in range(rows):
        first = None
        for column in range(columns):
            at = Place(row, column)
            if at not in grid:
                first = None
            else:
                first = first or at
                found[first] = (*found.get(first, ()), grid[at])
    return found


def assert_maps_are(board: Board, grid: Grid) -> None:
    """The maps of a board, and the links of its tiles, hold what a scan of the grid finds."""
    chains = board._chains
    sets = scan(grid, board.rows, board.columns)
    assert {place: link.tile for place, link in chains.links.items()} == dict(grid)
    laid = {}
    for key, ends in chains.ends.items():
        forwards = list(along(ends))
        assert forwards[-1] is ends.last
        backwards = [ends.last]
        while (left := backwards[-1].left) is not None:
            backwards.append(left)
        assert backwards[::-1] == forwards
        assert all(chains.links[link.place] is link for link in forwards)
        first = ends.first.place
        laid[first] = tuple(link.tile for link in forwards)
        places = [Place(first.row, first.column + step) for step in range(len(forwards))]
        assert [link.place for link in forwards] == places
        assert {chains.edges[places[0]], chains.edges[places[-1]]} == {key}
    assert laid == sets
    edges = {
        p
        for first, s in sets.items()
        for p in (first, first._replace(column=first.column + len(s) - 1))
    }
    assert set(chains.edges) == edges
    assert board.placed_sets() == sets
    assert list(board.placed_sets()) == sorted(sets)
    assert {tile: n for tile, n in board._counts.items() if n} == _count(grid)


def _count(grid: Grid) -> dict[Tile, int]:
    counts: dict[Tile, int] = {}
    for tile in grid.values():
        counts[tile] = counts.get(tile, 0) + 1
    return counts
