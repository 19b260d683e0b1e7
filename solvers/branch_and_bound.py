"""Depth-first branch and bound on warm relaxations, pruned by bounds that are exact.

HiGHS's own branch and bound spends 4 ms before its first node on programs whose relaxation takes
less than one, and most of these programs need a handful of nodes. This one re-solves the relaxation
from the last basis (a few pivots a node) and prunes only by bounds worked out in whole numbers
(:meth:`solvers.matrix.Matrix.safe_bound`), so that what it proves does not rest on floating point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers.claims import Claim
from solvers.highs import Session
from solvers.matrix import Floats, Integers, Matrix
from solvers.result import Budget, Stop

_WHOLE = 1e-6
"""How far from a whole number a column of a relaxation may be to count as whole."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found.

    Attributes
    ----------
    point
        The best whole point, or ``None``.
    bound
        No whole point is worth more, by exact arithmetic; ``None`` if there is none at all.
    stop
        Why it stopped.
    certain
        Whether every pruning was exact. If not, ``bound`` still is, but the search may have left
        out points: another method must finish.
    """

    point: Integers | None
    bound: int | None
    stop: Stop
    certain: bool


@dataclass(frozen=True, slots=True)
class _Node:
    """Bounds added on the way down, and the exact bound of the parent."""

    bound: int
    changes: tuple[tuple[int, int, int], ...]


def search(
    session: Session,
    matrix: Matrix,
    cost: Integers,
    budget: Budget,
    most_nodes: int,
    incumbent: Integers | None = None,
    found: Callable[[Integers, int], None] | None = None,
) -> Searched:
    """Maximise ``cost`` over the whole points of a matrix.

    Parameters
    ----------
    session
        The matrix in HiGHS, as a linear program. Its column bounds are as before on return.
    matrix
        The same matrix.
    cost
        What to maximise; shape (columns,).
    budget
        Limits; each node counts as one unit of work.
    most_nodes
        Give up after so many nodes, uncertain.
    incumbent
        A feasible whole point; shape (columns,).
    found
        Told of each better point, with a bound on all there are.
    """
    session.maximise(cost)
    best = incumbent
    worth = None if incumbent is None else int(cost @ incumbent)
    ceiling = int(np.where(cost > 0, cost * matrix.upper, cost * matrix.lower).sum())
    open_nodes = [_Node(ceiling, ())]
    box = _Box(session, matrix)
    certain = True
    stop = Stop.COMPLETED
    nodes = 0
    while open_nodes:
        if worth is not None and open_nodes[-1].bound <= worth:
            open_nodes.pop()
            continue
        reached = budget.exhausted()
        if reached is not None or nodes == most_nodes:
            stop, certain = reached or stop, False
            break
        node = open_nodes.pop()
        box.move_to(node.changes)
        relaxed = session.relax(budget.seconds_left, budget.watch)
        nodes += 1
        budget.spent += 1
        if relaxed.claim is Claim.STOPPED:
            open_nodes.append(node)
            stop, certain = relaxed.stop, False
            break
        if relaxed.point is None:
            if not _proves_empty(matrix, relaxed.multipliers, box):
                open_nodes.append(node)
                certain = False
                break
            continue
        bound = node.bound
        if relaxed.multipliers is not None:
            exact = matrix.safe_bound(cost, relaxed.multipliers, box.lower, box.upper)
            bound = min(bound, exact)
        if worth is not None and bound <= worth:
            continue
        column = _most_fractional(relaxed.point)
        if column is None:
            point = np.rint(relaxed.point).astype(np.int64)
            if matrix.is_satisfied_by(point) and (worth is None or int(cost @ point) > worth):
                best, worth = point, int(cost @ point)
                if found is not None:
                    found(point, max(worth, bound, *(n.bound for n in open_nodes)))
            if worth is None or bound > worth:
                # The floats see an optimum here that exact arithmetic does not.
                open_nodes.append(_Node(bound, node.changes))
                certain = False
                break
            continue
        open_nodes += _children(node, bound, column, float(relaxed.point[column]), box)
    box.move_to(())
    bounds = [n.bound for n in open_nodes] + ([] if worth is None else [worth])
    return Searched(best, max(bounds, default=None), stop, certain)


class _Box:
    """The column bounds at a node, kept the same here and in HiGHS."""

    def __init__(self, session: Session, matrix: Matrix) -> None:
        self._session = session
        self._matrix = matrix
        self._changed: dict[int, tuple[int, int]] = {}
        self.lower = matrix.lower.copy()
        self.upper = matrix.upper.copy()

    def move_to(self, changes: tuple[tuple[int, int, int], ...]) -> None:
        """Change only the columns that differ between the last node and this one."""
        wanted = {column: (low, high) for column, low, high in changes}
        for column in [c for c in self._changed if c not in wanted]:
            self._set(column, int(self._matrix.lower[column]), int(self._matrix.upper[column]))
            del self._changed[column]
        for column, bounds in wanted.items():
            if self._changed.get(column) != bounds:
                self._set(column, *bounds)
                self._changed[column] = bounds

    def _set(self, column: int, low: int, high: int) -> None:
        self.lower[column], self.upper[column] = low, high
        self._session.bound_column(column, low, high)


def _most_fractional(point: Floats) -> int | None:
    distance = np.abs(point - np.rint(point))
    column = int(distance.argmax())
    return column if distance[column] > _WHOLE else None


def _children(node: _Node, bound: int, column: int, value: float, box: _Box) -> list[_Node]:
    """Split a node at a fractional column; the nearer side comes last and is looked at first."""
    low, high = int(box.lower[column]), int(box.upper[column])
    below = _Node(bound, (*node.changes, (column, low, int(np.floor(value)))))
    above = _Node(bound, (*node.changes, (column, int(np.ceil(value)), high)))
    return [below, above] if value - np.floor(value) >= 0.5 else [above, below]


def _proves_empty(matrix: Matrix, ray: Floats | None, box: _Box) -> bool:
    """Whether a dual ray proves, exactly, that a node has no feasible point."""
    if ray is None:
        return False
    nothing = np.zeros(matrix.columns, dtype=np.int64)
    # HiGHS gives the ray in either direction, at any length: lengthened, rounding hurts less.
    ray = ray / max(np.abs(ray).max(), 1e-9) * 64
    return any(
        matrix.safe_bound(nothing, sign * ray, box.lower, box.upper) < 0 for sign in (1.0, -1.0)
    )
