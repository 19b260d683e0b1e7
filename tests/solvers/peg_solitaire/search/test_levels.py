"""Levels: every position once up to symmetry, the fewest moves to each, and the ways there."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.peg_solitaire.board import Board, moved
from models.peg_solitaire.check import check_play
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.search import levels as module
from solvers.peg_solitaire.search import stuck_play
from solvers.peg_solitaire.search.levels import Levels
from solvers.peg_solitaire.search.task import keeping, make_task
from solvers.peg_solitaire.search.trace import inverse, trace
from solvers.peg_solitaire.search.words import Counting, Level, Stuck
from solvers.peg_solitaire.solve import solve
from solvers.result import Budget, Limits, Status, Stop, StoppedError
from tests.peg import boards, explored, positions, problem
from tests.solvers.watches import Asked

STARTS = boards(3, 4).flatmap(lambda b: st.tuples(st.just(b), positions(b)))


def least(board: Board, pegs: int) -> int:
    return min(moved(pegs, turn) for turn in board.symmetries)


def all_levels(board: Board, start: int, counting: Counting) -> tuple[Levels, list[Level]]:
    levels = Levels(make_task(board, keeping(board)), counting, Budget(Limits()))
    made = [levels.first(start)]
    while len(made[-1].pegs):
        made.append(levels.after(made[-1], 0)[0])
    return levels, made[:-1]


@given(STARTS)
def test_they_hold_every_position_that_can_be_reached_once(drawn: tuple[Board, int]) -> None:
    board, start = drawn
    _, made = all_levels(board, start, Counting.NOTHING)
    held = [int(pegs) for level in made for pegs in level.pegs]
    assert len(held) == len(set(held))
    assert set(held) == {least(board, pegs) for pegs in explored(board, start).moves}
    for jumps, level in enumerate(made):
        assert {int(p).bit_count() for p in level.pegs} == {start.bit_count() - jumps}


@given(STARTS)
def test_they_know_the_fewest_moves_to_each_and_a_play_with_so_many(
    drawn: tuple[Board, int],
) -> None:
    board, start = drawn
    truth: dict[int, int] = {}
    for pegs, moves in explored(board, start).moves.items():
        truth[least(board, pegs)] = min(moves, truth.get(least(board, pegs), moves))
    levels, made = all_levels(board, start, Counting.MOVES)
    for number, level in enumerate(made):
        for place, pegs in enumerate(level.pegs):
            assert level.moves[place] == truth[int(pegs)]
            play = trace(
                board,
                board.symmetries,
                levels.task,
                Counting.MOVES,
                made[: number + 1],
                place,
                start,
            )
            assert len(play.moves) == truth[int(pegs)]
            end = play.end(start)
            assert least(board, end) == int(pegs)
            assert check_play(Problem(board, Kind.REACH, start, end), play) == ()


@given(STARTS)
def test_they_count_the_ways_to_all_images_of_a_position(drawn: tuple[Board, int]) -> None:
    board, start = drawn
    _, made = all_levels(board, start, Counting.PATHS)
    ways = Counter({start: 1})
    for level in made:
        truth: Counter[int] = Counter()
        after: Counter[int] = Counter()
        for pegs, number in ways.items():
            truth[least(board, pegs)] += number
            for jump in board.jumps:
                if jump.is_possible(pegs):
                    after[pegs ^ jump.touched] += number
        assert dict(zip(level.pegs.tolist(), level.last.tolist(), strict=True)) == truth
        ways = after


@given(STARTS, st.integers(1, 5), st.integers(0, 20))
def test_a_beam_keeps_as_many_as_it_is_wide_and_in_their_order(
    drawn: tuple[Board, int], width: int, freedom: int
) -> None:
    board, start = drawn
    levels, made = all_levels(board, start, Counting.MOVES)
    for level in made:
        kept = levels.best(level, width, freedom, 10)
        assert len(kept.pegs) == min(width, len(level.pegs))
        places = [int(np.flatnonzero(level.pegs == pegs)[0]) for pegs in kept.pegs]
        assert places == sorted(places)
        assert kept.moves.tolist() == [level.moves[place] for place in places]
        assert kept.last.tolist() == [level.last[place] for place in places]


@given(STARTS)
def test_a_stuck_position_ends_a_level_where_it_is_looked_for(drawn: tuple[Board, int]) -> None:
    board, start = drawn
    fewest = explored(board, start).stuck
    levels = Levels(make_task(board, keeping(board)), Counting.NOTHING, Budget(Limits()))
    level = levels.first(start)
    for _ in range(1, fewest):
        only, is_there = levels.after(level, 0, stuck=Stuck.ONLY_LOOK)
        assert not is_there
        assert not len(only.pegs)
        level, is_there = levels.after(level, 0, stuck=Stuck.THE_END)
        assert not is_there
    if fewest:
        for stuck in (Stuck.THE_END, Stuck.ONLY_LOOK):
            last, is_there = levels.after(level, 0, stuck=stuck)
            assert is_there
            assert board.is_stuck(int(last.pegs[-1]))


CENTRE = problem(board="english", problem="fools", start=[3, 3])


@pytest.mark.parametrize("untimed", [0, 1_000_000])
@pytest.mark.parametrize(
    ("limits", "stop"),
    [
        (Limits(work=5_000), Stop.WORK_LIMIT),
        (Limits(seconds=0), Stop.TIME_LIMIT),
        (Limits(watch=Asked(0)), Stop.CANCELLED),
    ],
)
def test_a_limit_ends_them_whether_or_not_a_clock_runs_beside(
    untimed: int, limits: Limits, stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "UNTIMED_POSITIONS", untimed)
    levels = Levels(
        make_task(CENTRE.board, keeping(CENTRE.board)), Counting.NOTHING, Budget(limits)
    )
    level = levels.first(CENTRE.start)
    with pytest.raises(StoppedError) as stopped:
        follow(levels, level)
    assert stopped.value.stop is stop


def follow(levels: Levels, level: Level) -> None:
    """Go on until there is no position left."""
    while len(level.pegs):
        level, _ = levels.after(level, len(level.pegs))


def test_a_level_is_stopped_amid_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch wants a stop when it is asked a second time: while a level is being made."""
    monkeypatch.setattr(module, "UNTIMED_POSITIONS", 0)
    budget = Budget(Limits(watch=Asked()))
    levels = Levels(make_task(CENTRE.board, keeping(CENTRE.board)), Counting.NOTHING, budget)
    made = [levels.first(CENTRE.start)]
    while len(made[-1].pegs) < 200_000:
        made.append(levels.after(made[-1], 0)[0])
    late = Levels(levels.task, Counting.NOTHING, Budget(Limits(watch=Asked(1))))
    with pytest.raises(StoppedError) as stopped:
        late.after(made[-1], 0)
    assert stopped.value.stop is Stop.CANCELLED


def test_no_more_positions_are_made_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_POSITIONS", 100)
    budget = Budget(Limits())
    levels = Levels(make_task(CENTRE.board, keeping(CENTRE.board)), Counting.NOTHING, budget)
    with pytest.raises(StoppedError) as stopped:
        follow(levels, levels.first(CENTRE.start))
    assert stopped.value.stop is Stop.WORK_LIMIT
    assert budget.spent <= 2 * 100


@pytest.mark.parametrize(
    ("kind", "start", "room", "value", "bound"),
    [
        (Kind.REACH, [3, 3], 1_500, None, 31),
        (Kind.LONG_HOP, [3, 3], 8_000, 29, 12),
        (Kind.FOOLS, [0, 2], 800, 25, 1),
        (Kind.FEWEST_LEFT, [3, 3], 1_300, 7, 1),
    ],
)
def test_beams_hold_no_more_positions_than_there_is_room_for(
    kind: Kind,
    start: list[int],
    room: int,
    value: int | None,
    bound: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each level had room for itself, and a beam held as many of them as it liked.

    There is room for the largest level that is made here, but not beside those that are held.
    """
    monkeypatch.setattr(module, "MOST_POSITIONS", room)
    monkeypatch.setattr(stuck_play, "BEAM", 100)
    after = Levels.after
    held = [0]

    def counted(self: Levels, level: Level, *given: Any, **named: Any) -> tuple[Level, bool]:
        if len(level.pegs) == 1 and level.pegs[0] == self.first(one.start).pegs[0]:
            held[:] = [0]
        held.append(len(level.pegs))
        made = after(self, level, *given, **named)
        assert sum(held) + len(made[0].pegs) <= room
        return made

    monkeypatch.setattr(Levels, "after", counted)
    goal = {"goal": [3, 3]} if kind.has_goal else {}
    one = problem(board="english", problem=kind.value, start=start, **goal)
    result = solve(one, "search")
    assert result.stop is Stop.WORK_LIMIT
    assert result.status is (Status.NO_ANSWER if value is None else Status.FEASIBLE)
    assert (result.terms[0].value, result.terms[0].bound) == (value, bound)


def test_levels_that_do_not_belong_together_are_no_play() -> None:
    board = CENTRE.board
    levels, made = all_levels(
        problem(board="rect3x4", start=[0, 0], goal=[0, 0]).board, 1, Counting.NOTHING
    )
    del levels
    task = make_task(board, keeping(board))
    start = Levels(task, Counting.NOTHING, Budget(Limits())).first(CENTRE.start)
    with pytest.raises(LookupError):
        trace(board, board.symmetries, task, Counting.NOTHING, [start, made[0]], 0, CENTRE.start)


def test_the_way_back_undoes_a_permutation() -> None:
    for there in CENTRE.board.symmetries:
        assert tuple(inverse(there)[there[i]] for i in range(33)) == tuple(range(33))
