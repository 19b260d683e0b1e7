"""Whatever is done to a board, in any order, it knows what a scan of its grid would find."""

from collections import Counter, defaultdict

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from models.rummikub.board import Board, Place
from models.rummikub.check import check_change
from models.rummikub.legality import read_meld
from models.rummikub.meld import Meld
from models.rummikub.rules import Rules
from models.rummikub.tiles import JOKER, Tile
from tests.models.rummikub.board.scan import assert_maps_are, scan

ROWS, COLUMNS = 3, 7
# So few tiles and so small sets that turns are often legal, and as often not by a little.
RULES = Rules(
    colours=("R", "B", "O"), numbers=5, copies=2, jokers=2, min_set_size=2, initial_meld_points=6
)
TILES = (*RULES.tiles, JOKER)

places = st.builds(Place, st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1))
some_tiles = st.sampled_from(TILES)


class BoardMachine(RuleBasedStateMachine):
    """Plays on a board, and on a plain grid beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.board = Board(RULES, ROWS, COLUMNS)
        self.grid: dict[Place, Tile] = {}
        self.snapshots: list[dict[Place, Tile]] = []
        self.began: dict[Place, Tile] = {}

    def _remember(self) -> None:
        self.snapshots.append(dict(self.grid))

    def _put(self, place: Place, tile: Tile) -> None:
        self._remember()
        self.board.put(place, tile)
        self.grid[place] = tile

    @initialize(sets=st.integers(0, 3), data=st.data())
    def lay_out(self, sets: int, data: st.DataObject) -> None:
        legal = [data.draw(_legal_sets()) for _ in range(sets)]
        box = Counter({tile: RULES.count(tile) for tile in TILES})
        kept = []
        for tiles in legal:
            if Counter(tiles) <= box:
                box -= Counter(tiles)
                kept.append(tiles)
        self.board = Board.from_sets(kept[:ROWS], RULES, ROWS, COLUMNS)
        for first, tiles in self.board.placed_sets().items():
            for step, tile in enumerate(tiles):
                self.grid[Place(first.row, first.column + step)] = tile
        self.began = dict(self.grid)

    @rule(place=places, tile=some_tiles)
    def put(self, place: Place, tile: Tile) -> None:
        if place not in self.grid:
            self._put(place, tile)

    @rule(place=places, data=st.data())
    def put_a_legal_set(self, place: Place, data: st.DataObject) -> None:
        tiles = data.draw(_legal_sets())
        wanted = [Place(place.row, place.column + step) for step in range(len(tiles))]
        if all(at.column < COLUMNS and at not in self.grid for at in wanted):
            for at, tile in zip(wanted, tiles, strict=True):
                self._put(at, tile)

    @precondition(lambda self: self.grid)
    @rule(data=st.data())
    def take(self, data: st.DataObject) -> None:
        place = data.draw(st.sampled_from(sorted(self.grid)))
        self._remember()
        assert self.board.take(place) == self.grid.pop(place)

    @precondition(lambda self: self.grid)
    @rule(data=st.data(), goal=places)
    def move(self, data: st.DataObject, goal: Place) -> None:
        source = data.draw(st.sampled_from(sorted(self.grid)))
        if goal == source or goal not in self.grid:
            self._remember()
            self.board.move(source, goal)
            self.grid[goal] = self.grid.pop(source)

    @rule()
    def undo(self) -> None:
        undone = self.board.undo()
        assert (undone is None) == (not self.snapshots)
        if self.snapshots:
            self.grid = self.snapshots.pop()

    @rule()
    def undo_all(self) -> None:
        assert self.board.undo_all() == len(self.snapshots)
        self.snapshots.clear()
        self.grid = dict(self.began)

    @rule(
        hand=st.one_of(st.none(), st.just("played"), st.lists(some_tiles, max_size=6)),
        opened=st.booleans(),
    )
    def confirm(self, hand: list[Tile] | str | None, opened: bool) -> None:
        held = list(self.board.played) if isinstance(hand, str) else hand
        old, new = self._sets(self.began), self._sets(self.grid)
        expected = check_change(RULES, old, new, held, opened=opened)
        found = self.board.confirm(held, opened=opened)
        if not self._twins(old, new):
            assert sorted((d.code, d.detail) for d in found) == sorted(
                (d.code, d.detail) for d in expected
            )
        if not found:
            self.snapshots.clear()
            self.began = dict(self.grid)

    def _sets(self, grid: dict[Place, Tile]) -> dict[int, tuple[Tile, ...]]:
        return dict(enumerate(scan(grid, ROWS, COLUMNS).values()))

    def _twins(self, old: dict[int, tuple[Tile, ...]], new: dict[int, tuple[Tile, ...]]) -> bool:
        """Whether two sets of the same tiles are worth different points.

        If one is old and one new, the board knows by its places which one is which, but who looks
        at two tables does not, and counts the better one.
        """
        values: defaultdict[tuple[Tile, ...], set[int]] = defaultdict(set)
        for tiles in (*old.values(), *new.values()):
            read = read_meld(tiles, RULES)
            if isinstance(read, Meld):
                values[read.key].add(read.value)
        return any(len(some) > 1 for some in values.values())

    @invariant()
    def the_maps_are_those_of_a_scan(self) -> None:
        assert_maps_are(self.board, self.grid)
        for place in self.grid:
            (whole,) = (
                tiles
                for first, tiles in self.board.placed_sets().items()
                if first.row == place.row and 0 <= place.column - first.column < len(tiles)
            )
            assert self.board.set_at(place) == whole

    @invariant()
    def the_turn_knows_what_is_different(self) -> None:
        assert len(self.board.actions) == len(self.snapshots)
        now, began = Counter(self.grid.values()), Counter(self.began.values())
        assert Counter(self.board.played) == now - began
        assert Counter(self.board.missing) == began - now
        different = {
            place: self.began.get(place)
            for place in {*self.grid, *self.began}
            if self.grid.get(place) != self.began.get(place)
        }
        assert self.board._turn.before == different


@st.composite
def _legal_sets(draw: st.DrawFn) -> tuple[Tile, ...]:
    first = draw(st.integers(1, RULES.numbers - 1))
    colour = draw(st.sampled_from(RULES.colours))
    run = tuple(
        Tile(colour, n) for n in range(first, draw(st.integers(first + 1, RULES.numbers)) + 1)
    )
    group = tuple(Tile(c, first) for c in draw(st.permutations(RULES.colours)))
    made = draw(st.sampled_from((run, group, group[:2])))
    joker = draw(st.integers(0, 4 * len(made)))
    return tuple(JOKER if place == joker else tile for place, tile in enumerate(made))


TestBoardMachine = BoardMachine.TestCase
TestBoardMachine.settings = settings(stateful_step_count=40)
