"""A race of programs in slices: each has its turn, and the turns get longer.

How long HiGHS takes for a program without an objective is a matter of luck, with a long tail: so it
is cut off and begun anew, with another number of layers or another seed. Slices end after a
number of questions of HiGHS's, not of seconds: the same request has the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from models.peg_solitaire.play import Play
from models.program import Pause, Program
from solvers.claims import Claim
from solvers.peg_solitaire.runs import Run, Runs

type Layered = Callable[[int | None, Pause], Program[Play]]
"""Writes a program with so many layers, or with one jump a layer if that is ``None``."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part in a race.

    Attributes
    ----------
    share
        Layers, as a share of the jumps; ``None`` is the program with one jump a layer.
    """

    share: float | None


ENTRANTS = (Entrant(18 / 31), Entrant(20 / 31), Entrant(16 / 31), Entrant(None))
"""In the order of their turns; docs/peg-solitaire-programs.md has the measurements."""

QUESTIONS = 600
"""Questions of the first slices: some 15 to 20 s on the English board."""

GROWTH = 1.5
"""How much longer slices get from round to round, so that every proof is finished in the end."""

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
    still = list(dict.fromkeys(_layers(entrant, jumps) for entrant in ENTRANTS))
    questions = float(QUESTIONS)
    seed = 0
    while True:
        for layers in tuple(still):
            # The last one left has nobody to wait for it.
            limit = round(questions) if len(still) > 1 else None
            run = runs.feasible(
                lambda pause, layers=layers: write(layers, pause),  # type: ignore[misc]
                {"random_seed": seed},
                limit,
            )
            if run.play is not None:
                return run
            if run.claim is Claim.INFEASIBLE:
                if layers is None or layers >= jumps:
                    return run
                # Fewer layers are of no use either.
                still = [n for n in still if n is None or n > layers]
            elif runs.budget.exhausted() is not None:
                return run
        questions *= GROWTH
        seed += 1


def _layers(entrant: Entrant, jumps: int) -> int | None:
    return None if entrant.share is None else max(3, round(entrant.share * jumps))
