"""The dynamic program over the kinds of tile, compiled: the distance, and a nearest complete hand.

Kind after kind it chooses how many runs start there (*c*), how many triplets (*t*) and whether the
pair is of it (*y*). With *a* and *b* runs started two and one kinds before, a complete hand shows
``a + b + c + 3t + 2y`` copies; what the hand lacks of them is the cost. Between two kinds a state
is (*b*, *c*, sets so far, pairs so far, copies beyond reach so far).
"""

from __future__ import annotations

import numpy as np

from solvers.compiling import compiled
from solvers.mahjong.dp.task import FAR, Costs, Integers, Task


@compiled
def blank(task: Task) -> Costs:
    """Return costs of states, none reached; indexed by (b, c, sets, pairs, beyond)."""
    width = task.most_runs + 1
    shape = (width, width, task.sets + 1, task.pair + 1, task.forced + 1)
    return np.full(shape, FAR, np.int16)


@compiled
def step(task: Task, before: Costs, after: Costs, held: int, reach: int, begins: int) -> None:
    """Let one kind choose: fill ``after`` with the least costs that follow from ``before``."""
    after[:] = FAR
    width = before.shape[0]
    for a in range(width):
        for b in range(width):
            for sets in range(task.sets + 1):
                for pairs in range(task.pair + 1):
                    for beyond in range(task.forced + 1):
                        cost = before[a, b, sets, pairs, beyond]
                        if cost >= FAR:
                            continue
                        most_begun = min(width - 1, task.sets - sets) if begins else 0
                        for c in range(most_begun + 1):
                            if a + b + c > task.most:
                                break
                            most_triplets = (task.sets - sets - c) * task.triplets
                            for t in range(most_triplets + 1):
                                if a + b + c + 3 * t > task.most:
                                    break
                                for y in range(task.pair - pairs + 1):
                                    shown = a + b + c + 3 * t + 2 * y
                                    if shown > task.most:
                                        break
                                    far = beyond + max(0, shown - reach)
                                    if far > task.forced:
                                        break
                                    new = cost + max(0, shown - held)
                                    if new < after[b, c, sets + c + t, pairs + y, far]:
                                        after[b, c, sets + c + t, pairs + y, far] = new


@compiled
def begins_at(task: Task, group: int, kind: int) -> int:
    """Whether a run can start at a kind."""
    return int(task.runs[group] and kind + 2 < task.starts[group + 1])


@compiled
def group_costs(task: Task, group: int, held: Integers, first: Costs, second: Costs) -> Costs:
    """Return the least cost of each number of sets, pairs and copies beyond reach in one group.

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
    return first[0, 0]


@compiled
def less_wilds(costs: Costs, task: Task) -> int:
    """Return the distance: the least cost over the copies beyond reach, wild tiles deducted."""
    least = costs[task.sets, task.pair].min()
    return FAR if least >= FAR else max(0, least - task.wilds)


@compiled
def nearest(task: Task) -> tuple[int, Integers]:
    """Find a nearest complete hand.

    Returns
    -------
    tuple[int, Integers]
        The distance, and what starts at each kind: triplets, runs, pairs; shape (kinds, 3).
    """
    kinds = len(task.held)
    chosen = np.zeros((kinds, 3), np.int64)
    one = blank(task)
    layers = np.empty((kinds + 1, *one.shape), np.int16)
    layers[0] = FAR
    layers[0, 0, 0, 0, 0, 0] = 0
    for group in range(len(task.runs)):
        for kind in range(task.starts[group], task.starts[group + 1]):
            begins = begins_at(task, group, kind)
            step(
                task, layers[kind], layers[kind + 1], task.held[kind], task.reach[kind], begins
            )
    distance = less_wilds(layers[kinds, 0, 0], task)
    if distance >= FAR:
        return FAR, chosen
    b, c, sets, pairs = 0, 0, task.sets, task.pair
    beyond = int(layers[kinds, 0, 0, sets, pairs].argmin())
    for kind in range(kinds - 1, -1, -1):
        held, reach = task.held[kind], task.reach[kind]
        cost = layers[kind + 1, b, c, sets, pairs, beyond]
        found = False
        for a in range(one.shape[0]):
            for t in range((sets - c) * task.triplets + 1):
                for y in range(pairs + 1):
                    shown = a + b + c + 3 * t + 2 * y
                    far = beyond - max(0, shown - reach)
                    if found or shown > task.most or far < 0:
                        continue
                    before = layers[kind, a, b, sets - c - t, pairs - y, far]
                    if before + max(0, shown - held) == cost:
                        chosen[kind] = (t, c, y)
                        found = True
                        last = (a, far)
        sets -= c + chosen[kind, 0]
        pairs -= chosen[kind, 2]
        b, c, beyond = last[0], b, last[1]
    return distance, chosen
