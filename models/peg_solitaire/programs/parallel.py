"""The parallel program: several jumps a layer that touch no hole in common."""

from __future__ import annotations

from pulp import LpMaximize, LpProblem

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from models.peg_solitaire.programs.layers import add_layers
from models.peg_solitaire.programs.sequential import jumps_to_goal
from models.program import Pause, Program, no_pause


def likely_layers(problem: Problem) -> int:
    """Return how many layers most often suffice: 18 for the 31 jumps of the English board."""
    jumps = jumps_to_goal(problem)
    return jumps if jumps <= 3 else max(3, round(jumps * 18 / 31))


def parallel_program(
    problem: Problem, layers: int | None = None, pause: Pause = no_pause
) -> Program[Play]:
    r"""Write the parallel program of a problem with a goal.

    The rows are those of :func:`models.peg_solitaire.programs.layers.add_layers` alone, with fewer
    layers than jumps. Every solution is a play once the jumps of a layer are put in any order, but
    a play may need more layers: that there is no solution then says nothing, unless there are as
    many layers as jumps.

    Parameters
    ----------
    problem
        A problem with a goal.
    layers
        How many layers; :func:`likely_layers` if left out.
    pause
        Called between layers.

    Raises
    ------
    ValueError
        If the problem has no goal, or one with more pegs than the start.
    """
    depth = likely_layers(problem) if layers is None else layers
    model = LpProblem("meldwise_peg_parallel", LpMaximize)
    made = add_layers(model, problem.board, problem.start, problem.goal, depth, pause)
    return Program("parallel", model, (), made.decode)
