"""The sequential program: one jump a layer, as many layers as pegs must go."""

from __future__ import annotations

from pulp import LpMaximize, LpProblem

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from models.peg_solitaire.programs.layers import add_layers, one_jump_each
from models.program import Pause, Program, no_pause


def sequential_program(problem: Problem, pause: Pause = no_pause) -> Program[Play]:
    r"""Write the sequential program of a problem with a goal.

    Start and goal are fixed, so there is nothing to maximise; the rows are those of
    :func:`models.peg_solitaire.programs.layers.add_layers` and :math:`\sum_j x_{jt} = 1`. It has a
    solution if and only if there is a play.

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
    model = LpProblem("meldwise_peg_sequential", LpMaximize)
    layers = add_layers(
        model, problem.board, problem.start, problem.goal, jumps_to_goal(problem), pause
    )
    one_jump_each(model, layers)
    return Program("sequential", model, (), layers.decode)


def jumps_to_goal(problem: Problem) -> int:
    """Return how many jumps lead to the goal.

    Raises
    ------
    ValueError
        If the problem has no goal, or one with more pegs than the start.
    """
    jumps = problem.jumps_needed
    if jumps is None or jumps < 0:
        raise ValueError("the program is for a goal with no more pegs than the start")
    return jumps
