"""The dynamic program over the kinds of tile, compiled: the distance, and a nearest complete hand.

Kind after kind it chooses how many runs start there (*c*), how many triplets (*t*) and whether a
pair is of it (*y*). With *a* and *b* runs started two and one kinds before, a complete hand shows
``a + b + c + 3t + 2y`` copies; what the hand lacks of them is the cost. Between two kinds a state
is (*a*, *b*, pairs so far, copies beyond reach so far, sets so far), and its cost to go the least
with which a complete hand can be had from there.

The costs to go of a kind's states are one array, by rows of all numbers of sets (see
:func:`place_of`). Rows are longer than that, and all ``FAR`` there: so what one choice does to all
states of the same runs is one loop over neighbours in memory, whatever sets the choice adds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiling import compiled
from solvers.mahjong.dp.task import FAR, Costs, Integers, Task

RUNS, SETS, PAIR, SHOWN, ON = 0, 1, 2, 3, 4
"""Columns of a choice: what starts at a kind, the copies it shows, and how far on it leads.

From a state at :func:`place_of` to one whose place is so much higher, as long as what is shown is
within reach.
"""


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
def place_of(size: Sizes, a: int, b: int, pairs: int, beyond: int) -> int:
    """Return the place of the state of these runs, pairs and copies beyond reach, and no set."""
    return (((a * size.runs + b) * size.pairs + pairs) * size.beyond + beyond) * size.row


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


class Choices(NamedTuple):
    """What may start at each kind; what shows the fewest copies first.

    Attributes
    ----------
    lists
        The lists of choices; shape (kinds, most choices, 5). Not all are filled.
    which, number
        Which list is that of each kind, and how many choices it has; shape (kinds,).
    """

    lists: Integers
    which: Integers
    number: Integers


@compiled
def choices(task: Task, size: Sizes) -> Choices:
    """List what may start at each kind."""
    kinds = len(task.held)
    most = (task.most_runs + 1) * (task.sets + 1) * 2
    found = Choices(
        np.empty((kinds, most, 5), np.int64), np.zeros(kinds, np.int64), np.zeros(kinds, np.int64)
    )
    known = -1
    for group in range(len(task.runs)):
        for kind in range(task.starts[group], task.starts[group + 1]):
            begun = open_at(task, group, kind)[2]
            # Most kinds have the choices of the one before.
            same = (
                kind > task.starts[group]
                and begun == open_at(task, group, kind - 1)[2]
                and task.least[kind] == task.least[kind - 1]
                and task.twin[kind] == task.twin[kind - 1]
            )
            if not same:
                known += 1
                number = _list(task, size, kind, begun, found.lists[known])
            found.which[kind], found.number[kind] = known, number
    return found


@compiled
def _list(task: Task, size: Sizes, kind: int, begun: int, found: Integers) -> int:
    """List what may start at a kind, one less than ``begun`` runs at most; return how many."""
    number = 0
    always = task.least[kind]
    most_pairs = min(1, task.pairs) if task.twin[kind] else 0
    for c in range(begun):
        for t in range(task.sets * task.triplets + 1):
            if c + t > task.sets or always + c + 3 * t > task.most:
                break
            for y in range(most_pairs + 1):
                copies = always + c + 3 * t + y * task.twin[kind]
                if copies > task.most:
                    break
                place = number
                while place and found[place - 1, SHOWN] > copies:
                    for column in range(5):
                        found[place, column] = found[place - 1, column]
                    place -= 1
                found[place, RUNS], found[place, SETS] = c, c + t
                found[place, PAIR], found[place, SHOWN] = y, copies
                found[place, ON] = place_of(size, 0, c, y, 0) + c + t
                number += 1
    return number


@compiled
def most_shown(task: Task, kind: int, held: int) -> int:
    """Return how many copies of a kind a nearest complete hand may show."""
    return int(min(task.most, held + task.worst, task.reach[kind] + task.forced))


@compiled
def lower(costs: Costs, at: int, others: Costs, there: int, many: int, more: int) -> None:
    """Lower neighbouring costs to other ones and so much more, where that is less."""
    # Unsigned: of a signed place it would be looked at whether it counts from the end.
    first, other, extra = np.uint64(at), np.uint64(there), np.int16(more)
    for place in range(np.uint64(many)):
        costs[first + place] = min(costs[first + place], np.int16(others[other + place] + extra))


@compiled
def finish(task: Task, size: Sizes, costs: Costs) -> None:
    """Set the costs to go behind the last kind: none where the hand is complete."""
    costs[:] = FAR
    for beyond in range(size.beyond):
        costs[place_of(size, 0, 0, task.pairs, beyond) + task.sets] = 0


@compiled
def step(
    task: Task,
    size: Sizes,
    group: int,
    kind: int,
    held: int,
    may: Choices,
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
    may
        The choices.
    after, before
        The costs to go, read and filled; shape (states,).
    """
    before[:] = FAR
    of_a, of_b, _ = open_at(task, group, kind)
    found, number = may.lists[may.which[kind]], may.number[kind]
    reach, most = task.reach[kind], most_shown(task, kind, held)
    line = size.beyond * size.row
    for a in range(of_a):
        for b in range(of_b):
            first = place_of(size, a, b, 0, 0)
            base = place_of(size, b, 0, 0, 0)
            for choice in range(number):
                copies = a + b + found[choice, SHOWN]
                if copies > most:
                    break
                lines = size.pairs - found[choice, PAIR]
                cost, far = max(0, copies - held), max(0, copies - reach)
                then = base + found[choice, ON] + far * size.row
                if far:
                    for p in range(lines):
                        start, there = first + p * line, then + p * line
                        many = line - far * size.row
                        lower(before, start, after, there, many, cost)
                else:
                    many = lines * line
                    lower(before, first, after, then, many, cost)
            # What came from the next row, to where no states are, is of no meaning.
            for row in range(first, first + size.pairs * line, size.row):
                before[row + task.sets + 1 : row + size.row] = FAR


@compiled
def costs_to_go(task: Task, size: Sizes, may: Choices, stop: Integers) -> Costs:
    """Return the costs to go of all states, by kind, the end last; shape (kinds + 1, states).

    What is set in ``stop``, of shape (1,), ends it: what is returned then is of no use.
    """
    kinds = len(task.held)
    costs = np.empty((kinds + 1, size.states), np.int16)
    finish(task, size, costs[kinds])
    for group in range(len(task.runs) - 1, -1, -1):
        for kind in range(task.starts[group + 1] - 1, task.starts[group] - 1, -1):
            if stop[0]:
                costs[0, :] = FAR
                return costs
            step(task, size, group, kind, task.held[kind], may, costs[kind + 1], costs[kind])
    return costs


@compiled
def least(task: Task, stop: Integers) -> int:
    """Return the least cost of a complete hand, wild tiles not deducted; ``FAR`` for none."""
    size = sizes(task)
    return int(costs_to_go(task, size, choices(task, size), stop)[0, 0])


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
def nearest_hand(task: Task, size: Sizes, may: Choices, costs: Costs) -> Change:
    """Follow the costs to go to a nearest complete hand; where there is none, to nothing."""
    cost = int(costs[0, 0])
    blocks = np.empty(task.sets + task.pairs, np.int64)
    out, lacking = np.empty(task.held.sum(), np.int64), np.empty(cost, np.int64)
    sets, gone, drawn = 0, 0, 0
    if cost >= FAR:
        return Change(blocks[:0], out[:0], lacking[:0])
    a, b, pairs, beyond = 0, 0, 0, 0
    for kind in range(len(task.held)):
        found = may.lists[may.which[kind]]
        held, reach = task.held[kind], task.reach[kind]
        most = most_shown(task, kind, held)
        for choice in range(may.number[kind]):
            copies = a + b + found[choice, SHOWN]
            far = beyond + max(0, copies - reach)
            added, y = found[choice, SETS], found[choice, PAIR]
            if copies > most or far > task.forced:
                break
            if pairs + y > task.pairs:
                continue
            c = found[choice, RUNS]
            # Past the last set there is no state, and nothing is as cheap.
            rest = costs[kind + 1, place_of(size, b, c, pairs + y, far) + sets + added]
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
def in_game(task: Task, cost: int, stop: Integers) -> int:
    """Return the least cost if visible tiles could be drawn; without any it is ``cost`` as well."""
    if cost == 0 or np.all(task.reach >= task.most):
        return cost
    # Only what is nearer is looked for: it lacks fewer tiles, of any kind as well.
    bare = Task(
        task.held,
        np.full(len(task.held), task.most),
        task.least,
        task.twin,
        task.most,
        task.starts,
        task.runs,
        task.triplets,
        task.most_runs,
        task.sets,
        task.pairs,
        task.wilds,
        0,
        min(task.worst, cost - 1),
    )
    return min(cost, least(bare, stop))


@compiled
def nearest(task: Task, stop: Integers) -> tuple[int, int, Change]:
    """Find a nearest complete hand.

    Parameters
    ----------
    task
        What is asked.
    stop
        Set to 1 from another thread to stop: what is returned then is of no use; shape (1,).

    Returns
    -------
    tuple[int, int, Change]
        The least cost, wild tiles not deducted, ``FAR`` for none; the same by :func:`in_game`; and
        the hand.
    """
    size = sizes(task)
    may = choices(task, size)
    costs = costs_to_go(task, size, may, stop)
    cost = int(costs[0, 0])
    return cost, in_game(task, cost, stop), nearest_hand(task, size, may, costs)
