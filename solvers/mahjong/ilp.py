"""``ilp``: the integer programs; every way by cuts, what is around by solving again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from models.mahjong.decomposition import Decomposition, Decompositions, canonical
from models.mahjong.distance import (
    Discard,
    Distance,
    Form,
    Forms,
    Kinds,
    Nearest,
    Within,
)
from models.mahjong.hand import Hand
from models.mahjong.programs import decompose_program, distance_program, forbid
from models.mahjong.tiles import Tile
from models.program import Program
from solvers.lexicographic import Method, Outcome, solve
from solvers.mahjong.backend import Question
from solvers.mahjong.results import distance_terms
from solvers.mahjong.watching import is_step, some_ways
from solvers.result import Budget, Limits, Result, Stats, Status, Stop, StoppedError


@dataclass(frozen=True, slots=True)
class IntegerPrograms:
    """The backend; see :class:`solvers.mahjong.backend.Backend` for the attributes."""

    name: str = "ilp"
    summary: str = "integer programs over all sets; every way by cuts; HiGHS relaxations"
    exact: bool = True
    questions: frozenset[Question] = field(default=frozenset(Question))

    def refusal(self, hand: Hand) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a hand: there is none it can't take."""
        return None

    def decompose(
        self, hand: Hand, limits: Limits, *, every: bool = True
    ) -> Result[Decompositions]:
        """Split a hand in every way, or in one."""
        work = _Work(limits)
        watch = work.budget.watch
        found: list[Decomposition] = []
        stop = Stop.COMPLETED
        try:
            if len(hand.tiles) == hand.complete_size:
                for way in _ways(hand, work):
                    found.append(way)
                    if not every:
                        break
                    if work.budget.listened_to and is_step(len(found)):
                        watch.improved(some_ways(hand, found, self.name, work.stats()))
        except StoppedError as stopped:
            stop = stopped.stop
        complete = stop is Stop.COMPLETED
        if not found:
            status = Status.INFEASIBLE if complete else Status.NO_ANSWER
            return Result(status, stop, None, (), self.name, work.stats())
        answer = Decompositions(canonical(hand.rules, found), complete and every)
        status = Status.OPTIMAL if complete else Status.FEASIBLE
        return Result(status, stop, answer, (), self.name, work.stats())

    def distance(
        self, hand: Hand, forms: Forms, limits: Limits, *, details: bool = True
    ) -> Result[Distance]:
        """Measure the distance and, for ``details``, of every hand around."""
        work = _Work(limits)
        answer: Distance | None = None
        status, stop = Status.NO_ANSWER, Stop.COMPLETED

        def result() -> Result[Distance]:
            return Result(status, stop, answer, distance_terms(answer), self.name, work.stats())

        def tell() -> None:
            if work.budget.listened_to:
                work.budget.watch.improved(result())

        try:
            answer = _distances(hand, forms, work)
            status = Status.FEASIBLE
            if details:
                tell()
                around = _Around(hand, forms, work)
                answer = replace(answer, useful=around.useful(hand.tiles, answer.available))
                tell()
                answer = replace(answer, discards=around.discards(answer.available))
            status = Status.OPTIMAL
        except StoppedError as stopped:
            stop = stopped.stop
        return result()


ILP = IntegerPrograms()


class _Work:
    """The programs of one request, their budget, and what they took."""

    def __init__(self, limits: Limits) -> None:
        self.budget = Budget(limits)
        self._build = self._solve = 0.0
        self._rows = self._columns = 0

    def written[Answer](self, write: Callable[[], Program[Answer]]) -> Program[Answer]:
        """Write a program.

        Raises
        ------
        StoppedError
            If it is time to stop, or no work is left.
        """
        reason = self.budget.exhausted()
        if reason is not None:
            raise StoppedError(reason)
        started = time.perf_counter()
        program = write()
        self._build += time.perf_counter() - started
        return program

    def solved(self, program: Program[Any]) -> Outcome:
        """Solve a program to the end.

        Raises
        ------
        StoppedError
            If the budget does not last.
        """
        reason = self.budget.exhausted()
        if reason is not None:
            raise StoppedError(reason)
        started = time.perf_counter()
        outcome = solve(program, self.budget, Method.SEARCH)
        self._solve += time.perf_counter() - started
        if not self._rows:
            self._rows, self._columns = outcome.matrix.rows, outcome.matrix.columns
        if not outcome.infeasible and not outcome.proven:
            raise StoppedError(outcome.stop)
        return outcome

    def stats(self) -> Stats:
        """Return times over all programs, the size of the first, and the nodes of all."""
        return Stats(
            build_seconds=self._build,
            solve_seconds=self._solve,
            rows=self._rows,
            columns=self._columns,
            nodes=self.budget.spent,
        )


def _ways(hand: Hand, work: _Work) -> Iterator[Decomposition]:
    """Solve, cut the way off, and solve again, until there is none."""
    program = work.written(lambda: decompose_program(hand, work.budget.pause))
    number = 0
    while True:
        outcome = work.solved(program)
        if outcome.point is None:
            return
        point = outcome.point.tolist()
        yield program.decode(point)
        number += 1
        forbid(program, point, number)


def _distances(hand: Hand, forms: Forms, work: _Work) -> Distance:
    available, nearest = _least(hand, forms, Within.AVAILABLE, work)
    exchanges = available
    if hand.visible:
        exchanges, _ = _least(hand, forms, Within.GAME, work)
    free, _ = _least(hand, forms, Within.ANY_NUMBER, work)
    return Distance(exchanges, free, available, nearest)


def _least(
    hand: Hand, forms: Forms, within: Within, work: _Work
) -> tuple[int | None, Nearest | None]:
    """Return the least distance over the forms, and the first form's nearest hand that has it."""
    best: tuple[int | None, Nearest | None] = None, None
    for form in forms:
        distance, nearest = _solved(hand, form, within, work)
        if distance is not None and (best[0] is None or distance < best[0]):
            best = distance, nearest
    return best


def _solved(
    hand: Hand, form: Form, within: Within, work: _Work
) -> tuple[int | None, Nearest | None]:
    program = work.written(lambda: distance_program(hand, form, within, work.budget.pause))
    outcome = work.solved(program)
    if outcome.point is None:
        return None, None
    value = outcome.stages[0].value
    distance = None if value is None else program.goals[0].value(value)
    nearest = program.decode(outcome.point.tolist()) if within is Within.AVAILABLE else None
    return distance, nearest


@dataclass(frozen=True)
class _Neighbour(Hand):
    """A hand around another one: however many tiles it has, complete ones are those of the other.

    Rules can't say so of every hand: one of more than 180 tiles may have more sets than they allow.

    Attributes
    ----------
    of
        How many sets the other has when it is complete.
    """

    of: int = 0

    @cached_property
    def sets(self) -> int:
        """How many sets a complete hand has."""
        return self.of


class _Around:
    """The hands around one: after each draw, each discard, and each draw after each."""

    def __init__(self, hand: Hand, forms: Forms, work: _Work) -> None:
        self._hand, self._forms, self._work = hand, forms, work

    def useful(self, tiles: tuple[Tile, ...], before: int | None) -> Kinds:
        """Solve for the hand of these tiles after each draw."""
        if before == 0:
            return 0
        nearer = 0
        hand = self._hand
        for place, (tile, left) in enumerate(zip(hand.rules.kinds, hand.left, strict=True)):
            if left:
                after = self._distance((*tiles, tile))
                if after is not None and (before is None or after < before):
                    nearer |= 1 << place
        return nearer

    def discards(self, now: int | None) -> tuple[Discard, ...]:
        """Solve for the hand after each discard, and each draw after each."""
        hand = self._hand
        found = []
        for tile in dict.fromkeys(hand.tiles if len(hand.tiles) >= hand.complete_size else ()):
            place = hand.tiles.index(tile)
            rest = hand.tiles[:place] + hand.tiles[place + 1 :]
            # One tile of a hand of one: what remains is no hand, and lacks a whole complete one.
            then = self._distance(rest) if rest else now
            found.append(Discard(tile, then, self.useful(rest, then)))
        return tuple(found)

    def _distance(self, tiles: tuple[Tile, ...]) -> int | None:
        hand = _Neighbour(self._hand.rules, tiles, self._hand.visible, self._hand.sets)
        return _least(hand, self._forms, Within.AVAILABLE, self._work)[0]
