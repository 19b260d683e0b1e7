"""The program of Jefferson, Miguel, Miguel & Tarim (2006), as printed.

References
----------
.. [1] C. Jefferson, A. Miguel, I. Miguel, S. A. Tarim. Modelling and solving English Peg Solitaire.
   Computers & Operations Research 33(10), 2935-2959, 2006.
   https://doi.org/10.1016/j.cor.2005.01.018
"""

from __future__ import annotations

from collections.abc import Sequence

from pulp import LpAffineExpression, LpMaximize, LpProblem, LpVariable

from models.peg_solitaire.board import bits
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from models.peg_solitaire.programs.sequential import jumps_to_goal
from models.program import Goal, Pause, Program, no_pause, whole_columns


def paper_program(problem: Problem, pause: Pause = no_pause) -> Program[Play]:
    r"""Write the program with the variables bState and M.

    :math:`b_{ijt}` says whether there is a peg at row *i*, column *j* before step *t*, and
    :math:`M_{ijtd}` whether it jumps from there in direction *d* at step *t*; all are 0 or 1. For
    each jump, with ``o`` the hole it passes and ``g`` the one it lands in,

    .. math::

        M_{ijtd} \le b_{ijt}, \quad M_{ijtd} \le b_{ot}, \quad M_{ijtd} \le 1 - b_{gt}.

    One jump is made at each step, :math:`\sum_{ijd} M_{ijtd} = 1`, and every hole changes by the
    jumps that leave it, pass it and land in it. Only the start is fixed; the objective is the final
    peg: the most pegs in the holes of the goal after the last step. The goal is reached where that
    is all of them, since every step takes one peg away.

    Parameters
    ----------
    problem
        A problem with a goal.
    pause
        Called between steps.

    Raises
    ------
    ValueError
        If the problem has no goal, or one with more pegs than the start.
    """
    board, steps = problem.board, jumps_to_goal(problem)
    model = LpProblem("meldwise_peg_paper", LpMaximize)
    ways = {step: n for n, step in enumerate(board.directions.steps)}
    places = []
    for jump in board.jumps:
        (r, c), (r2, c2) = board.holes[jump.source], board.holes[jump.over]
        places.append(f"M_{r}_{c}_%d_{ways[r2 - r, c2 - c]}")
    columns = whole_columns(model, {name % t: 1 for t in range(steps) for name in places})
    moves = [columns[t * len(places) : (t + 1) * len(places)] for t in range(steps)]
    names = {f"bState_{r}_{c}_{t}": 1 for t in range(steps + 1) for r, c in board.holes}
    columns = whole_columns(model, names)
    state = [columns[t * board.size : (t + 1) * board.size] for t in range(steps + 1)]
    for h, column in enumerate(state[0]):
        fixed = LpAffineExpression.from_list([(column, 1)])
        model.addConstraint(fixed == problem.start >> h & 1, f"start_{h}")
    for t in range(steps):
        pause()
        row = LpAffineExpression.from_list([(x, 1) for x in moves[t]])
        model.addConstraint(row == 1, f"one_{t}")
        change: list[list[tuple[LpVariable, float]]] = [[] for _ in range(board.size)]
        for n, jump in enumerate(board.jumps):
            x = moves[t][n]
            model.addConstraint(x - state[t][jump.source] <= 0, f"source_{t}_{n}")
            model.addConstraint(x - state[t][jump.over] <= 0, f"over_{t}_{n}")
            model.addConstraint(x + state[t][jump.target] <= 1, f"target_{t}_{n}")
            change[jump.source].append((x, 1))
            change[jump.over].append((x, 1))
            change[jump.target].append((x, -1))
        for h in range(board.size):
            terms: list[tuple[LpVariable, float]] = [
                (state[t + 1][h], 1),
                (state[t][h], -1),
                *change[h],
            ]
            model.addConstraint(LpAffineExpression.from_list(terms) == 0, f"hole_{t}_{h}")
    final: list[tuple[LpVariable, float]] = [(state[-1][h], 1) for h in bits(problem.goal or 0)]
    goals = (Goal("goal_pegs", LpAffineExpression.from_list(final)),)

    def decode(values: Sequence[int]) -> Play:
        return Play(
            tuple(
                jump
                for layer in moves
                for jump, column in zip(board.jumps, layer, strict=True)
                if values[column.id]
            )
        )

    return Program("paper", model, goals, decode)
