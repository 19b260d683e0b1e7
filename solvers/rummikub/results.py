"""What every backend does with what it found: weigh drawing against it, work out its terms."""

from __future__ import annotations

from models.rummikub.move import Move, stay
from models.rummikub.objective import Objective, evaluate_all, is_better
from models.rummikub.position import Position
from solvers.result import Result, Stats, Status, Stop, TermResult

type Values = tuple[int | None, ...]


def nothing_known(
    objective: Objective, backend: str, stop: Stop, stats: Stats | None = None
) -> Result[Move]:
    """Make the result of a backend that stopped before it knew anything."""
    terms = tuple(TermResult(term, None, None) for term in objective)
    return Result(Status.NO_ANSWER, stop, None, terms, backend, stats or Stats())


def or_draw(
    position: Position, objective: Objective, status: Status, move: Move | None, bounds: Values
) -> tuple[Status, Move | None, Values]:
    """Weigh what was found, and what could still be found, against drawing.

    Backends look for moves that lay the initial meld; ``infeasible`` then means that there is none.

    Parameters
    ----------
    position
        A position with ``opened`` false.
    objective
        The terms.
    status, move, bounds
        What a backend found; a bound a term, ``None`` where it has none.

    Returns
    -------
    tuple[Status, Move | None, Values]
        The same, drawing included.
    """
    draw = stay(position)
    idle = evaluate_all(objective, position, draw)
    if status is Status.INFEASIBLE:
        return Status.OPTIMAL, draw, idle
    values = None if move is None else evaluate_all(objective, position, move)
    for place, (term, still) in enumerate(zip(objective, idle, strict=True)):
        bound = bounds[place]
        if bound is None:
            break
        if term.better(still, bound):
            # No first move can be as good as drawing, whatever else it is worth.
            return Status.OPTIMAL, draw, idle
        if values is None or values[place] != bound or still != bound:
            break
    if values is not None and is_better(objective, idle, values):
        return status, draw, bounds
    return status, move, bounds


def term_results(
    position: Position, objective: Objective, move: Move | None, bounds: Values, *, proven: bool
) -> tuple[TermResult, ...]:
    """Work out each term from the move; a proven value is its own bound."""
    values: Values = (None,) * len(objective)
    if move is not None:
        values = evaluate_all(objective, position, move)
    if proven:
        bounds = values
    return tuple(
        TermResult(term, value, bound)
        for term, value, bound in zip(objective, values, bounds, strict=True)
    )
