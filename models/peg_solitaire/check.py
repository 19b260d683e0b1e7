"""The independent verifier: given a problem and a play or a certificate, name every violation.

Exact, in whole numbers, and without a line of code shared with any backend or program. It knows a
jump from the places of its holes, never from the board's list of jumps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from models.defects import Defect, Defects
from models.peg_solitaire.board import Board, Cell, bits
from models.peg_solitaire.certificate import (
    Certificate,
    Exhaustion,
    JumpCounts,
    Pagoda,
    PositionClass,
    Refuted,
    Split,
)
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem

EXHAUSTED_AGAIN = 20_000
"""Positions up to which an exhaustion is done again: some tenths of a second."""

_LONGEST_TREE = 10_000
"""Nodes of a tree of splits beyond which it is not looked at."""


def check_play(problem: Problem, play: Play) -> tuple[Defect, ...]:
    """Name everything that is wrong with a play.

    Parameters
    ----------
    problem
        The problem.
    play
        The play.

    Returns
    -------
    tuple[Defect, ...]
        The first jump that is not legal; or, if all are, what is wrong with where they end. Empty
        for a play that does what is asked, though not always in the fewest jumps or moves.
    """
    defects = Defects()
    board = problem.board
    pegs = set(board.cells(problem.start))
    for place, jump in enumerate(play.jumps):
        if not all(0 <= hole < board.size for hole in (jump.source, jump.over, jump.target)):
            defects.add(("jumps", place), "no_hole", "a jump goes from hole to hole")
            return tuple(defects)
        source, over, target = (board.holes[h] for h in (jump.source, jump.over, jump.target))
        fault = _fault(board, pegs, source, over, target)
        if fault:
            detail = f"{_said(source)} over {_said(over)} to {_said(target)}: {fault}"
            defects.add(("jumps", place), "illegal_jump", detail)
            return tuple(defects)
        pegs -= {source, over}
        pegs.add(target)
    if problem.goal is not None and pegs != set(board.cells(problem.goal)):
        drawn = " / ".join(board.draw(board.mask(pegs)))
        defects.add(("jumps",), "wrong_end", f"the play ends in {drawn}, which is not the goal")
    if problem.kind is Kind.FOOLS:
        for source, _, target in _possible(board, pegs):
            detail = f"{_said(source)} can still jump to {_said(target)}: the play is to end stuck"
            defects.add(("jumps",), "not_stuck", detail)
            break
    return tuple(defects)


def count_jumps_and_moves(play: Play) -> tuple[int, int]:
    """Count the jumps of a play, and its moves: those not of the peg that jumped last."""
    moves = 0
    last: int | None = None
    for jump in play.jumps:
        moves += jump.source != last
        last = jump.target
    return len(play.jumps), moves


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the checker says of a certificate.

    Attributes
    ----------
    violations
        What is wrong with it; empty if nothing was found to be.
    verified
        Whether it holds beyond doubt.
    """

    violations: tuple[Defect, ...]
    verified: bool


def check_certificate(problem: Problem, certificate: Certificate) -> Judgement:
    """Judge a certificate that a goal can't be reached.

    Parameters
    ----------
    problem
        A problem with a goal.
    certificate
        The certificate. An :class:`Exhaustion` is done again, up to :data:`EXHAUSTED_AGAIN`
        positions; if there are more, it is not verified.
    """
    defects = Defects()
    verified = False
    if problem.goal is None:
        defects.add(("certificate",), "no_goal", f"a problem {problem.kind} can always be played")
    else:
        board, start, goal = problem.board, problem.start, problem.goal
        fault: str | None
        match certificate:
            case PositionClass():
                fault = _class_fault(board, start, goal, certificate)
            case Pagoda():
                fault = _pagoda_fault(board, start, goal, certificate)
            case JumpCounts():
                fault = _counts_fault(board, start, goal, certificate)
            case Exhaustion():
                fault = _exhaustion_fault(board, start, goal)
        verified = fault == ""
        if fault:
            defects.add(("certificate",), "wrong_certificate", fault)
    return Judgement(tuple(defects), verified)


def _class_fault(board: Board, start: int, goal: int, certificate: PositionClass) -> str:
    marked = set(board.cells(certificate.marked & board.full))
    for three in _threes(board):
        if len(marked.intersection(three)) % 2:
            return f"{', '.join(map(_said, three))} are three in a row, and hold an odd number"
    if (start & certificate.marked).bit_count() % 2 == (goal & certificate.marked).bit_count() % 2:
        return "start and goal do not differ in it"
    return ""


def _pagoda_fault(board: Board, start: int, goal: int, certificate: Pagoda) -> str:
    if len(certificate.weights) != board.size:
        return f"{len(certificate.weights)} weights for {board.size} holes"
    weight = dict(zip(board.holes, certificate.weights, strict=True))
    for source, over, target in _threes(board):
        if weight[source] + weight[over] < weight[target]:
            return f"the jump from {_said(source)} to {_said(target)} raises it"
    before, after = (sum(certificate.weights[i] for i in bits(p)) for p in (start, goal))
    return "" if before < after else f"the start has {before} and the goal only {after}"


def _counts_fault(board: Board, start: int, goal: int, certificate: JumpCounts) -> str:
    """Go through the tree; the box of a node holds how often each jump is made."""
    jumps = list(_threes(board))
    most = max(0, start.bit_count() - goal.bit_count())
    order = {(board.holes[j.source], board.holes[j.target]): n for n, j in enumerate(board.jumps)}
    if sorted(order) != sorted((source, target) for source, _, target in jumps):
        return "the board lists other jumps than it has"
    change = [(goal >> i & 1) - (start >> i & 1) for i in range(board.size)]
    waiting: list[tuple[Refuted | Split, dict[int, tuple[int, int]]]] = [(certificate.tree, {})]
    for _ in range(_LONGEST_TREE):
        if not waiting:
            return ""
        node, box = waiting.pop()
        if isinstance(node, Split):
            low, high = box.get(node.jump, (0, most))
            if not 0 <= node.jump < len(jumps):
                return f"there is no jump {node.jump}"
            waiting.append((node.at_most, box | {node.jump: (low, min(high, node.most))}))
            waiting.append((node.more, box | {node.jump: (max(low, node.most + 1), high)}))
            continue
        if len(node.weights) != board.size:
            return f"{len(node.weights)} weights for {board.size} holes"
        weight = dict(zip(board.holes, node.weights, strict=True))
        reached = 0
        for source, over, target in jumps:
            low, high = box.get(order[source, target], (0, most))
            gain = weight[target] - weight[source] - weight[over]
            reached += max(gain * low, gain * high)
            if low > high:
                break
        else:
            if reached >= sum(w * d for w, d in zip(node.weights, change, strict=True)):
                return "the weights of a part do not refute it"
    return f"the tree has more than {_LONGEST_TREE} nodes"


def _exhaustion_fault(board: Board, start: int, goal: int) -> str | None:
    """Look at every position that can be reached; ``None`` if there are too many."""
    threes = [
        (board.mask([source, over]), board.mask([target]))
        for source, over, target in _threes(board)
    ]
    fewest = goal.bit_count()
    level = {start}
    seen = 0
    while level:
        if goal in level:
            return "the goal can be reached"
        seen += len(level)
        if seen > EXHAUSTED_AGAIN:
            return None
        level = {
            pegs ^ taken ^ landed
            for pegs in level
            if pegs.bit_count() > fewest
            for taken, landed in threes
            if pegs & (taken | landed) == taken
        }
    return ""


def _threes(board: Board) -> Iterator[tuple[Cell, Cell, Cell]]:
    """Name three holes in a row, in both directions: each is a jump."""
    for row, column in board.holes:
        for dr, dc in board.directions.steps:
            over, target = (row + dr, column + dc), (row + 2 * dr, column + 2 * dc)
            if over in board.index and target in board.index:
                yield (row, column), over, target


def _possible(board: Board, pegs: set[Cell]) -> Iterator[tuple[Cell, Cell, Cell]]:
    for source, over, target in _threes(board):
        if source in pegs and over in pegs and target not in pegs:
            yield source, over, target


def _fault(board: Board, pegs: set[Cell], source: Cell, over: Cell, target: Cell) -> str:
    step = over[0] - source[0], over[1] - source[1]
    if step not in board.directions.steps:
        return "it passes a hole that is not next to it in any direction"
    if (target[0] - over[0], target[1] - over[1]) != step:
        return "it does not land behind the hole it passes"
    missing = [_said(cell) for cell in (source, over) if cell not in pegs]
    if missing:
        return f"there is no peg in {' and '.join(missing)}"
    return f"{_said(target)} is not empty" if target in pegs else ""


def _said(cell: Cell) -> str:
    return f"[{cell[0]}, {cell[1]}]"
