"""What came out on the way, and the best of it by the objective."""

from __future__ import annotations

from itertools import groupby

from models.rummikub.move import stay
from models.rummikub.objective import Objective, Term, evaluate_all, is_better
from models.rummikub.position import Position
from solvers.result import Step, TermResult
from solvers.rummikub.rule_based.state import State
from solvers.rummikub.rule_based.translation import move_to, step_between


class Record:
    """The way from a position to the best move on it.

    The layers go for tiles and nothing else, and each step plays some. So where the objective
    begins with that term the last is the best, and moves on the way need not be made.

    Parameters
    ----------
    position
        The position.
    objective
        The terms.
    start
        The state to begin with.

    Attributes
    ----------
    move, values
        The best move so far, at first none, and what it is worth term by term.
    """

    def __init__(self, position: Position, objective: Objective, start: State) -> None:
        self._position = position
        self._objective = objective
        self._start = self._last = start
        self._steps: list[Step] = []
        self._best = 0
        self.move = stay(position)
        self.values = evaluate_all(objective, position, self.move)

    def add(self, name: str, after: State) -> None:
        """Note what a layer played."""
        self._steps.append(step_between(name, self._last, after))
        self._last = after

    def weigh(self) -> bool:
        """Make a move of the last state, and say whether it is better than the best so far."""
        if self._best == len(self._steps):
            return False
        move = move_to(self._position, self._start, self._last)
        values = evaluate_all(self._objective, self._position, move)
        if not is_better(self._objective, values, self.values):
            return False
        self._best, self.move, self.values = len(self._steps), move, values
        return True

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps to the best move."""
        return tuple(self._steps[: self._best])

    def route(self) -> str:
        """Write them as a sentence: ``whole sets: K10 K11 K12; loose tiles: R4``."""
        parts = []
        for name, some in groupby(self.steps, key=lambda step: step.name):
            tiles = " ".join(code for step in some for code in step.played)
            parts.append(f"{name.replace('-', ' ')}: {tiles}")
        return "; ".join(parts)

    def terms(self) -> tuple[TermResult, ...]:
        """Bound each term by what any move can reach at most: all of the hand, all of the table."""
        hand = self._position.hand
        most = {
            Term.TILES: len(hand),
            Term.VALUE: sum(tile.number for tile in hand),
            Term.PENALTY: 0,
            Term.KEPT_SETS: len(self._position.table),
            Term.HELD_JOKERS: sum(tile.is_joker for tile in hand),
        }
        terms: list[TermResult] = []
        reached = True
        for term, value in zip(self._objective, self.values, strict=True):
            terms.append(TermResult(term, value, most[term] if reached else None))
            reached = reached and value == most[term]
        return tuple(terms)
