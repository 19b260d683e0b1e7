"""The time-free program: how often each jump is made, whatever the order."""

from __future__ import annotations

from collections.abc import Sequence

from pulp import LpAffineExpression, LpMaximize, LpProblem, LpVariable

from models.peg_solitaire.problem import Kind, Problem
from models.program import Goal, Pause, Program, implied_columns, no_pause, whole_columns

type Counts = tuple[int, ...]
"""How often each jump of ``Board.jumps`` is made."""


def time_free_program(problem: Problem, pause: Pause = no_pause) -> Program[Counts]:
    r"""Write the time-free program of a problem.

    With :math:`A_{hj}` = 1 if jump *j* lands in hole *h*, -1 if it takes a peg from it, and
    :math:`x_j` how often it is made, every play has

    .. math:: A x = e - s, \quad x \ge 0 \text{ whole},

    where *s* is the start and *e* the end. With a goal the end is given: no solution means that
    there is no play, and row multipliers that show that are a pagoda function. For ``fools`` the
    fewest jumps to an end that is stuck, :math:`e_s + e_o - e_g \le 1` for each jump, and for
    ``fewest-left`` the most jumps, bound what a play can do.

    Parameters
    ----------
    problem
        The problem.
    pause
        Called once.
    """
    board = problem.board
    model = LpProblem("meldwise_peg_time_free", LpMaximize)
    most = problem.start.bit_count() - 1 if problem.goal is None else problem.jumps_needed or 0
    places = [
        "_".join(map(str, board.holes[j.source] + board.holes[j.target])) for j in board.jumps
    ]
    counts = whole_columns(model, {f"jump_{place}": max(0, most) for place in places})
    end: list[LpVariable] = []
    if problem.goal is None:
        end = implied_columns(model, [f"end_{r}_{c}" for r, c in board.holes])
    pause()
    rows: list[list[tuple[LpVariable, float]]] = [[] for _ in range(board.size)]
    for jump, count in zip(board.jumps, counts, strict=True):
        rows[jump.source].append((count, -1))
        rows[jump.over].append((count, -1))
        rows[jump.target].append((count, 1))
    for h, row in enumerate(rows):
        change = -(problem.start >> h & 1)
        if problem.goal is None:
            row.append((end[h], -1))
        else:
            change += problem.goal >> h & 1
        model.addConstraint(LpAffineExpression.from_list(row) == change, f"hole_{h}")
    if problem.kind is Kind.FOOLS:
        for n, jump in enumerate(board.jumps):
            stuck: list[tuple[LpVariable, float]] = [
                (end[jump.source], 1),
                (end[jump.over], 1),
                (end[jump.target], -1),
            ]
            model.addConstraint(LpAffineExpression.from_list(stuck) <= 1, f"stuck_{n}")

    def decode(values: Sequence[int]) -> Counts:
        return tuple(values[column.id] for column in counts)

    return Program("time-free", model, _goals(problem, counts), decode)


def _goals(problem: Problem, counts: list[LpVariable]) -> tuple[Goal, ...]:
    if problem.goal is not None:
        return ()
    if problem.kind is Kind.FOOLS:
        fewest = LpAffineExpression.from_list([(count, -1) for count in counts])
        return (Goal("jumps", fewest, sign=-1),)
    total = LpAffineExpression.from_list([(count, 1) for count in counts])
    return (Goal("pegs", total, base=problem.start.bit_count(), sign=-1),)
