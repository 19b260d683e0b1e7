"""Predatory search after Linhares: near the last improvement first, in a widening area.

How near is counted in collections that differ, as Liu & Wang do with the edges of tours. Linhares
limits the cost of a tour in its place; in a best-first search, which takes the least cost first
anyway, that would not change which state is next.

References
----------
.. [1] A. Linhares. State-space search strategies gleaned from animal behavior: a traveling salesman
   experiment. Biological Cybernetics 78, 1998, 167-173.
.. [2] C. Liu, D. Wang. Predatory search algorithm with restriction of solution distance. Biological
   Cybernetics 92, 2005, 293-302.
   https://doi.org/10.1007/s00422-005-0550-6
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from solvers.rummikub.best_first.node import Node
from solvers.rummikub.best_first.state import State


def distance(incumbent: State, state: State) -> int:
    """Count the collections of one state that another has not."""
    left = list(state)
    changed = 0
    for number in incumbent:
        if number in left:
            left.remove(number)
        else:
            changed += 1
    return changed


class Hunt:
    """One hunt around an incumbent.

    Parameters
    ----------
    incumbent
        The state that was an improvement.
    area
        The widest area: how many collections of the incumbent may be changed.
    nodes
        How many nodes are expanded in each area before it is widened.
    waiting
        Nodes that are known and not expanded.
    """

    def __init__(self, incumbent: State, area: int, nodes: int, waiting: Iterable[Node]) -> None:
        self._incumbent = incumbent
        self._rings: list[list[tuple[int, int, Node]]] = [[] for _ in range(area + 1)]
        self._nodes = nodes
        self._left = nodes
        self._radius = 1
        for node in waiting:
            self.offer(node)

    def offer(self, node: Node) -> None:
        """Take a node into account, if it is not too far off."""
        ring = distance(self._incumbent, node.state)
        if ring < len(self._rings):
            heappush(self._rings[ring], (node.value, node.born, node))

    def take(self) -> Node | None:
        """Return the best node that is near enough; ``None`` when the hunt is over."""
        while self._radius < len(self._rings):
            near = self._rings[: self._radius + 1]
            for ring in near:
                while ring and ring[0][2].expanded:
                    heappop(ring)
            best = min((ring for ring in near if ring), default=None, key=lambda ring: ring[0])
            if best is not None and self._left:
                self._left -= 1
                return heappop(best)[2]
            self._radius += 1
            self._left = self._nodes
        return None
