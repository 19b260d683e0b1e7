"""``best-first`` and ``predatory``: state-space search with six heuristics.

References
----------
.. [1] M. R. Samuelson, T. Seibert. 2009. What is known of it, and what is reconstruction, is in
   docs/search.md.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

from models.rummikub.move import Move
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from solvers.result import Budget, Limits, Result, Stats, Status, Stop
from solvers.rummikub.backend import Backend
from solvers.rummikub.best_first.heuristics import Heuristic, measure
from solvers.rummikub.best_first.search import Appetite, Search
from solvers.rummikub.best_first.state import Space
from solvers.rummikub.options import Option, Options, OptionType
from solvers.rummikub.results import nothing_known, term_results


@dataclass(frozen=True, slots=True)
class StateSpaceSearch:
    """A backend of this kind; see :class:`solvers.rummikub.options.Configurable`.

    ``heuristic`` and ``appetite`` are what its options choose.
    """

    name: str
    summary: str
    options: tuple[Option, ...]
    exact: bool = False
    terms: frozenset[Term] = frozenset({Term.TILES})
    heuristic: Heuristic = Heuristic.DTL
    appetite: Appetite = field(default_factory=Appetite)

    def with_options(self, options: Options) -> Backend:
        """Return the search as these options have it."""
        chosen: dict[str, Any] = dict(options)
        heuristic = Heuristic(chosen.pop("heuristic", self.heuristic))
        return replace(self, heuristic=heuristic, appetite=replace(self.appetite, **chosen))

    def refusal(self, position: Position, objective: Objective) -> str | None:  # noqa: ARG002
        """Refuse a table to be used of which no first state is known."""
        if position.opened and position.table_tiles:
            return f"{self.name} starts from the sets on the table, and of this one only the tiles"
        return None

    def solve(self, position: Position, objective: Objective, limits: Limits) -> Result[Move]:
        """Search for the best move within the limits; ``work`` counts nodes expanded."""
        budget = Budget(limits)
        stop = budget.exhausted()
        if stop is not None:
            return nothing_known(objective, self.name, stop)
        started = time.perf_counter()
        space = Space(position)
        built = time.perf_counter()

        def result(stop: Stop) -> Result[Move]:
            move = space.move(search.best)
            proven = search.played == space.hand_size
            stats = Stats(
                build_seconds=built - started,
                solve_seconds=time.perf_counter() - built,
                nodes=budget.spent,
            )
            terms = term_results(position, objective, move, (space.hand_size,), proven=proven)
            status = Status.OPTIMAL if proven else Status.FEASIBLE
            return Result(status, stop, move, terms, self.name, stats)

        def report() -> None:
            if budget.listened_to:
                budget.watch.improved(result(Stop.COMPLETED))

        search = Search(space, measure(self.heuristic, space), self.appetite, budget, report)
        return result(search.run())


_HEURISTIC = Option(
    name="heuristic",
    type=OptionType.CHOICE,
    default=Heuristic.DTL,
    meaning="How far a state is from one in which every tile is in a legal set: IC counts tiles in "
    "illegal collections, ICC illegal collections, DTL tiles missing to make all legal; ICOB, "
    "ICCOB and DTLOB leave out what tiles of the hand alone explain.",
    choices=tuple(Heuristic),
)
_PREDATORY = Appetite(alpha=1.0, beta=0.9)

BEST_FIRST = StateSpaceSearch(
    name="best-first",
    summary="Samuelson & Seibert: search from the table as it lies, the least heuristic first",
    options=(_HEURISTIC,),
)

PREDATORY = StateSpaceSearch(
    name="predatory",
    summary="the same search, keener at depth or, after Linhares, near the last improvement",
    options=(
        _HEURISTIC,
        Option(
            name="alpha",
            type=OptionType.NUMBER,
            default=_PREDATORY.alpha,
            meaning="The heuristic at depth d is weighed by p(d) = 1 + alpha · beta^d.",
            least=0,
            most=1000,
        ),
        Option(
            name="beta",
            type=OptionType.NUMBER,
            default=_PREDATORY.beta,
            meaning="Below 1, deep states are preferred to shallow ones; above 1, the reverse.",
            least=0,
            most=2,
        ),
        Option(
            name="area",
            type=OptionType.INTEGER,
            default=_PREDATORY.area,
            meaning="After each improvement, states that change at most 1, then 2, and so on up to "
            "this many of its collections are searched before all others; 0 for none.",
            least=0,
            most=100,
        ),
    ),
    appetite=_PREDATORY,
)
