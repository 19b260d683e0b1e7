"""The dynamic program over the kinds of tile, compiled: the distance, and a nearest complete hand.

Kind after kind it chooses how many runs start there (*c*), how many triplets (*t*) and whether the
pair is of it (*y*). With *a* and *b* runs started two and one kinds before, a complete hand shows
``a + b + c + 3t + 2y`` copies; what the hand lacks of them is the cost. Between two kinds a state
is (*b*, *c*, pairs so far, copies beyond reach so far, sets so far): in this order, so that what is
done to all numbers of sets is done to neighbours in memory.
"""

from __future__ import annotations

import numpy as np

from solvers.compiling import compiled
from solvers.mahjong.dp.task import FAR, Costs, Integers, Task


@compiled
def blank(task: Task) -> Costs:
    """Return costs of states, none reached; indexed by (b, c, pairs, beyond, sets)."""
    width = task.most_runs + 1
    shape = (width, width, task.pair + 1, task.forced + 1, task.sets + 1)
    return np.full(shape, FAR, np.int16)


@compiled
def step(task: Task, before: Costs, after: Costs, held: int, reach: int, begins: int) -> None:
    """Let one kind choose: fill ``after`` with the least costs that follow from ``before``.

    ``begins`` is 1 where a run can start, 0 where it can't, -1 where none can be open either.
    """
    after[:] = FAR
    width = before.shape[0] if begins >= 0 else 1
    most_begun = before.shape[0] if begins > 0 else 1
    most_triplets = task.sets * task.triplets
    most = min(task.most, held + task.worst)
    for a in range(width):
        for b in range(width):
            for c in range(most_begun):
                if a + b + c > most:
                    break
                for t in range(most_triplets + 1):
                    if a + b + c + 3 * t > most or c + t > task.sets:
                        break
                    for y in range(task.pair + 1):
                        shown = a + b + c + 3 * t + 2 * y
                        far = max(0, shown - reach)
                        if shown > most or far > task.forced:
                            break
                        cost = max(0, shown - held)
                        for p in range(task.pair + 1 - y):
                            for f in range(task.forced + 1 - far):
                                old = before[a, b, p, f]
                                new = after[b, c, p + y, f + far]
                                for s in range(task.sets + 1 - c - t):
                                    new[s + c + t] = min(new[s + c + t], old[s] + cost)


@compiled
def begins_at(task: Task, group: int, kind: int) -> int:
    """Say whether a run can start at a kind; see :func:`step`."""
    return int(kind + 2 < task.starts[group + 1]) if task.runs[group] else -1


@compiled
def group_costs(task: Task, group: int, held: Integers, first: Costs, second: Costs) -> Costs:
    """Return the least costs in one group, by pairs, copies beyond reach, and sets.

    Parameters
    ----------
    task
        What is asked.
    group
        The group.
    held
        Copies in the hand, in place of those of the task; shape (kinds,).
    first, second
        Room to work in, from :func:`blank`; what is returned lies in one of them.
    """
    first[:] = FAR
    first[0, 0, 0, 0, 0] = 0
    for kind in range(task.starts[group], task.starts[group + 1]):
        step(task, first, second, held[kind], task.reach[kind], begins_at(task, group, kind))
        first, second = second, first
    found: Costs = first[0, 0]
    return found


@compiled
def cheapest(costs: Costs, task: Task) -> int:
    """Return with how many copies beyond reach the least cost of a complete hand is reached."""
    best = 0
    for beyond in range(1, task.forced + 1):
        if costs[task.pair, beyond, task.sets] < costs[task.pair, best, task.sets]:
            best = beyond
    return best


@compiled
def traced(task: Task, first: int, last: int, chosen: Integers) -> int:
    """Find the least cost of some groups, and what starts at each of their kinds.

    Parameters
    ----------
    task
        What is asked, of these groups.
    first, last
        The groups: from the first to before the last.
    chosen
        Takes triplets, runs and pairs that start at each kind; shape (kinds, 3).

    Returns
    -------
    int
        The cost, wild tiles not deducted; ``FAR`` for none, and then nothing is chosen.
    """
    low, high = task.starts[first], task.starts[last]
    width, _, pairs, beyond, sets = blank(task).shape
    layers = np.full((high - low + 1, width, width, pairs, beyond, sets), FAR, np.int16)
    layers[0, 0, 0, 0, 0, 0] = 0
    for group in range(first, last):
        for kind in range(task.starts[group], task.starts[group + 1]):
            before, after = layers[kind - low], layers[kind - low + 1]
            begins = begins_at(task, group, kind)
            step(task, before, after, task.held[kind], task.reach[kind], begins)
    b, c, sets, pairs = 0, 0, task.sets, task.pair
    beyond = cheapest(layers[high - low, 0, 0], task)
    least = layers[high - low, 0, 0, pairs, beyond, sets]
    if least >= FAR:
        return FAR
    before_a, before_far = 0, 0
    for kind in range(high - 1, low - 1, -1):
        held, reach = task.held[kind], task.reach[kind]
        cost = layers[kind - low + 1, b, c, pairs, beyond, sets]
        found = False
        for a in range(width):
            for t in range((sets - c) * task.triplets + 1):
                for y in range(pairs + 1):
                    shown = a + b + c + 3 * t + 2 * y
                    far = beyond - max(0, shown - reach)
                    if found or shown > task.most or far < 0:
                        continue
                    before_cost = layers[kind - low, a, b, pairs - y, far, sets - c - t]
                    if before_cost + max(0, shown - held) == cost:
                        chosen[kind, 0], chosen[kind, 1], chosen[kind, 2] = t, c, y
                        found = True
                        before_a, before_far = a, far
        sets -= c + chosen[kind, 0]
        pairs -= chosen[kind, 2]
        b, c, beyond = before_a, b, before_far
    return int(least)


@compiled
def nearest(task: Task) -> tuple[int, Integers]:
    """Find a nearest complete hand.

    Returns
    -------
    tuple[int, Integers]
        The distance, and what starts at each kind: triplets, runs, pairs; shape (kinds, 3).
    """
    chosen = np.zeros((len(task.held), 3), np.int64)
    cost = traced(task, 0, len(task.runs), chosen)
    return (FAR if cost >= FAR else max(0, cost - task.wilds)), chosen
