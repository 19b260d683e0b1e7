"""Fool's solitaire with a horizon: so many jumps, and then none is possible."""

from __future__ import annotations

from pulp import LpMaximize, LpProblem

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from models.peg_solitaire.programs.layers import add_layers, one_jump_each, stuck_at_the_end
from models.program import Pause, Program, no_pause


def fools_program(problem: Problem, horizon: int, pause: Pause = no_pause) -> Program[Play]:
    r"""Write the program of plays with exactly ``horizon`` jumps that end stuck.

    The rows are those of :func:`models.peg_solitaire.programs.layers.add_layers`, with one jump a
    layer and the end left open, and for each jump from *s* over *o* to *g* a dead-end row
    :math:`b_s + b_o - b_g \le 1` on the position at the end. The fewest jumps are the least
    horizon with a solution.

    Parameters
    ----------
    problem
        The problem; its goal is not looked at.
    horizon
        How many jumps.
    pause
        Called between layers.
    """
    model = LpProblem("meldwise_peg_fools", LpMaximize)
    layers = add_layers(model, problem.board, problem.start, None, horizon, pause)
    one_jump_each(model, layers)
    stuck_at_the_end(model, layers)
    return Program("fools", model, (), layers.decode)
