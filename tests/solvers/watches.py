"""Watches for tests, and positions that keep backends at work."""

from dataclasses import replace
from typing import Any

from models.rummikub.position import Position
from solvers.result import Result, Stats
from solvers.watch import Watch
from tests.cases import load, position

VAST = {"colours": "ABCDEFGH", "numbers": 50, "copies": 10, "jokers": 8}
"""Rules under which a hand of jokers keeps ``ilp`` and ``sweep`` at work for long."""

FULL = next(c for c in load("positions.jsonl") if c["id"] == "full-3")
DENSE = " ".join(f"{colour}{number}" for number in range(1, 7) for colour in "RBOK")

HARD: dict[str, Position] = {
    "vast": position(hand="J J J J J J J J", rules=VAST),
    # HiGHS's presolve alone takes half a second on what ilp-dhh writes for this one.
    "full": position(hand=FULL["hand"], table=FULL["table"]),
    "dense": position(hand=DENSE),
    "owed": position(hand=DENSE, opened=False),
}


class Asked(Watch):
    """Wants a stop once it has been asked so often, and remembers what it was told."""

    listens = True

    def __init__(self, questions: float = float("inf")) -> None:
        self.questions = questions
        self.asked = 0
        self.told: list[Result[Any]] = []

    def wants_stop(self) -> bool:
        self.asked += 1
        return self.asked > self.questions

    def improved(self, result: Result[Any]) -> None:
        self.told.append(result)


def without_seconds(result: Result[Any]) -> Result[Any]:
    """What two solves of the same request must have in common."""
    stats = Stats(rows=result.stats.rows, columns=result.stats.columns, nodes=result.stats.nodes)
    return replace(result, stats=stats)
