"""A problem: a board, where the pegs stand, and what is to be reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from models.defects import Defects, InvalidInputError, Path, shown, suggestion
from models.peg_solitaire.board import EMPTY, GAP, HOLE, Board
from models.peg_solitaire.boards import BOARDS, read_board


class Kind(StrEnum):
    """What is asked.

    ``reach``: any play from the start to the goal. ``fools``: the fewest jumps after which there
    is none left (*Fool's solitaire*). ``long-hop``: a play from the start to the goal in the fewest
    moves, consecutive jumps of one peg being one move. ``fewest-left``: a play that leaves the
    fewest pegs.
    """

    REACH = "reach"
    FOOLS = "fools"
    LONG_HOP = "long-hop"
    FEWEST_LEFT = "fewest-left"

    @property
    def has_goal(self) -> bool:
        """Whether a problem of this kind says where the pegs shall end."""
        return self in (Kind.REACH, Kind.LONG_HOP)

    @property
    def counts(self) -> str:
        """What is counted: ``jumps``, ``moves`` or ``pegs`` left, always the fewer the better.

        The jumps of a play to a goal are as many as the pegs that go: they only tell its length.
        """
        return {Kind.LONG_HOP: "moves", Kind.FEWEST_LEFT: "pegs"}.get(self, "jumps")


@dataclass(frozen=True)
class Problem:
    """One problem.

    Attributes
    ----------
    board
        The board.
    kind
        What is asked.
    start
        The position at the start.
    goal
        The position to end in; ``None`` for a kind without.

    Raises
    ------
    InvalidInputError
        With everything that is wrong.
    """

    board: Board
    kind: Kind
    start: int
    goal: int | None = None

    def __post_init__(self) -> None:
        defects = Defects()
        check_position(self.start, self.board, ("start",), defects)
        if self.goal is not None:
            check_position(self.goal, self.board, ("goal",), defects)
        _check_goal(self.kind, self.goal is not None, ("goal",), defects)
        defects.raise_if_any()

    @property
    def jumps_needed(self) -> int | None:
        """How many jumps lead to the goal: each takes a peg away. ``None`` without a goal.

        Below 0 where the goal has more pegs than the start.
        """
        return None if self.goal is None else self.start.bit_count() - self.goal.bit_count()

    def to_json(self) -> dict[str, Any]:
        """Write the problem as a JSON object that :func:`read_problem` reads back."""
        board = self.board
        written: dict[str, Any] = {"board": board.name or list(board.rows)}
        if not board.name:
            written["directions"] = str(board.directions)
        written |= {"problem": str(self.kind), "start": list(board.draw(self.start))}
        if self.goal is not None:
            written["goal"] = list(board.draw(self.goal))
        return written


def check_position(pegs: int, board: Board, path: Path, defects: Defects) -> None:
    """Note a position that a board can't have, or that has no peg."""
    if pegs & ~board.full:
        defects.add(path, "no_hole", f"there are pegs beyond the {board.size} holes of the board")
    elif not pegs:
        defects.add(path, "no_pegs", "there is no peg: a position has at least one")


def _check_goal(kind: Kind, given: bool, path: Path, defects: Defects) -> None:
    if kind.has_goal and not given:
        detail = f"a problem {kind} needs a goal: [row, col] of the last peg, or rows of text"
        defects.add(path, "missing_goal", detail)
    elif given and not kind.has_goal:
        defects.add(path, "goal_without_use", f"a problem {kind} has no goal: leave it out")


def read_problem(raw: Mapping[str, Any], defects: Defects, path: Path = ()) -> Problem | None:
    """Read a problem from JSON.

    Parameters
    ----------
    raw
        An object with ``board`` (a name, or rows of text: :func:`read_board`), ``directions`` (of
        a drawn board), ``problem`` (a :class:`Kind`; ``reach`` if left out), ``start`` and
        ``goal``. Start and goal are drawn as rows of text: ``o`` is a peg, ``.`` an empty hole, a
        blank no hole. Or they are a place ``[row, col]``: the only hole that is empty at the
        start, the only one that holds a peg at the goal. Other fields are left to the caller.
    defects
        Takes everything that is wrong.
    path
        Where the object stands in the document.

    Returns
    -------
    Problem | None
        ``None`` when something is wrong.
    """
    before = len(defects)
    kind = _read_kind(raw.get("problem", Kind.REACH), (*path, "problem"), defects)
    board = None
    if raw.get("board") is None:
        hint = f"known boards: {', '.join(BOARDS)}; or draw it as rows of text"
        defects.add((*path, "board"), "missing_field", f"give a board; {hint}")
    else:
        at = (*path, "directions")
        board = read_board(raw["board"], (*path, "board"), defects, raw.get("directions"), at)
    if raw.get("start") is None:
        detail = "give a start: [row, col] of the empty hole, or rows of text"
        defects.add((*path, "start"), "missing_field", detail)
    goal_given = raw.get("goal") is not None
    if kind is not None:
        _check_goal(kind, goal_given, (*path, "goal"), defects)
    if board is None:
        return None
    start = goal = None
    if raw.get("start") is not None:
        start = read_pegs(raw["start"], board, (*path, "start"), defects, vacancy=True)
    if goal_given:
        goal = read_pegs(raw["goal"], board, (*path, "goal"), defects, vacancy=False)
    if len(defects) > before or kind is None or start is None:
        return None
    return Problem(board, kind, start, goal)


def problem_from(raw: Mapping[str, Any]) -> Problem:
    """Read a problem from JSON.

    Raises
    ------
    InvalidInputError
        With everything that is wrong.
    """
    defects = Defects()
    problem = read_problem(raw, defects)
    if problem is None:
        raise InvalidInputError(tuple(defects))
    return problem


def _read_kind(raw: object, path: Path, defects: Defects) -> Kind | None:
    if isinstance(raw, str) and raw in tuple(Kind):
        return Kind(raw)
    hint = suggestion(raw, Kind) if isinstance(raw, str) else ""
    detail = f"{shown(raw)}: {hint}known problems: {', '.join(Kind)}"
    defects.add(path, "unknown_problem", detail)
    return None


def read_pegs(
    raw: object, board: Board, path: Path, defects: Defects, *, vacancy: bool
) -> int | None:
    """Read a position from JSON: rows of text, or one place ``[row, col]``.

    Parameters
    ----------
    raw
        The JSON value.
    board
        The board it is on.
    path
        Where it stands in the document.
    defects
        Takes everything that is wrong.
    vacancy
        Whether one place means the only empty hole, rather than the only peg.

    Returns
    -------
    int | None
        The position; ``None`` when something is wrong.
    """
    before = len(defects)
    if not isinstance(raw, list) or not raw:
        detail = f'{shown(raw)}: give a place such as [3, 3], or rows of text such as ["o.o"]'
        defects.add(path, "wrong_type", detail)
        return None
    if all(isinstance(part, str) for part in raw):
        pegs = _read_drawing(raw, board, path, defects)
    else:
        place = _read_place(raw, board, path, defects)
        pegs = board.full ^ place if vacancy else place
    if len(defects) == before:
        check_position(pegs, board, path, defects)
    return pegs if len(defects) == before else None


def _read_place(raw: list[object], board: Board, path: Path, defects: Defects) -> int:
    numbers = [n for n in raw if isinstance(n, int) and not isinstance(n, bool)]
    if len(raw) != 2 or len(numbers) != 2:
        detail = "give a place as two whole numbers, [row, col], or a position as rows of text"
        defects.add(path, "wrong_type", detail)
        return 0
    row, column = numbers
    if (row, column) in board.index:
        return board.mask([(row, column)])
    if not 0 <= row < len(board.rows):
        there = f"rows go from 0 to {len(board.rows) - 1}"
    else:
        columns = [str(c) for r, c in board.holes if r == row]
        there = f"row {row} has holes in columns {', '.join(columns)}" if columns else "none there"
    defects.add(path, "no_hole", f"[{shown(row)}, {shown(column)}] is no hole: {there}")
    return 0


def _read_drawing(rows: list[str], board: Board, path: Path, defects: Defects) -> int:
    if len(rows) != len(board.rows):
        detail = f"{len(rows)} rows: the board has {len(board.rows)}"
        defects.add(path, "wrong_shape", detail)
        return 0
    pegs = 0
    for r, (given, drawn) in enumerate(zip(rows, board.rows, strict=True)):
        row = given.rstrip(GAP)
        if len(row) != len(drawn) or any(
            (mark == GAP) != (hole == GAP) for mark, hole in zip(row, drawn, strict=True)
        ):
            detail = f'{shown(given)}: its holes are not where the board has them, "{drawn}"'
            defects.add((*path, r), "wrong_shape", detail)
        elif set(row) - {HOLE, EMPTY, GAP}:
            detail = f"{shown(given)}: write o for a peg, . for an empty hole, a blank for no hole"
            defects.add((*path, r), "wrong_mark", detail)
        else:
            pegs |= board.mask((r, c) for c, mark in enumerate(row) if mark == HOLE)
        if defects.full:
            break
    return pegs
