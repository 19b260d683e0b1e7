"""What things cost, in counted steps: never more on a larger board."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.rummikub.board import Board, Effect
from models.rummikub.board.counting import CountedParts
from models.rummikub.rules import PRESETS
from tests.models.rummikub.board.scan import STANDARD, one, tiles

# docs/board.md names these, too. They hold for every board and for sets of any length.
MOST_TO_PUT = {Effect.NEW: 17, Effect.EXTEND_LEFT: 22, Effect.EXTEND_RIGHT: 22, Effect.MERGE: 28}
MOST_TO_TAKE_OFF_AN_EDGE = 25
MOST_TO_SPLIT, MORE_FOR_EACH_OF_THE_SMALLER_PART = 30, 4
TILES = [*STANDARD.order]


def test_a_step_is_counted_wherever_a_map_or_a_link_is_used() -> None:
    parts = CountedParts()
    counted: dict[int, int] = parts.map()
    counted[1] = 1
    assert counted[1] == 1
    assert counted.get(2) is None
    assert 2 not in counted
    counted.pop(2, None)
    assert parts.steps == 5
    counted[2] = 2
    assert sorted(counted) == [1, 2]
    assert [*counted.values()] == [1, 2]
    assert parts.steps == 10
    link = parts.link(Board(STANDARD)._inside((0, 0)), one("R5"))
    before = parts.steps
    link.left = link.right
    assert parts.steps == before + 2
    with pytest.raises(TypeError):
        counted.update({3: 3})


@given(
    rows=st.integers(1, 60),
    columns=st.integers(1, 60),
    share=st.floats(0.0, 1.0),
    seed=st.integers(0, 2**32),
)
def test_putting_and_taking_from_an_edge_take_a_fixed_number_of_steps(
    rows: int, columns: int, share: float, seed: int
) -> None:
    dealer = random.Random(seed)
    parts = CountedParts()
    board = Board(STANDARD, rows, columns, parts)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    dealer.shuffle(places)
    for place in places[: int(share * len(places))]:
        board.put(place, dealer.choice(TILES))
    for place in places[:200]:
        if board.tile(place) is None:
            before = parts.steps
            effect = board.put(place, dealer.choice(TILES))
            assert parts.steps - before <= MOST_TO_PUT[effect]
        link = board._chains.links[board._inside(place)]
        if link.left is None or link.right is None:
            before = parts.steps
            board.take(place)
            assert parts.steps - before <= MOST_TO_TAKE_OFF_AN_EDGE
            before = parts.steps
            board.undo()
            assert parts.steps - before <= MOST_TO_PUT[Effect.EXTEND_LEFT]


@pytest.mark.parametrize("rows", [1, 8, 8000])
@pytest.mark.parametrize("length", [1, 2, 3, 13, 5000])
def test_each_case_takes_the_same_steps_whatever_the_board_and_the_set(
    rows: int, length: int
) -> None:
    """Two sets with a free place between, before, and after them."""
    columns = 2 * length + 5
    parts = CountedParts()
    board = Board(STANDARD, rows, columns, parts)
    for column in range(length):
        board.put((0, 1 + column), one("R5"))
        board.put((0, length + 2 + column), one("R5"))
    cases = {
        Effect.EXTEND_LEFT: 0,
        Effect.MERGE: length + 1,
        Effect.EXTEND_RIGHT: 2 * length + 2,
        Effect.NEW: columns - 1,
    }
    for effect, column in cases.items():
        before = parts.steps
        assert board.put((0, column), one("R5")) is effect
        assert parts.steps - before == MOST_TO_PUT[effect]
        board.undo()


@pytest.mark.parametrize("length", [3, 9, 100, 2001])
def test_splitting_takes_steps_for_the_smaller_part_alone(length: int) -> None:
    parts = CountedParts()
    board = Board.from_sets([[one("R5")] * length], STANDARD, 1, length, parts)
    for smaller in {1, 2, length // 3, length // 2} - {0}:
        for column in (smaller, length - 1 - smaller):
            before = parts.steps
            board.take((0, column))
            # On the way to the nearer end each neighbour is read twice, to see and to go there.
            found = parts.steps - before
            assert found <= MOST_TO_SPLIT + MORE_FOR_EACH_OF_THE_SMALLER_PART * smaller
            before = parts.steps
            board.undo()
            assert parts.steps - before <= MOST_TO_PUT[Effect.MERGE]


@pytest.mark.parametrize("rows", [8, 80, 800])
def test_checking_a_turn_takes_as_many_steps_however_large_the_board(rows: int) -> None:
    runs = [tiles("R1-6"), tiles("B1-6"), tiles("O1-6"), tiles("K1-6")] * rows
    parts = CountedParts()
    board = Board.from_sets(runs, PRESETS["standard"], rows, 29, parts)
    board.move((3, 0), (4, 27))
    board.undo()
    board.take((3, 2))
    before = parts.steps
    assert board.check() != ()
    assert parts.steps - before == 38
