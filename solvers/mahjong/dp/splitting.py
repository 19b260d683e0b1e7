"""Every way to split a hand, within a budget."""

from __future__ import annotations

import numpy as np

from models.mahjong.decomposition import Decomposition, canonical, wilds_in
from models.mahjong.hand import Hand
from solvers.aside import aside
from solvers.mahjong.dp.splits import COMPLETED, FULL, places, splits
from solvers.result import Budget, Stop

UNTIMED_TURNS = 20_000
"""Turns taken without a clock: some milliseconds."""

_MOST_TURNS = np.iinfo(np.int64).max


def ways(hand: Hand, most: int, budget: Budget) -> tuple[tuple[Decomposition, ...], Stop]:
    """Split a hand of as many tiles as a complete one has.

    Parameters
    ----------
    hand
        The hand.
    most
        Ways to be found at most.
    budget
        Limits; a turn of the search counts as one unit of work.

    Returns
    -------
    tuple[tuple[Decomposition, ...], Stop]
        The ways found, in canonical order, and why the search ended: ``completed`` if these are
        all, ``work_limit`` also if there are more than ``most``.
    """
    reason = budget.exhausted()
    if reason is not None:
        return (), reason
    rules = hand.rules
    held, where, stop = np.array(hand.counts), places(rules), np.zeros(1, np.int64)
    allowed = _MOST_TURNS if budget.work_left is None else budget.work_left

    def run(turns: int) -> tuple[int, list[list[int]], int]:
        how, found, taken = splits(
            held, hand.wilds, rules.copies, where, hand.sets, int(rules.pair), most, turns, stop
        )
        return how, found.tolist(), taken

    bite = min(allowed, UNTIMED_TURNS)
    how, found, taken = run(bite)
    budget.spent += min(taken, bite)
    if how == FULL and len(found) < most and bite < allowed:
        # What was done is done again, and counted again: it is work.
        rest = allowed - min(taken, bite)
        again, reason = aside(lambda: run(rest), budget, lambda: stop.fill(1))
        if again is None:
            return _read(hand, found), reason or Stop.CANCELLED
        how, found, taken = again
        budget.spent += min(taken, rest)
    if how == COMPLETED:
        return _read(hand, found), Stop.COMPLETED
    return _read(hand, found), Stop.WORK_LIMIT if how == FULL else reason or Stop.CANCELLED


def _read(hand: Hand, found: list[list[int]]) -> tuple[Decomposition, ...]:
    blocks = hand.rules.blocks
    shown = [tuple([blocks[place] for place in way]) for way in found]
    if not hand.wilds:
        return canonical(hand.rules, map(Decomposition, shown))
    natural = hand.tiles[: len(hand.tiles) - hand.wilds]
    return canonical(
        hand.rules, (Decomposition(way, wilds_in(hand.rules, natural, way)) for way in shown)
    )
