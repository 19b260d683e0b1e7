"""Peg solitaire in tests: the cases with known truth, random boards and plays, an oracle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from models.peg_solitaire.board import Board, Directions, Jump
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem, problem_from
from tests.cases import DATA

type Case = dict[str, Any]

FILE: dict[str, Any] = json.loads((DATA / "peg_solitaire.json").read_text())
CASES: list[Case] = FILE["cases"]


def named(board: str) -> list[Case]:
    """Return the cases on a board."""
    return [case for case in CASES if case["board"] == board]


def asked(case: Case, kind: Kind | None = None) -> Problem:
    """Return the problem of a case."""
    kind = kind or (Kind.FOOLS if case["variant"] == "fools" else Kind.REACH)
    goal = case["target"] if kind.has_goal else None
    raw = {"board": case["board"], "start": case["start_vacancy"], "goal": goal}
    return problem_from(raw | {"problem": kind.value})


def problem(**fields: Any) -> Problem:
    """Read a problem that must be right."""
    return problem_from(fields)


def written_play(board: Board, text: str) -> Play:
    """Read a play as the cases write it: ``3,1>3,3 5,2>3,2``."""
    jumps = []
    for word in text.split():
        (r, c), (r2, c2) = (tuple(map(int, place.split(","))) for place in word.split(">"))
        middle = (r + r2) // 2, (c + c2) // 2
        jumps.append(Jump(board.index[r, c], board.index[middle], board.index[r2, c2]))
    return Play(tuple(jumps))


@st.composite
def boards(draw: st.DrawFn, rows: int = 4, columns: int = 4) -> Board:
    """Random boards, some in pieces, some without a jump."""
    shape = st.text(alphabet="ooo ", min_size=1, max_size=columns).map(str.rstrip)
    drawn = draw(
        st.lists(shape, min_size=1, max_size=rows).filter(lambda lines: any(map(str.strip, lines)))
    )
    return Board(tuple(drawn), draw(st.sampled_from(Directions)))


@st.composite
def positions(draw: st.DrawFn, board: Board) -> int:
    """Random positions, mostly nearly full."""
    empty = draw(st.sets(st.integers(0, board.size - 1), max_size=board.size - 1))
    pegs = board.full
    for hole in empty:
        pegs &= ~(1 << hole)
    return pegs


@st.composite
def legal_plays(draw: st.DrawFn) -> tuple[Board, int, Play]:
    """Random boards, and plays on them that go as far as they like."""
    board = draw(boards(5, 5))
    start = pegs = draw(positions(board))
    jumps: list[Jump] = []
    for _ in range(draw(st.integers(0, 12))):
        possible = [jump for jump in board.jumps if jump.is_possible(pegs)]
        if not possible:
            break
        jumps.append(draw(st.sampled_from(possible)))
        pegs = pegs & ~jumps[-1].taken | jumps[-1].landed
    return board, start, Play(tuple(jumps))


@dataclass(frozen=True)
class Reachable:
    """Everything about a start, by looking at every position and every last peg."""

    stuck: int
    fewest: int
    moves: dict[int, int]


def explored(board: Board, start: int) -> Reachable:
    """Look at every position that can be reached; small boards only."""
    moves: dict[int, int] = {}
    stuck: list[int] = []
    level: dict[tuple[int, int], int] = {(start, -1): 0}
    jumps = 0
    while level:
        after: dict[tuple[int, int], int] = {}
        for (pegs, last), made in level.items():
            moves[pegs] = min(made, moves.get(pegs, made))
            options = [jump for jump in board.jumps if jump.is_possible(pegs)]
            if not options:
                stuck.append(jumps)
            for jump in options:
                key = pegs & ~jump.taken | jump.landed, jump.target
                made_then = made + (jump.source != last)
                after[key] = min(made_then, after.get(key, made_then))
        level = after
        jumps += 1
    return Reachable(min(stuck), min(pegs.bit_count() for pegs in moves), moves)


def peg_counts(start: int, play: Play) -> Iterator[int]:
    """Name how many pegs each jump takes away."""
    for before, after in pairwise((start, *play.positions(start))):
        yield before.bit_count() - after.bit_count()
