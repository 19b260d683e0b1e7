"""Long-hop: the sequential program, with the jumps that go on with the last peg counted."""

from __future__ import annotations

from pulp import LpAffineExpression, LpMaximize, LpProblem, LpVariable

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from models.peg_solitaire.programs.layers import add_layers, one_jump_each
from models.peg_solitaire.programs.sequential import jumps_to_goal
from models.program import Goal, Pause, Program, no_pause, whole_columns


def long_hop_program(problem: Problem, pause: Pause = no_pause) -> Program[Play]:
    r"""Write the program of plays to a goal in the fewest moves.

    To the sequential program it adds :math:`c_{ht}`, 0 or 1: the jump of layer *t* goes on from
    hole *h* where that of layer *t - 1* landed,

    .. math::

        c_{ht} \le \sum_{j \text{ lands in } h} x_{j,t-1}, \qquad
        c_{ht} \le \sum_{j \text{ starts in } h} x_{jt}.

    A play of *n* jumps has :math:`n - \sum_{ht} c_{ht}` moves where as many are 1 as can be.

    Parameters
    ----------
    problem
        A problem with a goal.
    pause
        Called between layers.

    Raises
    ------
    ValueError
        If the problem has no goal, or one with more pegs than the start.
    """
    board, jumps = problem.board, jumps_to_goal(problem)
    model = LpProblem("meldwise_peg_long_hop", LpMaximize)
    layers = add_layers(model, board, problem.start, problem.goal, jumps, pause)
    one_jump_each(model, layers)
    landing = [[n for n, j in enumerate(board.jumps) if j.target == h] for h in range(board.size)]
    leaving = [[n for n, j in enumerate(board.jumps) if j.source == h] for h in range(board.size)]
    turning = [h for h in range(board.size) if landing[h]]
    names = {
        f"on_{t}_{board.holes[h][0]}_{board.holes[h][1]}": 1
        for t in range(1, jumps)
        for h in turning
    }
    columns = iter(whole_columns(model, names))
    kept: list[tuple[LpVariable, float]] = []
    for t in range(1, jumps):
        pause()
        for h in turning:
            on = next(columns)
            kept.append((on, 1))
            before = [(layers.jumps[t - 1][n], -1) for n in landing[h]]
            after = [(layers.jumps[t][n], -1) for n in leaving[h]]
            for name, terms in (("from", before), ("to", after)):
                row = LpAffineExpression.from_list([(on, 1), *terms])
                model.addConstraint(row <= 0, f"{name}_{t}_{h}")
    goal = Goal("moves", LpAffineExpression.from_list(kept), base=jumps, sign=-1)
    return Program("long-hop", model, (goal,), layers.decode)
