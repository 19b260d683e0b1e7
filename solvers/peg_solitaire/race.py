"""A race of programs in slices: sprints first, then long turns that get longer.

How long HiGHS takes for a program without an objective is a matter of luck, with a long tail: so it
is cut off and begun anew, with another number of layers or another seed. Often its feasibility jump
finds a play before the first relaxation is solved: so most slices end right after it. Slices end
after a number of questions of HiGHS's, not of seconds: the same request has the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from models.peg_solitaire.play import Play
from models.program import Pause, Program
from solvers.claims import Claim
from solvers.peg_solitaire.runs import Run, Runs

type Layered = Callable[[int | None, Pause], Program[Play]]
"""Writes a program with so many layers, or with one jump a layer if that is ``None``."""

type Slice = tuple[int | None, int, int]
"""Layers, the seed, and how many questions may be asked."""

SPRINTERS = (20 / 31, 22 / 31, 18 / 31, 24 / 31)
"""Layers of the sprints, as shares of the jumps; docs/peg-solitaire-programs.md has measurements
of these and of the rest."""

SPRINTS = 48
"""Sprints before each long turn."""

SPRINT_QUESTIONS = 2
"""Questions until the feasibility jump is over."""

STAYERS = (18 / 31, 20 / 31, 16 / 31, None)
"""Layers of the long turns likewise; ``None`` is the program with one jump a layer."""

QUESTIONS = 600
"""Questions of the first long turns: some 15 to 20 s on the English board."""

GROWTH = 1.5
"""How much longer the turns get from round to round, so that every proof ends at last."""

SHORT = 4
"""Jumps up to which the program with one jump a layer is solved at once."""


def race(runs: Runs, write: Layered, jumps: int) -> Run:
    """Look for a play of a given number of jumps.

    Parameters
    ----------
    runs
        Runs the programs.
    write
        Writes them.
    jumps
        The number of jumps.

    Returns
    -------
    Run
        ``INFEASIBLE`` only if the program with one jump a layer is, or one with as many layers as
        jumps.
    """
    if jumps <= SHORT:
        return runs.feasible(lambda pause: write(None, pause))
    too_few = 0
    for layers, seed, questions in slices(jumps):
        if layers is not None and layers <= too_few:
            continue

        def written(pause: Pause, layers: int | None = layers) -> Program[Play]:
            return write(layers, pause)

        run = runs.feasible(written, {"random_seed": seed}, questions)
        if run.play is not None:
            return run
        if run.claim is Claim.INFEASIBLE:
            if layers is None or layers >= jumps:
                return run
            # Fewer layers are of no use either.
            too_few = layers
        else:
            # That a slice came to its own end is no reason to give for the whole.
            reached = runs.budget.exhausted()
            if reached is not None:
                return Run(Claim.STOPPED, reached)
    raise AssertionError("a race goes on until it is won or stopped")


def slices(jumps: int) -> Iterator[Slice]:
    """Name the slices of a race for so many jumps, without end."""
    seeds = count()
    questions = float(QUESTIONS)
    for long_seed in count():
        for share in STAYERS:
            for _ in range(SPRINTS // len(SPRINTERS)):
                seed = next(seeds)
                for sprint in SPRINTERS:
                    yield _layers(sprint, jumps), seed, SPRINT_QUESTIONS
            yield _layers(share, jumps), long_seed, round(questions)
        questions *= GROWTH


def _layers(share: float | None, jumps: int) -> int | None:
    return None if share is None else max(3, round(share * jumps))
