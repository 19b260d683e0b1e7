"""Any play to a goal of peg solitaire: the compiled search beside the same beam in plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.timing import Timed, percentile, timed
from models.peg_solitaire.board import Board, bits
from models.peg_solitaire.boards import BOARDS
from models.peg_solitaire.check import check_play
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.search import SEARCH
from solvers.result import Limits

BOARD = "english33"
WIDTH = 300
"""Positions that the plain beam keeps of each level."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """One hole is empty at the start, and holds the only peg at the end."""

    problem: Problem
    name: str


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Solve the 33 reversals of the English board both ways; each is known to have a play.

    Raises
    ------
    AssertionError
        If one is not solved, or its play is not legal.
    """
    cases = reversals()[:: 8 if smoke else 1]
    all_timed = {name: Timed() for name in WAYS}
    for case in cases:
        jumps = case.problem.jumps_needed or 0
        for name, one in timed(WAYS, case, jumps, repeat, smoke=smoke).items():
            all_timed[name].extend(one)
    out.print(_table(all_timed, len(cases)))


def reversals() -> list[Reversal]:
    """Return the reversals of the English board."""
    board = BOARDS[BOARD]
    found = []
    for hole, (row, column) in enumerate(board.holes):
        goal = 1 << hole
        problem = Problem(board, Kind.REACH, board.full ^ goal, goal)
        found.append(Reversal(problem, f"{row},{column}"))
    return found


def _searched(case: Reversal) -> tuple[int, int]:
    result = SEARCH.solve(case.problem, Limits())
    assert result.answer is not None
    assert not check_play(case.problem, result.answer)
    return len(result.answer.jumps), result.stats.nodes


def _plain(case: Reversal) -> tuple[int, int]:
    """Keep the positions of each level with their pegs nearest to the goal."""
    board, start, goal = case.problem.board, case.problem.start, case.problem.goal or 0
    far = _distances(board, goal)
    jumps = [(jump.touched, jump.taken, jump) for jump in board.jumps]
    level: dict[int, Play] = {start: Play(())}
    made = 0
    while goal not in level:
        after: dict[int, Play] = {}
        for pegs, play in level.items():
            for touched, taken, jump in jumps:
                if pegs & touched == taken and pegs ^ touched not in after:
                    after[pegs ^ touched] = Play((*play.jumps, jump))
        made += len(after)
        nearest = sorted(after, key=lambda pegs: sum(far[i] for i in bits(pegs)))
        level = {pegs: after[pegs] for pegs in nearest[:WIDTH]}
        assert level, f"the plain beam does not solve {case.name}"
    assert not check_play(case.problem, level[goal])
    return len(level[goal].jumps), made


def _distances(board: Board, goal: int) -> list[int]:
    row, column = board.cells(goal)[0]
    return [abs(r - row) + abs(c - column) for r, c in board.holes]


WAYS = {"search": _searched, "plain": _plain}


def _table(ways: Mapping[str, Timed], cases: int) -> Table:
    table = Table(title=f"any play, {cases} reversals of the English board")
    for heading in ("", "median ms", "most ms", "median positions"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, way in ways.items():
        times, work = way.milliseconds.values(), way.work.values()
        worst = f"{percentile(times, 100):.1f}"
        table.add_row(name, f"{median(times):.1f}", worst, f"{median(work):.0f}")
    ratio = median(
        ways["plain"].milliseconds[name] / time
        for name, time in ways["search"].milliseconds.items()
    )
    table.add_row("plain / search", f"{ratio:.1f}", "", "")
    return table
