"""Compiled pruning: what is left out at the end of a number. The arguments are in docs/sweep.md."""

from __future__ import annotations

import numpy as np

from solvers.compiling import compiled
from solvers.rummikub.sweep.words import (
    DUE,
    JOKERS_MASK,
    LONG,
    NOWHERE,
    POINTS_AT,
    REST,
    RUNS,
    SCORE,
    Integers,
    Task,
)


@compiled
def settled(task: Task, runs: int, number: int, jokers_left: int, pruning: int) -> int:
    """Look ahead from the end of a number.

    Returns the runs with what can't matter taken out, or ``NOWHERE`` if they can't all go on.
    """
    last = number == task.table.shape[1] - 2
    mask = (1 << task.bits) - 1
    missing = 0
    for colour in range(task.table.shape[0]):
        shift = task.bits * colour
        state = (runs >> shift) & mask
        ahead = 0 if last else task.table[colour, number + 1] + task.hand[colour, number + 1]
        due = task.due[state]
        if last and due > 0:
            return NOWHERE
        if pruning & DUE and due > ahead:
            missing += due - ahead
            if missing > jokers_left:
                return NOWHERE
        if pruning & LONG:
            room = max(0, ahead + (0 if last else jokers_left) - due)
            surplus = task.long[state] - room
            if surplus > 0:
                runs -= surplus << shift
    return runs


@compiled
def narrowed(task: Task, pool: Integers, first: int, end: int, width: int) -> int:
    """Keep the ``width`` best states of a number; return the new end.

    Best is: worth most, then fewest runs that must go on, most that may, fewest jokers used.
    """
    mask = (1 << task.bits) - 1
    rank = np.empty(end - first, np.int64)
    for index in range(first, end):
        better = -(pool[index, REST] & JOKERS_MASK)
        for colour in range(task.table.shape[0]):
            state = (pool[index, RUNS] >> (task.bits * colour)) & mask
            better += task.long[state] - task.due[state]
        # Runs and jokers are far fewer than 256: they only decide between equals.
        rank[index - first] = -(256 * pool[index, SCORE] + better)
    chosen = np.sort(np.argsort(rank, kind="mergesort")[:width])
    pool[first : first + width] = pool[first:end][chosen]
    return first + width


@compiled
def undominated(task: Task, pool: Integers, first: int, end: int, stop_wanted: Integers) -> int:
    """Drop the states of a number that another one dominates; return the new end.

    A state is compared with those of the same due runs: it is dominated by one that has at least
    as many long runs in each colour and points, no more jokers used (unless table jokers still
    have to be laid), and is worth no less. Once ``stop_wanted`` is set, what is left is kept.
    """
    mask = (1 << task.bits) - 1
    colours = task.table.shape[0]
    count = end - first
    short = np.empty(count, np.int64)
    for index in range(count):
        runs = pool[first + index, RUNS]
        key = 0
        for colour in range(colours):
            state = (runs >> (task.bits * colour)) & mask
            key |= (state - task.long[state]) << (task.bits * colour)
        short[index] = key
    order = np.argsort(short, kind="mergesort")
    dropped = np.zeros(count, np.bool_)
    start = 0
    while start < count and not stop_wanted[0]:
        stop = start + 1
        while stop < count and short[order[stop]] == short[order[start]]:
            stop += 1
        # A crowd of states is compared with its neighbours only: the rule is for speed.
        for i in range(start, stop):
            for k in range(i + 1, min(stop, i + 64)):
                one, other = first + order[i], first + order[k]
                if not dropped[order[k]] and dominates(task, pool, one, other):
                    dropped[order[k]] = True
                elif not dropped[order[i]] and dominates(task, pool, other, one):
                    dropped[order[i]] = True
        start = stop
    kept = first
    for index in range(count):
        if not dropped[index]:
            pool[kept] = pool[first + index]
            kept += 1
    return kept


@compiled
def dominates(task: Task, pool: Integers, one: int, other: int) -> bool:
    """Whether state ``one`` dominates state ``other``; their due runs are the same."""
    jokers = pool[one, REST] & JOKERS_MASK
    more = pool[other, REST] & JOKERS_MASK
    if jokers > more or (jokers < more and jokers < task.table_jokers):
        return False
    if (pool[one, REST] >> POINTS_AT) < (pool[other, REST] >> POINTS_AT):
        return False
    if pool[one, SCORE] + task.joker_worth * jokers < pool[other, SCORE] + task.joker_worth * more:
        return False
    mask = (1 << task.bits) - 1
    for colour in range(task.table.shape[0]):
        shift = task.bits * colour
        mine, theirs = (pool[one, RUNS] >> shift) & mask, (pool[other, RUNS] >> shift) & mask
        if task.long[mine] < task.long[theirs]:
            return False
    return True
