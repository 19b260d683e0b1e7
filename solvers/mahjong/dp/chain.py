"""The dynamic program over the kinds of tile, compiled: the distance, and a nearest complete hand.

Kind after kind it chooses how many runs start there (*c*), how many triplets (*t*) and whether a
pair is of it (*y*). With *a* and *b* runs started two and one kinds before, a complete hand shows
``a + b + c + 3t + 2y`` copies; what the hand lacks of them is the cost. Between two kinds a state
is (*a*, *b*, pairs so far, copies beyond reach so far, sets so far), and its cost to go the least
with which a complete hand can be had from there.

The costs to go of a kind's states are one array. A state's place in it is ``row × sizes.row +
sets``, with the row as :func:`row_of` has it. Rows are longer than there are numbers of sets, and
all ``FAR`` there: so what one choice does to all states of the same runs is one loop over
neighbours in memory, whatever sets the choice adds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiling import compiled
from solvers.mahjong.dp.task import FAR, Costs, Integers, Task

RUNS, SETS, PAIR, SHOWN = 0, 1, 2, 3
"""Columns of the choices of a kind: what starts there, and the copies it shows."""


class Sizes(NamedTuple):
    """How states are numbered.

    Attributes
    ----------
    runs, pairs, beyond
        How many numbers of runs, pairs, and copies beyond reach there are, none included.
    row
        The length of a row; of it the first ``sets + 1`` are states.
    states
        The length of all rows, with room for what is added behind the last.
    """

    runs: int
    pairs: int
    beyond: int
    row: int
    states: int


@compiled
def sizes(task: Task) -> Sizes:
    """Return how the states of a task are numbered."""
    runs, pairs, beyond = task.most_runs + 1, task.pairs + 1, task.forced + 1
    added = min(task.sets, task.most_runs + task.most // 3)
    row = task.sets + 1 + added
    return Sizes(runs, pairs, beyond, row, runs * runs * pairs * beyond * row + added)


@compiled
def row_of(size: Sizes, a: int, b: int, pairs: int, beyond: int) -> int:
    """Return the row of states of these runs, pairs and copies beyond reach."""
    return ((a * size.runs + b) * size.pairs + pairs) * size.beyond + beyond


@compiled
def open_at(task: Task, group: int, kind: int) -> tuple[int, int, int]:
    """Return how many values *a*, *b* and *c* have at a kind: 1 where there can be no run."""
    if not task.runs[group]:
        return 1, 1, 1
    before, after = kind - task.starts[group], task.starts[group + 1] - kind
    most = task.most_runs + 1
    return (
        most if before > 1 else 1,
        most if before and after > 1 else 1,
        most if after > 2 else 1,
    )


@compiled
def choices(task: Task, kind: int, most_begun: int, found: Integers) -> int:
    """List what may start at a kind, what shows the fewest copies first.

    Parameters
    ----------
    task, kind, most_begun
        The task, the kind, and one more than the runs that may start there.
    found
        Takes the choices; shape (most choices, 4), from :func:`room_for_choices`.

    Returns
    -------
    int
        How many there are.
    """
    number = 0
    always = task.least[kind]
    most_pairs = min(1, task.pairs) if task.twin[kind] else 0
    for c in range(most_begun):
        for t in range(task.sets * task.triplets + 1):
            if c + t > task.sets or always + c + 3 * t > task.most:
                break
            for y in range(most_pairs + 1):
                copies = always + c + 3 * t + y * task.twin[kind]
                if copies > task.most:
                    break
                place = number
                while place and found[place - 1, SHOWN] > copies:
                    for column in range(4):
                        found[place, column] = found[place - 1, column]
                    place -= 1
                found[place, RUNS], found[place, SETS] = c, c + t
                found[place, PAIR], found[place, SHOWN] = y, copies
                number += 1
    return number


@compiled
def room_for_choices(task: Task) -> Integers:
    """Return room for the choices of a kind."""
    return np.empty(((task.most_runs + 1) * (task.sets + 1) * 2, 4), np.int64)


@compiled
def most_shown(task: Task, kind: int, held: int) -> int:
    """Return how many copies of a kind a nearest complete hand may show."""
    return int(min(task.most, held + task.worst, task.reach[kind] + task.forced))


@compiled
def lower(costs: Costs, others: Costs, more: int) -> None:
    """Lower each cost to another one and so much more, where that is less."""
    for place in range(len(costs)):
        costs[place] = min(costs[place], np.int16(others[place] + more))


@compiled
def finish(task: Task, size: Sizes, costs: Costs) -> None:
    """Set the costs to go behind the last kind: none where the hand is complete."""
    costs[:] = FAR
    for beyond in range(size.beyond):
        costs[row_of(size, 0, 0, task.pairs, beyond) * size.row + task.sets] = 0


@compiled
def step(
    task: Task,
    size: Sizes,
    group: int,
    kind: int,
    held: int,
    found: Integers,
    after: Costs,
    before: Costs,
) -> None:
    """Let one kind choose: work the costs to go before it out, from those after it.

    Parameters
    ----------
    task, size, group, kind
        The task, its sizes, and the kind with its group.
    held
        Copies in the hand, in place of those of the task.
    found
        Room for choices.
    after, before
        The costs to go, read and filled; shape (states,).
    """
    before[:] = FAR
    of_a, of_b, of_c = open_at(task, group, kind)
    number = choices(task, kind, of_c, found)
    reach, most = task.reach[kind], most_shown(task, kind, held)
    rows = size.pairs * size.beyond
    for a in range(of_a):
        for b in range(of_b):
            first = row_of(size, a, b, 0, 0)
            for choice in range(number):
                copies = a + b + found[choice, SHOWN]
                if copies > most:
                    break
                y, added = found[choice, PAIR], found[choice, SETS]
                cost = max(0, copies - held)
                far = max(0, copies - reach)
                then = row_of(size, b, found[choice, RUNS], y, far) * size.row + added
                if far:
                    for p in range(size.pairs - y):
                        start, there = (first + p * size.beyond) * size.row, then
                        there += p * size.beyond * size.row
                        many = (size.beyond - far) * size.row
                        lower(before[start : start + many], after[there : there + many], cost)
                else:
                    start, many = first * size.row, (rows - y * size.beyond) * size.row
                    lower(before[start : start + many], after[then : then + many], cost)
            # What came from the next row, to where no states are, is of no meaning.
            for row in range(first, first + rows):
                before[row * size.row + task.sets + 1 : (row + 1) * size.row] = FAR


@compiled
def costs_to_go(task: Task, size: Sizes, stop: Integers) -> Costs:
    """Return the costs to go of all states, by kind, the end last; shape (kinds + 1, states).

    What is set in ``stop``, of shape (1,), ends it: what is returned then is of no use.
    """
    kinds = len(task.held)
    costs = np.empty((kinds + 1, size.states), np.int16)
    finish(task, size, costs[kinds])
    found = room_for_choices(task)
    for group in range(len(task.runs) - 1, -1, -1):
        for kind in range(task.starts[group + 1] - 1, task.starts[group] - 1, -1):
            if stop[0]:
                costs[0, 0] = FAR
                return costs
            step(task, size, group, kind, task.held[kind], found, costs[kind + 1], costs[kind])
    return costs


@compiled
def least(task: Task, stop: Integers) -> int:
    """Return the least cost of a complete hand, wild tiles not deducted; ``FAR`` for none."""
    return int(costs_to_go(task, sizes(task), stop)[0, 0])


class Change(NamedTuple):
    """A nearest complete hand.

    Attributes
    ----------
    blocks
        Its blocks, the sets first: thrice the place of the lowest kind, and 0 for a triplet, 1 for
        a run, 2 for a pair; shape (blocks,).
    out, lacking
        The places of the kinds of which it shows fewer copies than are held, and more: one for
        each copy; shapes (tiles out,) and (tiles lacking,).
    """

    blocks: Integers
    out: Integers
    lacking: Integers


@compiled
def nearest_hand(task: Task, size: Sizes, costs: Costs) -> Change:
    """Follow the costs to go to a nearest complete hand; where there is none, to nothing."""
    cost = int(costs[0, 0])
    blocks = np.empty(task.sets + task.pairs, np.int64)
    out, lacking = np.empty(task.held.sum(), np.int64), np.empty(cost, np.int64)
    sets, gone, drawn = 0, 0, 0
    if cost >= FAR:
        return Change(blocks[:0], out[:0], lacking[:0])
    found = room_for_choices(task)
    a, b, pairs, beyond = 0, 0, 0, 0
    for group in range(len(task.runs)):
        for kind in range(task.starts[group], task.starts[group + 1]):
            number = choices(task, kind, open_at(task, group, kind)[2], found)
            held, reach = task.held[kind], task.reach[kind]
            most = most_shown(task, kind, held)
            for choice in range(number):
                copies = a + b + found[choice, SHOWN]
                far = beyond + max(0, copies - reach)
                added, y = found[choice, SETS], found[choice, PAIR]
                if copies > most or far > task.forced:
                    break
                if sets + added > task.sets or pairs + y > task.pairs:
                    continue
                c = found[choice, RUNS]
                row = row_of(size, b, c, pairs + y, far)
                rest = costs[kind + 1, row * size.row + sets + added]
                lacks = max(0, copies - held)
                if lacks + rest == cost:
                    for _ in range(added - c):
                        blocks[sets] = 3 * kind
                        sets += 1
                    for _ in range(c):
                        blocks[sets] = 3 * kind + 1
                        sets += 1
                    if y:
                        blocks[task.sets + pairs] = 3 * kind + 2
                        pairs += 1
                    for _ in range(held - copies):
                        out[gone] = kind
                        gone += 1
                    for _ in range(lacks):
                        lacking[drawn] = kind
                        drawn += 1
                    a, b, beyond, cost = b, c, far, rest
                    break
    return Change(blocks, out[:gone], lacking[:drawn])


@compiled
def nearest(task: Task, stop: Integers) -> tuple[int, Change]:
    """Find a nearest complete hand.

    Parameters
    ----------
    task
        What is asked.
    stop
        Set to 1 from another thread to stop: what is returned then is of no use; shape (1,).

    Returns
    -------
    tuple[int, Change]
        The least cost, wild tiles not deducted, ``FAR`` for none; and the hand.
    """
    size = sizes(task)
    costs = costs_to_go(task, size, stop)
    return int(costs[0, 0]), nearest_hand(task, size, costs)
