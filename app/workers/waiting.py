"""The orders that wait for a worker: short ones, and long ones, which can be held back.

A multilevel feedback queue: nobody can tell beforehand how long a solve takes, so every order
starts among the short ones, and one that was stopped because it had run too long waits again among
the long ones, at the place that the time of its asking gives it.
"""

from __future__ import annotations

from collections import deque

from app.workers.order import Order


class Waiting:
    """Orders in the order of their asking, short and long ones apart."""

    def __init__(self) -> None:
        self._short: deque[Order] = deque()
        self._long: deque[Order] = deque()

    def __len__(self) -> int:
        return len(self._short) + len(self._long)

    @property
    def short(self) -> int:
        """How many of them are not known to be long."""
        return len(self._short)

    def add(self, order: Order) -> None:
        """Add an order at the place that its time of asking gives it."""
        queue = self._long if order.long else self._short
        later: list[Order] = []
        while queue and queue[-1].asked_at > order.asked_at:
            later.append(queue.pop())
        queue.append(order)
        queue.extend(reversed(later))

    def take(self, *, long_too: bool) -> Order | None:
        """Remove the oldest order and return it; among the short ones only, if so asked."""
        if not self._long or not long_too:
            return self._short.popleft() if self._short else None
        if self._short and self._short[0].asked_at < self._long[0].asked_at:
            return self._short.popleft()
        return self._long.popleft()

    def discard(self, order: Order) -> None:
        """Remove an order, if it waits."""
        queue = self._long if order.long else self._short
        if order in queue:
            queue.remove(order)

    def oldest(self) -> Order | None:
        """Return the order that has waited longest."""
        heads = [queue[0] for queue in (self._short, self._long) if queue]
        return min(heads, key=lambda order: order.asked_at, default=None)

    def empty(self) -> list[Order]:
        """Remove all orders and return them."""
        orders = [*self._short, *self._long]
        self._short.clear()
        self._long.clear()
        return orders
