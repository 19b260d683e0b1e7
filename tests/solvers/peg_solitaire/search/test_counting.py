"""Proof by counting: numbers that are known, and small ones counted again by hand.

References
----------
.. [1] G. I. Bell, peg solitaire pages: the central game of the English board has 187,636,299
   positions (23,475,688 up to symmetry) and 40,861,647,040,079,968 solutions.
"""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.peg_solitaire.board import Board
from models.peg_solitaire.boards import BOARDS
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.search.counting import count_plays, count_positions
from solvers.result import Budget, Limits
from tests.peg import boards, positions

ENGLISH = BOARDS["english33"]
CENTRE = ENGLISH.mask([(3, 3)])


def all_ways(board: Board, start: int) -> list[Counter[int]]:
    """Count the orders of jumps that lead to each position, level by level."""
    levels = [Counter({start: 1})]
    while levels[-1]:
        after: Counter[int] = Counter()
        for pegs, ways in levels[-1].items():
            for jump in board.jumps:
                if jump.is_possible(pegs):
                    after[pegs ^ jump.touched] += ways
        levels.append(after)
    return levels[:-1]


@given(
    boards(4, 4).flatmap(lambda b: st.tuples(st.just(b), positions(b))),
    st.data(),
)
def test_positions_and_plays_are_as_many_as_there_are(
    one: tuple[Board, int], data: st.DataObject
) -> None:
    board, start = one
    levels = all_ways(board, start)
    counted = count_positions(board, start, Budget(Limits()))
    assert counted.positions == tuple(map(len, levels))
    goal = data.draw(st.sampled_from(sorted(pegs for level in levels for pegs in level)))
    plays = count_plays(Problem(board, Kind.REACH, start, goal), Budget(Limits()))
    assert plays == sum(level[goal] for level in levels)


@pytest.mark.parametrize(
    ("name", "start", "goal"),
    [("tri15", (2, 0), (2, 0)), ("rect3x6", (0, 0), (0, 3)), ("square16", (0, 1), (0, 2))],
)
def test_plays_of_small_boards_are_as_many_as_counted_by_hand(
    name: str, start: tuple[int, int], goal: tuple[int, int]
) -> None:
    board = BOARDS[name]
    first, last = board.full ^ board.mask([start]), board.mask([goal])
    plays = count_plays(Problem(board, Kind.REACH, first, last), Budget(Limits()))
    assert plays == sum(level[last] for level in all_ways(board, first)) > 0


@pytest.mark.slow
def test_the_central_game_has_the_known_number_of_positions() -> None:
    counted = count_positions(ENGLISH, ENGLISH.full ^ CENTRE, Budget(Limits()))
    assert sum(counted.positions) == 187_636_299
    assert sum(counted.classes) == 23_475_688


@pytest.mark.slow
def test_the_central_game_has_the_known_number_of_plays() -> None:
    central = Problem(ENGLISH, Kind.REACH, ENGLISH.full ^ CENTRE, CENTRE)
    assert count_plays(central, Budget(Limits())) == 40_861_647_040_079_968
