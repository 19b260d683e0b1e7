"""The search itself: best-first, and its two predatory variants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush

from solvers.result import Budget, Stop
from solvers.rummikub.best_first.heuristics import Measure
from solvers.rummikub.best_first.hunt import Hunt
from solvers.rummikub.best_first.moves import after, changes
from solvers.rummikub.best_first.node import Node
from solvers.rummikub.best_first.state import Space, State

MOST_STATES = 1_000_000
"""States that one search remembers at most: some 600 MB at the peak (docs/search.md)."""


@dataclass(frozen=True, slots=True)
class Appetite:
    """How a search differs from plain best-first; as it is by default, not at all.

    Attributes
    ----------
    alpha, beta
        The heuristic at depth *d* is weighed by p(*d*) = 1 + alpha · beta^*d*.
    area
        How many collections of the last improvement may be changed while the search stays near it;
        0 for no such stay.
    """

    alpha: float = 0.0
    beta: float = 1.0
    area: int = 0


class Search:
    """One search from the start of a space.

    Attributes
    ----------
    best
        The best valid state so far; at first the start, which leaves every tile in the hand.
    played
        Tiles of the hand in its sets.
    """

    def __init__(
        self,
        space: Space,
        measure: Measure,
        appetite: Appetite,
        budget: Budget,
        improved: Callable[[], None],
    ) -> None:
        self.best: State = space.start
        self.played = 0
        self._space = space
        self._measure = measure
        self._appetite = appetite
        self._budget = budget
        self._improved = improved
        self._weights = [appetite.alpha]
        self._met: set[State] = set()
        self._queue: list[tuple[float, int, Node]] = []
        self._hunt: Hunt | None = None

    def run(self) -> Stop:
        """Search until the hand is empty, every state has been looked at, or a limit is reached."""
        start = self._space.start
        if not self._space.hand_size:
            return Stop.COMPLETED
        self._meet(Node(start, self._measure.of(start), self._space.hand_size, 0, 0))
        while True:
            if len(self._met) >= MOST_STATES:
                return Stop.WORK_LIMIT
            stop = self._budget.exhausted()
            if stop is not None:
                return stop
            node = self._next()
            if node is None:
                return Stop.COMPLETED
            self._budget.spent += 1
            if self._expand(node):
                return Stop.COMPLETED

    def _next(self) -> Node | None:
        """Take a node near the last improvement while the hunt lasts, else the best of all."""
        if self._hunt is not None:
            node = self._hunt.take()
            if node is not None:
                return node
            self._hunt = None
        while self._queue:
            node = heappop(self._queue)[2]
            if not node.expanded:
                return node
        return None

    def _expand(self, node: Node) -> bool:
        """Meet every state that is a move away; say whether one of them empties the hand."""
        node.expanded = True
        space, known = self._space, self.played
        illegal_tiles = space.collections.illegal_tiles
        for change in changes(space.collections, node.state):
            state = after(node.state, change)
            if state in self._met:
                continue
            gone, come = change
            loose = node.loose - sum(map(illegal_tiles.__getitem__, gone))
            loose += sum(map(illegal_tiles.__getitem__, come))
            value = self._measure.after(node.value, change, state)
            self._meet(Node(state, value, loose, node.depth + 1, len(self._met)))
            played = space.hand_size - loose
            if played > self.played and space.is_valid(state):
                self.best, self.played = state, played
                self._improved()
                if not loose:
                    return True
        if self.played > known and self._appetite.area:
            waiting = (node for _, _, node in self._queue if not node.expanded)
            # As many nodes in each area as there are tiles in play.
            nodes = sum(len(space.collections.tiles[number]) for number in space.start)
            self._hunt = Hunt(self.best, self._appetite.area, nodes, waiting)
        return False

    def _meet(self, node: Node) -> None:
        self._met.add(node.state)
        heappush(self._queue, (node.value * self._weight(node.depth), node.born, node))
        if self._hunt is not None:
            self._hunt.offer(node)

    def _weight(self, depth: int) -> float:
        """Return p(depth), by products alone: powers are not the same on every machine."""
        while len(self._weights) <= depth:
            self._weights.append(self._weights[-1] * self._appetite.beta)
        return 1 + self._weights[depth]
