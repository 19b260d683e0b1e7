"""``rule-based``: the layered player as a backend."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.defects import Defects, Path
from models.rummikub.move import Move
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from solvers.result import Budget, Limits, Result, Stats, Status, Stop, StoppedError
from solvers.rummikub.results import nothing_known
from solvers.rummikub.rule_based.meter import Meter
from solvers.rummikub.rule_based.options import read_layers
from solvers.rummikub.rule_based.player import LAYERS, play, play_first
from solvers.rummikub.rule_based.record import Record
from solvers.rummikub.rule_based.state import State
from solvers.rummikub.rule_based.translation import state_of


@dataclass(frozen=True, slots=True)
class RuleBased:
    """The backend; see :class:`solvers.rummikub.backend.Backend` for the other attributes.

    Attributes
    ----------
    layers
        The layers that play, in this order.
    """

    name: str = "rule-based"
    summary: str = "plays by rules as people do, layer by layer; fast, and not always the best"
    exact: bool = False
    terms: frozenset[Term] = frozenset(Term)
    layers: tuple[str, ...] = tuple(LAYERS)

    def with_options(self, raw: object, path: Path, defects: Defects) -> RuleBased:
        """Read options as :func:`read_layers` does, and return the player that they ask for."""
        return replace(self, layers=read_layers(raw, path, defects))

    def refusal(self, position: Position, objective: Objective) -> str | None:  # noqa: ARG002
        """Refuse tables known only as tiles: the layers go by sets."""
        return "rule-based needs the table as sets" if position.table_tiles else None

    def solve(self, position: Position, objective: Objective, limits: Limits) -> Result[Move]:
        """Play; of all that comes out on the way, the best by the objective is the answer.

        It is proven only where no move at all could be worth more.
        """
        budget = Budget(limits)
        started = time.perf_counter()
        if reached := budget.exhausted():
            return nothing_known(objective, self.name, reached)
        state = state_of(position)
        record = Record(position, objective, state)
        meter = Meter(budget)
        built = time.perf_counter()

        def stats() -> Stats:
            solving = time.perf_counter() - built
            return Stats(build_seconds=built - started, solve_seconds=solving, nodes=meter.steps)

        def result(stop: Stop) -> Result[Move]:
            terms = record.terms()
            proven = all(term.value == term.bound for term in terms)
            status, stop = (Status.OPTIMAL, Stop.COMPLETED) if proven else (Status.FEASIBLE, stop)
            return Result(
                status,
                stop,
                record.move,
                terms,
                self.name,
                stats(),
                record.route(),
                record.steps,
            )

        every = budget.listened_to or objective[0] is not Term.TILES
        stop = Stop.COMPLETED
        try:
            for name, after in self._play(position, state, meter):
                record.add(name, after)
                if every and record.weigh() and budget.listened_to:
                    budget.watch.improved(result(Stop.COMPLETED))
        except StoppedError as stopped:
            stop = stopped.stop
        record.weigh()
        if stop is not Stop.COMPLETED and not record.steps:
            return nothing_known(objective, self.name, stop, stats())
        return result(stop)

    def _play(self, position: Position, state: State, meter: Meter) -> Iterator[tuple[str, State]]:
        if position.opened:
            return play(state, self.layers, meter)
        return play_first(state, position.rules.initial_meld_points, self.layers, meter)


RULE_BASED = RuleBased()
