"""How many pegs must stay, with a horizon: so many jumps, wherever they end."""

from __future__ import annotations

from pulp import LpMaximize, LpProblem

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from models.peg_solitaire.programs.layers import add_layers, one_jump_each
from models.program import Pause, Program, no_pause


def fewest_left_program(
    problem: Problem, jumps: int, layers: int | None = None, pause: Pause = no_pause
) -> Program[Play]:
    r"""Write the program of plays with exactly so many jumps.

    The rows are those of :func:`models.peg_solitaire.programs.layers.add_layers` with the end left
    open; one jump a layer, or in fewer layers :math:`\sum_{jt} x_{jt}` = ``jumps``. The fewest pegs
    are left by the most jumps with a solution.

    Parameters
    ----------
    problem
        The problem; its goal is not looked at.
    jumps
        How many jumps.
    layers
        How many layers, several jumps in each; ``None`` is one jump a layer.
    pause
        Called between layers.
    """
    model = LpProblem("meldwise_peg_fewest_left", LpMaximize)
    depth = jumps if layers is None else layers
    made = add_layers(model, problem.board, problem.start, None, depth, pause)
    if layers is None:
        one_jump_each(model, made)
    else:
        model.addConstraint(made.total() == jumps, "jumps")
    return Program("fewest-left", model, (), made.decode)
