"""The distances of all hands around one: after each draw, each discard, and each draw after each.

A draw or a discard changes the costs of one group alone. So each group's costs are found once for
each of its own changes, and then joined with those of the groups that stay. Costs have three axes:
pairs, copies beyond reach, and sets. There are four arrays of them:

- ``costs``, of each group as it is; shape (groups, …);
- ``drawn`` and ``gone``, with one more or one fewer of a kind; shape (kinds, …);
- ``changed``, with one fewer of a kind and one more of another of the same group, by its place
  there; shape (kinds, longest group, …).
"""

from __future__ import annotations

import numpy as np

from solvers.compiling import compiled
from solvers.mahjong.dp.chain import blank, group_costs
from solvers.mahjong.dp.table import NEVER, Rows, row_of
from solvers.mahjong.dp.task import FAR, Costs, Integers, Task


@compiled
def room(task: Task) -> tuple[Costs, Costs, Costs, Costs]:
    """Return room for costs, all ``FAR``."""
    groups, kinds = len(task.runs), len(task.held)
    longest = 0
    for group in range(groups):
        longest = max(longest, task.starts[group + 1] - task.starts[group])
    sets, pairs, beyond = task.sets + 1, task.pair + 1, task.forced + 1
    return (
        np.full((groups, pairs, beyond, sets), FAR, np.int16),
        np.full((kinds, pairs, beyond, sets), FAR, np.int16),
        np.full((kinds, pairs, beyond, sets), FAR, np.int16),
        np.full((kinds, longest, pairs, beyond, sets), FAR, np.int16),
    )


@compiled
def copied(rows: Rows, row: int, costs: Costs) -> None:
    """Copy a row of a table."""
    for pairs in range(costs.shape[0]):
        for sets in range(costs.shape[2]):
            cost = rows[row, 2 * sets + pairs]
            costs[pairs, 0, sets] = FAR if cost == NEVER else cost


@compiled
def by_table(
    task: Task, discards: bool, suits: int, suited: Rows, honours: Rows, base: int
) -> tuple[Costs, Costs, Costs, Costs]:
    """Look all costs up; the task has at most four sets, and nothing of it is beyond reach."""
    costs, drawn, gone, changed = room(task)
    held, reach = task.held, task.reach
    for group in range(len(task.runs)):
        start, end = task.starts[group], task.starts[group + 1]
        rows = suited if group < suits else honours
        row = row_of(held, start, end, base)
        copied(rows, row, costs[group])
        # One more or fewer of a kind is so many rows on or back.
        place = base ** (end - start)
        for kind in range(start, end):
            place //= base
            if held[kind] < reach[kind]:
                copied(rows, row + place, drawn[kind])
            if held[kind] and discards:
                copied(rows, row - place, gone[kind])
                other_place = base ** (end - start)
                for other in range(start, end):
                    other_place //= base
                    if held[other] < reach[other] or other == kind:
                        then = row - place + other_place
                        copied(rows, then, changed[kind, other - start])
    return costs, drawn, gone, changed


@compiled
def worked_out(
    task: Task, group: int, held: Integers, one: Costs, two: Costs, costs: Costs
) -> None:
    """Work out the costs of a group."""
    found = group_costs(task, group, held, one, two)
    for pairs in range(costs.shape[0]):
        for beyond in range(costs.shape[1]):
            for sets in range(costs.shape[2]):
                costs[pairs, beyond, sets] = found[pairs, beyond, sets]


@compiled
def by_steps(task: Task, discards: bool, stop: Integers) -> tuple[Costs, Costs, Costs, Costs]:
    """Work all costs out, those of discards if asked for; what is set in ``stop`` ends it."""
    costs, drawn, gone, changed = room(task)
    one, two = blank(task), blank(task)
    held = task.held.copy()
    for group in range(len(task.runs)):
        start, end = task.starts[group], task.starts[group + 1]
        worked_out(task, group, held, one, two, costs[group])
        for kind in range(start, end):
            if stop[0]:
                return costs, drawn, gone, changed
            if held[kind] < task.reach[kind]:
                held[kind] += 1
                worked_out(task, group, held, one, two, drawn[kind])
                held[kind] -= 1
            if held[kind] and discards:
                held[kind] -= 1
                worked_out(task, group, held, one, two, gone[kind])
                for other in range(start, end):
                    if stop[0]:
                        return costs, drawn, gone, changed
                    if held[other] < task.reach[other]:
                        held[other] += 1
                        costs_then = changed[kind, other - start]
                        worked_out(task, group, held, one, two, costs_then)
                        held[other] -= 1
                held[kind] += 1
    return costs, drawn, gone, changed


@compiled
def joined(one: Costs, other: Costs) -> Costs:
    """Return the least costs of two parts together."""
    both = np.full(one.shape, FAR, np.int16)
    pairs, beyond, sets = one.shape
    for p in range(pairs):
        for q in range(pairs - p):
            for f in range(beyond):
                for g in range(beyond - f):
                    for s in range(sets):
                        cost = one[p, f, s]
                        for t in range(sets - s):
                            new = min(both[p + q, f + g, s + t], cost + other[q, g, t])
                            both[p + q, f + g, s + t] = new
    return both


@compiled
def whole(one: Costs, other: Costs, wilds: int) -> int:
    """Return the distance of two parts that are the whole hand, with so many wild tiles."""
    pairs, beyond, sets = one.shape
    least = FAR
    for p in range(pairs):
        for f in range(min(beyond, wilds + 1)):
            for g in range(min(beyond, wilds + 1) - f):
                for s in range(sets):
                    cost = one[p, f, s] + other[pairs - 1 - p, g, sets - 1 - s]
                    least = min(least, cost)
    return FAR if least >= FAR else max(0, least - wilds)


@compiled
def without(costs: Costs, group: int, other: int) -> Costs:
    """Return the least costs of all groups but two (or one, if they are the same)."""
    rest = np.full(costs.shape[1:], FAR, np.int16)
    rest[0, 0, 0] = 0
    none = True
    for some in range(len(costs)):
        if some != group and some != other:  # noqa: PLR1714  (compiled)
            rest = costs[some].copy() if none else joined(rest, costs[some])
            none = False
    return rest


@compiled
def join(  # noqa: PLR0912  (one loop nest, as compiled code is fastest)
    task: Task, costs: Costs, drawn: Costs, gone: Costs, changed: Costs, discards: bool
) -> tuple[int, Integers, Integers, Integers]:
    """Join the costs of groups to distances.

    Parameters
    ----------
    task
        The task.
    costs, drawn, gone, changed
        As above.
    discards
        Whether discards are looked at.

    Returns
    -------
    tuple[int, Integers, Integers, Integers]
        The distance; after drawing each kind, shape (kinds,); after discarding each, the wild tile
        last, shape (kinds + 1,); and after drawing each then, shape (kinds + 1, kinds). ``FAR``
        where there is no complete hand, no such tile to discard or none to draw.
    """
    groups, kinds = len(task.runs), len(task.held)
    after_draw = np.full(kinds, FAR, np.int64)
    after_discard = np.full(kinds + 1, FAR, np.int64)
    after_both = np.full((kinds + 1, kinds), FAR, np.int64)
    now = FAR
    fewer = task.wilds - 1
    for group in range(groups):
        start, end = task.starts[group], task.starts[group + 1]
        rest = without(costs, group, group)
        now = whole(rest, costs[group], task.wilds)
        for kind in range(start, end):
            may_draw = task.held[kind] < task.reach[kind]
            if may_draw:
                after_draw[kind] = whole(rest, drawn[kind], task.wilds)
            if discards and task.wilds:
                after_discard[kinds] = whole(rest, costs[group], fewer)
                if may_draw:
                    after_both[kinds, kind] = whole(rest, drawn[kind], fewer)
            if discards and task.held[kind]:
                after_discard[kind] = whole(rest, gone[kind], task.wilds)
                for other in range(start, end):
                    if task.held[other] < task.reach[other]:
                        costs_then = changed[kind, other - start]
                        after_both[kind, other] = whole(rest, costs_then, task.wilds)
        if not discards:
            continue
        for second in range(groups):
            if second == group:
                continue
            still = without(costs, group, second)
            for kind in range(start, end):
                if not task.held[kind]:
                    continue
                then = joined(still, gone[kind])
                for other in range(task.starts[second], task.starts[second + 1]):
                    if task.held[other] < task.reach[other]:
                        after_both[kind, other] = whole(then, drawn[other], task.wilds)
    return now, after_draw, after_discard, after_both


@compiled
def around(
    task: Task,
    discards: bool,
    look_up: bool,
    suits: int,
    suited: Rows,
    honours: Rows,
    base: int,
    stop: Integers,
) -> tuple[int, Integers, Integers, Integers]:
    """Find the distances of all hands around one, as :func:`join` returns them.

    Parameters
    ----------
    task
        The task.
    discards
        Whether discards are looked at.
    look_up
        Whether costs are looked up; else they are worked out.
    suits, suited, honours, base
        How many groups are suits, and the tables.
    stop
        Set to 1 from another thread to stop: what is returned then is of no use; shape (1,).
    """
    if look_up:
        costs, drawn, gone, changed = by_table(task, discards, suits, suited, honours, base)
    else:
        costs, drawn, gone, changed = by_steps(task, discards, stop)
    return join(task, costs, drawn, gone, changed, discards)
