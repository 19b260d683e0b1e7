"""``search``: levels of positions, compiled."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.results import found, impossible, nothing_known
from solvers.peg_solitaire.search.any_play import any_play
from solvers.peg_solitaire.search.bounded import Bounded
from solvers.peg_solitaire.search.fewest_left import fewest_left
from solvers.peg_solitaire.search.levels import warm
from solvers.peg_solitaire.search.long_hop import fewest_moves
from solvers.peg_solitaire.search.stuck_play import fewest_jumps
from solvers.peg_solitaire.search.words import MOST_HOLES
from solvers.result import Budget, Limits, Result, Stats, Stop, StoppedError


@dataclass(frozen=True, slots=True)
class Search:
    """The backend; see :class:`solvers.peg_solitaire.backend.Backend` for the attributes."""

    name: str = "search"
    summary: str = "beams, and every position level by level up to symmetry; compiled"
    exact: bool = True
    kinds: frozenset[Kind] = field(default=frozenset(Kind))

    def refusal(self, problem: Problem) -> str | None:
        """Refuse boards with more holes than a machine word has bits."""
        size = problem.board.size
        if size <= MOST_HOLES:
            return None
        return f"search takes boards of at most {MOST_HOLES} holes, and this one has {size}"

    def solve(self, problem: Problem, limits: Limits) -> Result[Play]:
        """Find a play within the limits; loading compiled code is not part of them."""
        warm()
        budget = Budget(limits)
        started = time.perf_counter()

        def result(known: Bounded) -> Result[Play]:
            stats = Stats(solve_seconds=time.perf_counter() - started, nodes=budget.spent)
            stop = known.stop or Stop.COMPLETED
            if known.play is not None:
                return found(problem, known.play, known.bound, self.name, stop, stats)
            if known.certificate is not None:
                return impossible(problem, known.certificate, self.name, stats)
            return nothing_known(problem, self.name, stop, stats, known.bound)

        def report(known: Bounded) -> None:
            if budget.listened_to:
                budget.watch.improved(result(known))

        return result(_search(problem, budget, report))


SEARCH = Search()


def _search(problem: Problem, budget: Budget, report: Callable[[Bounded], None]) -> Bounded:
    match problem.kind:
        case Kind.REACH:
            return _reach(problem, budget)
        case Kind.FOOLS:
            return fewest_jumps(problem, budget, report)
        case Kind.LONG_HOP:
            return fewest_moves(problem, budget, report)
        case Kind.FEWEST_LEFT:
            return fewest_left(problem, budget, report)


def _reach(problem: Problem, budget: Budget) -> Bounded:
    try:
        reached = any_play(problem, budget)
    except StoppedError as stopped:
        return Bounded(None, None, stopped.stop)
    return Bounded(reached.play, None, None, reached.certificate)
