"""``parallel``: several disjoint jumps a layer, raced over numbers of layers and seeds."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from models.peg_solitaire.programs import parallel_program, sequential_program
from models.program import Pause, Program
from solvers.peg_solitaire.horizons import fewest_left
from solvers.peg_solitaire.program_backend import reach
from solvers.peg_solitaire.race import race
from solvers.peg_solitaire.runs import Run, Runs
from solvers.peg_solitaire.symmetry import representative
from solvers.result import Budget, Limits, Result


@dataclass(frozen=True, slots=True)
class Parallel:
    """The backend; see :class:`solvers.peg_solitaire.backend.Backend` for the attributes."""

    name: str = "parallel"
    summary: str = "integer program with several jumps a layer, raced over layers and seeds; HiGHS"
    exact: bool = True
    kinds: frozenset[Kind] = field(default=frozenset({Kind.REACH, Kind.FEWEST_LEFT}))

    def refusal(self, problem: Problem) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a problem: there is none it can't take."""
        return None

    def solve(self, problem: Problem, limits: Limits) -> Result[Play]:
        """Find a play within the limits."""
        runs = Runs(Budget(limits))
        if problem.kind is Kind.FEWEST_LEFT:
            return fewest_left(problem, runs, self.name, parallel=True)
        return reach(problem, runs, self.name, raced)


def raced(problem: Problem, runs: Runs) -> Run:
    """Race the programs on the problem that stands for all alike."""
    alike = representative(problem)

    def write(layers: int | None, pause: Pause) -> Program[Play]:
        if layers is None:
            return sequential_program(alike.problem, pause)
        return parallel_program(alike.problem, layers, pause)

    run = race(runs, write, alike.problem.jumps_needed or 0)
    return Run(run.claim, run.stop, None if run.play is None else alike.returned(run.play))


PARALLEL = Parallel()
