"""``auto``: the quick tests of impossibility, then the first backend that takes the problem."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.backend import Backend
from solvers.peg_solitaire.impossible import why_impossible
from solvers.peg_solitaire.results import impossible, nothing_known
from solvers.result import Budget, Limits, Result, Stats, StoppedError
from solvers.watch import dressed


@dataclass(frozen=True, slots=True)
class Auto:
    """The rule as a backend; see :class:`solvers.peg_solitaire.backend.Backend`.

    Attributes
    ----------
    backends
        Those it may take, the best first.
    """

    backends: tuple[Backend, ...]
    name: str = "auto"
    summary: str = "quick tests of impossibility, then the best backend; the answer names it"
    exact: bool = True
    kinds: frozenset[Kind] = field(default=frozenset(Kind))

    def refusal(self, problem: Problem) -> str | None:
        """Refuse what no backend takes."""
        if any(self._takes(backend, problem) for backend in self.backends):
            return None
        return "no backend takes this problem"

    def solve(self, problem: Problem, limits: Limits) -> Result[Play]:
        """Find a play by the rule above; ``route`` says which way it went."""
        budget = Budget(limits)
        try:
            certificate = why_impossible(problem, budget)
        except StoppedError as stopped:
            return nothing_known(problem, self.name, stopped.stop, _stats(budget))
        tested = _stats(budget)
        if certificate is not None:
            found = impossible(problem, certificate, self.name, tested)
            return replace(found, route=f"quick tests: {certificate.kind}")

        def after_tests(result: Result[Play]) -> Result[Play]:
            return replace(result, route=result.backend, stats=result.stats.after(tested))

        for backend in self.backends:
            if self._takes(backend, problem):
                watch = dressed(limits.watch, after_tests)
                rest = Limits(budget.seconds_left, budget.work_left, watch)
                return after_tests(backend.solve(problem, rest))
        raise LookupError("no backend takes this problem: ask refusal first")

    @staticmethod
    def _takes(backend: Backend, problem: Problem) -> bool:
        return problem.kind in backend.kinds and backend.refusal(problem) is None


def _stats(budget: Budget) -> Stats:
    return Stats(solve_seconds=budget.elapsed, nodes=budget.spent)
