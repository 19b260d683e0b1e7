"""The distance to seven pairs and to thirteen orphans, compiled."""

from __future__ import annotations

import numpy as np

from solvers.compiling import compiled
from solvers.mahjong.dp.task import FAR, Integers, Task

SEVEN_PAIRS, THIRTEEN_ORPHANS = 0, 1

_PAIRS = 7


@compiled
def seven_pairs(task: Task, held: Integers, wilds: int, shown: Integers) -> int:
    """Return the distance to pairs of seven kinds, and show them in ``shown``; shape (kinds,).

    A knapsack: kind after kind a pair or none, by pairs and copies beyond reach so far.
    """
    kinds, beyond = len(held), min(task.forced, wilds)
    least = np.full((kinds + 1, _PAIRS + 1, beyond + 1), FAR, np.int64)
    least[0, 0, 0] = 0
    for kind in range(kinds):
        cost, far = max(0, 2 - held[kind]), max(0, 2 - task.reach[kind])
        for pairs in range(_PAIRS + 1):
            for f in range(beyond + 1):
                best = least[kind, pairs, f]
                if pairs and far <= f:
                    best = min(best, least[kind, pairs - 1, f - far] + cost)
                least[kind + 1, pairs, f] = best
    shown[:] = 0
    pairs, f = _PAIRS, 0
    for more in range(1, beyond + 1):
        if least[kinds, pairs, more] < least[kinds, pairs, f]:
            f = more
    distance = least[kinds, pairs, f]
    if distance >= FAR:
        return FAR
    for kind in range(kinds - 1, -1, -1):
        if least[kind, pairs, f] != least[kind + 1, pairs, f]:
            shown[kind] = 2
            pairs -= 1
            f -= max(0, 2 - task.reach[kind])
    return max(0, int(distance) - wilds)


@compiled
def thirteen_orphans(
    task: Task, held: Integers, wilds: int, orphans: Integers, shown: Integers
) -> int:
    """Return the distance to thirteen orphans, and show them in ``shown``; shape (kinds,).

    ``orphans`` lists their kinds; shape (13,).
    """
    beyond = min(task.forced, wilds)
    cost, far = 0, 0
    shown[:] = 0
    for kind in orphans:
        shown[kind] = 1
        cost += max(0, 1 - held[kind])
        far += max(0, 1 - task.reach[kind])
    best, twice = FAR, -1
    for kind in orphans:
        more = 1 if held[kind] < 2 else 0
        farther = 1 if task.reach[kind] < 2 else 0
        if far + farther <= beyond and task.most > 1 and cost + more < best:
            best, twice = cost + more, kind
    if best >= FAR:
        return FAR
    shown[twice] = 2
    return max(0, best - wilds)


@compiled
def form(
    which: int, task: Task, held: Integers, wilds: int, orphans: Integers, shown: Integers
) -> int:
    """Return the distance to one of the forms, and show the nearest such hand in ``shown``."""
    if which == SEVEN_PAIRS:
        return seven_pairs(task, held, wilds, shown)
    return thirteen_orphans(task, held, wilds, orphans, shown)


@compiled
def form_around(
    which: int, task: Task, orphans: Integers, discards: bool
) -> tuple[int, Integers, Integers, Integers]:
    """Return the distances to a form as :func:`solvers.mahjong.dp.around.join` does."""
    kinds = len(task.held)
    held, shown = task.held.copy(), np.zeros(kinds, np.int64)
    after_draw = np.full(kinds, FAR, np.int64)
    after_discard = np.full(kinds + 1, FAR, np.int64)
    after_both = np.full((kinds + 1, kinds), FAR, np.int64)
    now = form(which, task, held, task.wilds, orphans, shown)
    for kind in range(kinds):
        if held[kind] < task.reach[kind]:
            held[kind] += 1
            after_draw[kind] = form(which, task, held, task.wilds, orphans, shown)
            held[kind] -= 1
    for gone in range(kinds + 1 if discards else 0):
        wilds = task.wilds - (gone == kinds)
        if wilds < 0 or (gone < kinds and not held[gone]):
            continue
        if gone < kinds:
            held[gone] -= 1
        after_discard[gone] = form(which, task, held, wilds, orphans, shown)
        for kind in range(kinds):
            if held[kind] < task.reach[kind]:
                held[kind] += 1
                after_both[gone, kind] = form(which, task, held, wilds, orphans, shown)
                held[kind] -= 1
        if gone < kinds:
            held[gone] += 1
    return now, after_draw, after_discard, after_both
