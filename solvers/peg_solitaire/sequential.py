"""``sequential``: one jump a layer, start and goal fixed; horizon by horizon without a goal."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from models.peg_solitaire.programs import sequential_program
from solvers.peg_solitaire.hopping import fewest_moves
from solvers.peg_solitaire.horizons import fewest_left, shortest_stuck
from solvers.peg_solitaire.parallel import raced
from solvers.peg_solitaire.program_backend import looked_for, reach
from solvers.peg_solitaire.runs import Run, Runs
from solvers.peg_solitaire.symmetry import representative
from solvers.result import Budget, Limits, Result


@dataclass(frozen=True, slots=True)
class Sequential:
    """The backend; see :class:`solvers.peg_solitaire.backend.Backend` for the attributes."""

    name: str = "sequential"
    summary: str = "integer program with one jump a layer, start and goal fixed; HiGHS"
    exact: bool = True
    kinds: frozenset[Kind] = field(default=frozenset(Kind))

    def refusal(self, problem: Problem) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a problem: there is none it can't take."""
        return None

    def solve(self, problem: Problem, limits: Limits) -> Result[Play]:
        """Find a play within the limits."""
        runs = Runs(Budget(limits))
        match problem.kind:
            case Kind.FOOLS:
                return shortest_stuck(problem, runs, self.name)
            case Kind.FEWEST_LEFT:
                return fewest_left(problem, runs, self.name, parallel=False)
            case Kind.LONG_HOP:
                run = looked_for(problem, runs, self.name, raced)
                if isinstance(run, Result):
                    return run
                return fewest_moves(problem, runs, self.name, run)
            case Kind.REACH:
                return reach(problem, runs, self.name, one_by_one)


def one_by_one(problem: Problem, runs: Runs) -> Run:
    """Solve the sequential program of the problem that stands for all alike."""
    alike = representative(problem)
    run = runs.feasible(lambda pause: sequential_program(alike.problem, pause))
    return Run(run.claim, run.stop, None if run.play is None else alike.returned(run.play))


SEQUENTIAL = Sequential()
