"""``bitmask``: the best move out of at most 24 tiles in play."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

from models.defects import Defects
from models.rummikub.move import Move, stay, table_in_order
from models.rummikub.objective import Objective, Term, evaluate_all
from models.rummikub.position import Position
from models.rummikub.tiles import Tile
from models.rummikub.worth import ADDITIVE_TERMS, hand_worth
from solvers.result import Budget, Limits, Result, Stats, Status, Stop
from solvers.rummikub.bitmask.meter import MOST_TILES, LimitReachedError, Meter
from solvers.rummikub.bitmask.table import Cut, Question, SubsetTable
from solvers.rummikub.results import Values, or_draw, term_results


@dataclass(frozen=True, slots=True)
class Bitmask:
    """The backend; see :class:`solvers.rummikub.backend.Backend` for the attributes."""

    name: str = "bitmask"
    summary: str = f"dynamic program over the subsets of at most {MOST_TILES} tiles in play"
    exact: bool = True
    terms: frozenset[Term] = ADDITIVE_TERMS

    def refusal(self, position: Position, objective: Objective) -> str | None:  # noqa: ARG002
        """Say how many tiles are too many, or ``None``."""
        tiles = (_movable(position) + position.hand_counts).total()
        if tiles <= MOST_TILES:
            return None
        return f"bitmask takes at most {MOST_TILES} tiles in play: this position has {tiles}"

    def solve(self, position: Position, objective: Objective, limits: Limits) -> Result[Move]:
        """Find the best move within the limits.

        The table of costs is filled depth first, so nothing is known of the best move before all
        is: at a limit there is no answer, and no bound.

        Raises
        ------
        InvalidInputError
            If there are too many tiles; whoever asks :meth:`refusal` first never sees it.
        """
        defects = Defects()
        if refusal := self.refusal(position, objective):
            defects.add((), "too_many_tiles", refusal)
        defects.raise_if_any()
        meter = Meter(Budget(limits))
        started = time.perf_counter()
        table = SubsetTable(_question(position, objective), position.rules, meter)
        built = time.perf_counter()
        stop = Stop.COMPLETED
        move: Move | None = None
        bounds: Values = (None,) * len(objective)
        try:
            cut = table.best()
        except LimitReachedError as reached:
            status, stop = Status.NO_ANSWER, reached.stop
        else:
            status = Status.INFEASIBLE if cut is None else Status.OPTIMAL
            if cut is not None:
                move = _move(position, cut)
                bounds = evaluate_all(objective, position, move)
        if not position.opened:
            status, move, bounds = or_draw(position, objective, status, move, bounds)
        terms = term_results(position, objective, move, bounds, proven=status is Status.OPTIMAL)
        stats = Stats(
            build_seconds=built - started,
            solve_seconds=time.perf_counter() - built,
            nodes=meter.states,
        )
        return Result(status, stop, move, terms, self.name, stats)


BITMASK = Bitmask()


def _movable(position: Position) -> Counter[Tile]:
    """Count the table tiles that a move may use: none while the initial meld is owed."""
    return position.table_counts if position.opened else Counter()


def _question(position: Position, objective: Objective) -> Question:
    """Ask for a cut that uses all of the table, at the least cost of what stays in the hand."""
    return Question(
        tiles=_movable(position) + position.hand_counts,
        free=position.hand_counts,
        # What a tile is worth when it is played it costs when it is left.
        leaving=hand_worth(position, objective),
        points=0 if position.opened else position.rules.initial_meld_points,
    )


def _move(position: Position, cut: Cut) -> Move:
    """Read a cut as a move."""
    played = position.rules.in_order((position.hand_counts - cut.left).elements())
    if not played and (position.table or not position.opened):
        # Nothing is gained by rearranging a table and then drawing.
        return stay(position)
    if position.opened:
        return Move(played, table_in_order(position, cut.melds))
    table = table_in_order(position, (*position.table, *cut.melds))
    return Move(played, table, position.table_tiles)
