"""``dp``: every decomposition, the distance, and what is around a hand."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from models.mahjong.decomposition import Decomposition, Decompositions, canonical, wilds_in
from models.mahjong.distance import DEFAULT_FORMS, Distance, Form, Forms
from models.mahjong.hand import Hand
from models.mahjong.rules import DEFAULT_PRESET, PRESETS
from models.mahjong.tiles import Tile
from solvers.aside import aside
from solvers.mahjong.backend import Question
from solvers.result import Budget, Limits, Result, Stats, Status, Stop, StoppedError, TermResult

MOST_WAYS = 10_000
"""Decompositions listed at most: a hand of wild tiles has millions."""

UNTIMED_TURNS = 20_000
"""Turns taken without a clock: some milliseconds."""

_MOST_TURNS = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class DynamicProgram:
    """The backend; see :class:`solvers.mahjong.backend.Backend` for the attributes."""

    name: str = "dp"
    summary: str = "dynamic programs over the kinds of tile, suit by suit, with tables; compiled"
    exact: bool = True
    questions: frozenset[Question] = field(default=frozenset(Question))
    most_ways: int = MOST_WAYS

    def refusal(self, hand: Hand) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a hand: there is none it can't take."""
        return None

    def decompose(self, hand: Hand, limits: Limits, *, every: bool = True) -> Result[Decompositions]:
        """Split a hand in every way, or in one."""
        warm()
        budget = Budget(limits)
        started = time.perf_counter()
        most = self.most_ways if every else 1
        if len(hand.tiles) != hand.complete_size:
            ways: list[list[int]] = []
            stop = budget.stopped() or Stop.COMPLETED
        else:
            ways, stop = _ways(hand, most, budget)
        complete = stop is Stop.COMPLETED
        stats = Stats(solve_seconds=time.perf_counter() - started, nodes=budget.spent)
        if not ways:
            status = Status.INFEASIBLE if complete else Status.NO_ANSWER
            return Result(status, stop, None, (), self.name, stats)
        answer = Decompositions(_read(hand, ways), complete)
        if not every:
            return Result(Status.OPTIMAL, Stop.COMPLETED, answer, (), self.name, stats)
        status = Status.OPTIMAL if complete else Status.FEASIBLE
        return Result(status, stop, answer, (), self.name, stats)

    def distance(
        self, hand: Hand, forms: Forms, limits: Limits, *, details: bool = True
    ) -> Result[Distance]:
        """Measure the distance and, for ``details``, of every hand around."""
        warm()
        from solvers.mahjong.dp import measuring  # noqa: PLC0415
        from solvers.mahjong.dp.task import FAR, Within, make_task  # noqa: PLC0415

        budget = Budget(limits)
        started = time.perf_counter()

        def result(status: Status, stop: Stop, answer: Distance | None) -> Result[Distance]:
            stats = Stats(solve_seconds=time.perf_counter() - started, nodes=budget.spent)
            value = None if answer is None else answer.available
            terms = (TermResult("exchanges_available", value, value),)
            return Result(status, stop, answer, terms, self.name, stats)

        def known(distance: int) -> int | None:
            return None if distance >= FAR else distance

        try:
            task = make_task(hand, Within.AVAILABLE)
            near, form, shown = measuring.measure(hand, task, forms, budget)
            limited = near
            if hand.visible:
                game = make_task(hand, Within.GAME)
                limited = measuring.measure(hand, game, forms, budget)[0]
            unlimited = make_task(hand, Within.ANY_NUMBER)
            free = measuring.measure(hand, unlimited, forms, budget)[0]
        except StoppedError as stopped:
            return result(Status.NO_ANSWER, stopped.stop, None)
        nearest = None if near >= FAR else measuring.nearest_hand(hand, form, shown)
        bare = Distance(known(limited), known(free), known(near), nearest)
        if not details:
            return result(Status.OPTIMAL, Stop.COMPLETED, bare)
        try:
            useful, discards = measuring.surroundings(hand, task, forms, budget)
        except StoppedError as stopped:
            return result(Status.FEASIBLE, stopped.stop, bare)
        answer = Distance(
            bare.exchanges, bare.without_copy_limit, bare.available, nearest, useful, discards
        )
        return result(Status.OPTIMAL, Stop.COMPLETED, answer)


DP = DynamicProgram()


def _ways(hand: Hand, most: int, budget: Budget) -> tuple[list[list[int]], Stop]:
    """Run the compiled search within the budget; first a bite without a clock."""
    from solvers.mahjong.dp.splits import COMPLETED, FULL, places, splits  # noqa: PLC0415

    rules = hand.rules
    held, where, stop = np.array(hand.counts), places(rules), np.zeros(1, np.int64)
    reason = budget.exhausted()
    if reason is not None:
        return [], reason
    allowed = _MOST_TURNS if budget.work_left is None else budget.work_left

    def run(turns: int) -> tuple[int, list[list[int]], int]:
        how, found, taken = splits(
            held, hand.wilds, rules.copies, where, hand.sets, int(rules.pair), most, turns, stop
        )
        return how, found.tolist(), taken

    bite = min(allowed, UNTIMED_TURNS)
    how, ways, taken = run(bite)
    budget.spent += min(taken, bite)
    if how == FULL and len(ways) < most and bite < allowed:
        # What was done is done again, and counted again: it is work.
        rest = allowed - taken
        again, reason = aside(lambda: run(rest), budget, lambda: stop.fill(1))
        if again is None:
            return ways, reason or Stop.CANCELLED
        how, ways, taken = again
        budget.spent += min(taken, rest)
    if how == COMPLETED:
        return ways, Stop.COMPLETED
    return ways, Stop.WORK_LIMIT if how == FULL else reason or Stop.CANCELLED


def _read(hand: Hand, ways: list[list[int]]) -> tuple[Decomposition, ...]:
    blocks = hand.rules.blocks
    if len(ways) == 1 and not hand.wilds:
        return (Decomposition(tuple([blocks[place] for place in ways[0]])),)
    natural: tuple[Tile, ...] = hand.tiles[: len(hand.tiles) - hand.wilds]
    found = []
    for way in ways:
        shown = tuple([blocks[place] for place in way])
        wilds = wilds_in(hand.rules, natural, shown) if hand.wilds else ()
        found.append(Decomposition(shown, wilds))
    return canonical(hand.rules, found)


@cache
def warm() -> None:
    """Load the compiled programs and make the usual tables; once in a process."""
    # Only here, so that what asks nothing of Mahjong need not wait for Numba.
    from solvers.mahjong.dp import measuring, splits  # noqa: F401, PLC0415

    rules = PRESETS[DEFAULT_PRESET]
    hand = Hand(rules, rules.kinds[:3] + rules.kinds[-1:] * 2)
    budget = Budget(Limits())
    from solvers.mahjong.dp.task import Within, make_task  # noqa: PLC0415

    task = make_task(hand, Within.GAME)
    measuring.measure(hand, task, DEFAULT_FORMS, budget)
    measuring.surroundings(hand, task, (*DEFAULT_FORMS, Form.SEVEN_PAIRS), budget)
    _ways(hand, 1, budget)
