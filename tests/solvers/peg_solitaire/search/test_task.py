"""A board as arrays: what the compiled search makes of positions."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from models.peg_solitaire.board import Board, moved
from models.peg_solitaire.boards import BOARDS
from solvers.peg_solitaire.search.levels import warm
from solvers.peg_solitaire.search.task import keeping, make_task
from tests.peg import boards, explored, positions

POSITIONS = st.one_of(
    boards(5, 5), st.sampled_from([*BOARDS.values(), Board(("o" * 8,) * 8)])
).flatmap(lambda board: st.tuples(st.just(board), positions(board)))


@given(POSITIONS)
def test_the_symmetries_take_pegs_where_the_board_s_do(drawn: tuple[Board, int]) -> None:
    board, pegs = drawn
    kernel, symmetries = warm(), keeping(board)
    assert symmetries == board.symmetries
    task = make_task(board, symmetries)
    images = [moved(pegs, turn) for turn in symmetries]
    for number, image in enumerate(images):
        assert int(kernel.image(task, number, np.uint64(pegs))) == image
    least, turn = kernel.least(task, np.uint64(pegs))
    assert int(least) == min(images) == images[turn]
    standing, members = kernel.classes_of(task, np.array([pegs], dtype=np.uint64))
    assert (int(standing[0]), int(members[0])) == (min(images), len(set(images)))


@given(POSITIONS)
def test_pegs_are_counted_and_stuck_positions_known(drawn: tuple[Board, int]) -> None:
    board, pegs = drawn
    kernel, task = warm(), make_task(board, keeping(board))
    assert kernel.counted(np.uint64(pegs)) == pegs.bit_count()
    assert kernel.is_stuck(task, np.uint64(pegs)) == board.is_stuck(pegs)


@given(POSITIONS, st.data())
def test_the_symmetries_that_are_used_keep_the_goal(
    drawn: tuple[Board, int], data: st.DataObject
) -> None:
    board, goal = drawn
    kept = keeping(board, goal)
    assert kept[0] == tuple(range(board.size))
    assert all(moved(goal, turn) == goal for turn in kept)
    assert len(board.symmetries) % len(kept) == 0
    other = data.draw(positions(board))
    assert set(keeping(board, goal, other)) <= set(kept)


@given(boards(3, 4).flatmap(lambda b: st.tuples(st.just(b), positions(b))))
def test_no_goal_is_reached_in_fewer_moves_than_full_regions_ask_for(
    drawn: tuple[Board, int],
) -> None:
    board, start = drawn
    kernel = warm()
    for goal, moves in explored(board, start).moves.items():
        task = make_task(board, keeping(board, goal), goal)
        needed, _ = kernel.moves_needed(task, np.uint64(start))
        assert needed <= moves
