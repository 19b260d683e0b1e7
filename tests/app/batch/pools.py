"""A pool without processes, whose orders the test settles."""

from typing import Any

from app.answered import Answered
from app.workers import Order, PoolClosedError, PoolError

ANSWER = Answered(b'{"status":"optimal"}', "ilp", "optimal", "completed")


class ScriptedPool:
    """Settles each order by the next word of a script; at its end, orders are never settled."""

    def __init__(self, *script: Answered | PoolError) -> None:
        self.script = list(script)
        self.full = False
        self.closed = False
        self.taken: list[Any] = []
        self.withdrawn = 0

    def expected_wait(self) -> float:
        return 0.0

    def take(self, order: Order) -> None:
        if self.closed:
            raise PoolClosedError("the service is stopping")
        self.taken.append(order.asked)
        if self.script:
            order.settle(self.script.pop(0))

    def withdraw(self, order: Order) -> None:
        self.withdrawn += order.answer.cancelled()
