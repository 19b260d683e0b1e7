"""The integer programs: a play is a solution, and what is no play is none."""

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pulp import LpVariable

from models.peg_solitaire.board import Board, Jump
from models.peg_solitaire.boards import BOARDS
from models.peg_solitaire.check import check_play
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from models.peg_solitaire.programs import (
    PROGRAMS,
    fewest_left_program,
    fools_program,
    likely_layers,
    long_hop_program,
    paper_program,
    parallel_program,
    sequential_program,
    time_free_program,
)
from models.program import ModelFormat, Program
from solvers.matrix import Matrix
from tests.peg import problem

type Layers = Sequence[Sequence[Jump]]

SMALL = problem(board="rect3x4", start=[0, 0], goal=[0, 0])


@st.composite
def plays(draw: st.DrawFn, least: int = 1) -> tuple[Board, int, Play]:
    """Plays from a position with one empty hole, in which some jump is always possible at first."""
    board = BOARDS[draw(st.sampled_from(["rect3x4", "tri10", "square16", "plus21"]))]
    start = pegs = board.full ^ 1 << draw(st.sampled_from(sorted({j.target for j in board.jumps})))
    jumps: list[Jump] = []
    most = draw(st.integers(least, 12))
    while len(jumps) < most:
        possible = [jump for jump in board.jumps if jump.is_possible(pegs)]
        if not possible:
            break
        jumps.append(draw(st.sampled_from(possible)))
        pegs ^= jumps[-1].touched
    return board, start, Play(tuple(jumps))


def one_each(play: Play) -> Layers:
    return [[jump] for jump in play.jumps]


def packed(play: Play) -> Layers:
    """Put each jump into the last layer, or a new one if the layer touches one of its holes."""
    layers: list[list[Jump]] = []
    for jump in play.jumps:
        if layers and not any(jump.touched & other.touched for other in layers[-1]):
            layers[-1].append(jump)
        else:
            layers.append([jump])
    return layers


def point(program: Program[Play], board: Board, start: int, layers: Layers) -> list[int]:
    """Return the column values that a play in layers stands for, by the columns' names."""
    values: dict[str, int] = {}
    pegs, last = start, -1
    for t, layer in enumerate(layers):
        for r, c in board.cells(pegs):
            values[f"peg_{t}_{r}_{c}"] = values[f"bState_{r}_{c}_{t}"] = 1
        for jump in layer:
            (r, c), (r1, c1), (r2, c2) = (
                board.holes[h] for h in (jump.source, jump.over, jump.target)
            )
            values[f"jump_{t}_{r}_{c}_{r2}_{c2}"] = 1
            way = board.directions.steps.index((r1 - r, c1 - c))
            values[f"M_{r}_{c}_{t}_{way}"] = 1
            if jump.source == last:
                values[f"on_{t}_{r}_{c}"] = 1
            pegs, last = pegs ^ jump.touched, jump.target
    for r, c in board.cells(pegs):
        values[f"peg_{len(layers)}_{r}_{c}"] = values[f"bState_{r}_{c}_{len(layers)}"] = 1
    return [values.get(column.name, 0) for column in columns(program)]


def columns(program: Program[Play]) -> list[LpVariable]:
    return sorted(program.problem.variables(), key=lambda column: column.id)


def holds(program: Program[Play], values: Sequence[int]) -> bool:
    return Matrix.of(program.problem).is_satisfied_by(np.array(values, dtype=np.int64))


@settings(max_examples=50)
@given(plays())
def test_every_play_is_a_solution_that_is_read_back(drawn: tuple[Board, int, Play]) -> None:
    board, start, play = drawn
    one = Problem(board, Kind.REACH, start, play.end(start))
    single, few = one_each(play), packed(play)
    for program, layers in (
        (paper_program(one), single),
        (sequential_program(one), single),
        (parallel_program(one, len(few)), few),
        (long_hop_program(one), single),
        (fewest_left_program(one, len(play.jumps)), single),
        (fewest_left_program(one, len(play.jumps), len(few)), few),
    ):
        values = point(program, board, start, layers)
        assert holds(program, values), program.name
        read = program.decode(values)
        # Jumps of a layer are read in the board's order, not in the order they were made.
        assert sorted(map(str, read.jumps)) == sorted(map(str, play.jumps))
        assert check_play(one, read) == ()
        if program.name == "long-hop":
            on = sum(v for v, c in zip(values, columns(program), strict=True) if str(c)[:2] == "on")
            assert program.goals[0].value(on) == len(play.moves)


@settings(max_examples=50)
@given(plays())
def test_a_play_without_one_of_its_jumps_is_none(drawn: tuple[Board, int, Play]) -> None:
    board, start, play = drawn
    one = Problem(board, Kind.REACH, start, play.end(start))
    for program in (
        sequential_program(one),
        paper_program(one),
        parallel_program(one, len(play.jumps)),
    ):
        values = point(program, board, start, one_each(play))
        named = [n for n, c in enumerate(columns(program)) if str(c)[0] in "jM"]
        for place in [n for n in named if values[n]]:
            changed = [0 if n == place else value for n, value in enumerate(values)]
            assert not holds(program, changed)


@settings(max_examples=50)
@given(plays())
def test_a_layer_with_jumps_that_share_a_hole_is_none(drawn: tuple[Board, int, Play]) -> None:
    board, start, play = drawn
    pairs = [(first, then) for first, then in pairwise(play.jumps) if first.touched & then.touched]
    if not pairs:
        return
    place = play.jumps.index(pairs[0][0])
    layers = [
        *one_each(Play(play.jumps[:place])),
        pairs[0],
        *one_each(Play(play.jumps[place + 2 :])),
    ]
    one = Problem(board, Kind.REACH, start, play.end(start))
    program = parallel_program(one, len(layers))
    assert not holds(program, point(program, board, start, layers))


@settings(max_examples=50)
@given(plays())
def test_a_stuck_end_is_a_solution_of_fool_s_program_and_no_other_is(
    drawn: tuple[Board, int, Play],
) -> None:
    board, start, play = drawn
    program = fools_program(Problem(board, Kind.FOOLS, start), len(play.jumps))
    values = point(program, board, start, one_each(play))
    assert holds(program, values) == board.is_stuck(play.end(start))


@settings(max_examples=50)
@given(plays())
def test_the_jumps_of_a_play_solve_the_time_free_program(drawn: tuple[Board, int, Play]) -> None:
    board, start, play = drawn
    end = play.end(start)
    counts = Counter(play.jumps)
    for kind in (Kind.REACH, Kind.FEWEST_LEFT, Kind.FOOLS):
        one = Problem(board, kind, start, end if kind.has_goal else None)
        program = time_free_program(one)
        values = [counts[jump] for jump in board.jumps]
        if not kind.has_goal:
            values += [end >> hole & 1 for hole in range(board.size)]
        matrix = Matrix.of(program.problem)
        solved = matrix.is_satisfied_by(np.array(values, dtype=np.int64))
        assert solved == (kind is not Kind.FOOLS or board.is_stuck(end))
        assert program.decode(values) == tuple(values[: len(board.jumps)])


def test_layers_are_as_many_as_most_often_suffice() -> None:
    central = problem(board="english", start=[3, 3], goal=[3, 3])
    assert likely_layers(central) == 18
    assert likely_layers(problem(board=["oooo"], start=["oo.."], goal=["..o."])) == 1


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_has_so_many_columns_and_rows_for_the_central_game(name: str) -> None:
    central = problem(board="english", start=[3, 3], goal=[3, 3])
    kind = Kind.LONG_HOP if name == "long-hop" else Kind.REACH
    matrix = Matrix.of(PROGRAMS[name](replace(central, kind=kind)).problem)
    jumps, holes, steps = 76, 33, 31
    states = {"paper": holes * (steps + 1), "parallel": holes * 17, "time-free": 0}
    layers = {"parallel": 18, "time-free": 1}.get(name, steps)
    # A jump can land in, and leave, every hole of this board.
    on = holes * (steps - 1) if name == "long-hop" else 0
    assert matrix.columns == jumps * layers + states.get(name, holes * (steps - 1)) + on
    continuous = 0 if matrix.continuous is None else int(matrix.continuous.sum())
    assert continuous == (0 if name in ("paper", "time-free") else states.get(name, holes * 30))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_names_of_columns_and_rows_are_unique(name: str) -> None:
    program = PROGRAMS[name](replace(SMALL, kind=Kind.LONG_HOP))
    program.problem.checkDuplicateVars()
    program.problem.checkDuplicateConstraints()


@pytest.mark.parametrize("file_format", ModelFormat)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_written_program_has_the_same_optimum_in_another_process(
    name: str, file_format: ModelFormat, tmp_path: Path
) -> None:
    program = PROGRAMS[name](replace(SMALL, kind=Kind.LONG_HOP))
    path = tmp_path / f"model.{file_format}"
    path.write_text(program.write(file_format))
    code = (
        "import highspy, sys; h = highspy.Highs(); h.setOptionValue('output_flag', False);"
        "assert h.readModel(sys.argv[1]) == highspy.HighsStatus.kOk; h.run();"
        "print(h.modelStatusToString(h.getModelStatus()), round(h.getObjectiveValue()))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    status, value = run.stdout.split()[-2:]
    # 10 jumps in 6 moves; the paper's program counts the pegs in the goal.
    best = {"paper": 1, "long-hop": 10 - 6}.get(name, 0)
    assert (status, abs(int(value))) == ("Optimal", best)


def test_an_mps_file_has_no_section_that_only_some_readers_know() -> None:
    content = sequential_program(SMALL).write(ModelFormat.MPS)
    sections = [line.split()[0] for line in content.splitlines() if line[:1].isalpha()]
    assert sections == ["NAME", "ROWS", "COLUMNS", "RHS", "BOUNDS", "ENDATA"]


def test_a_program_with_steps_needs_a_goal_with_fewer_pegs() -> None:
    more = problem(board=["oooo"], start=["oo.."], goal=["ooo."])
    for write in (paper_program, sequential_program, parallel_program, long_hop_program):
        with pytest.raises(ValueError, match="no more pegs"):
            write(more)
        with pytest.raises(ValueError, match="no more pegs"):
            write(problem(board=["oooo"], problem="fools", start=["oo.."]))


@settings(max_examples=10)
@given(plays())
def test_any_program_can_be_written(drawn: tuple[Board, int, Play]) -> None:
    board, start, play = drawn
    one = Problem(board, Kind.LONG_HOP, start, play.end(start))
    for write in PROGRAMS.values():
        program = write(one)
        assert program.write(ModelFormat.LP).rstrip().endswith("End")
        assert program.write(ModelFormat.MPS).rstrip().endswith("ENDATA")
