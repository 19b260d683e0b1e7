"""The sweep over the numbers, compiled.

At number *v* the colours choose one after the other how many copies of their tile to use: real ones
(at least those on the table) and jokers in their place. Some of the copies go on in runs, the
others go into groups. Between two numbers a state is what the open runs of each colour look like
(:mod:`solvers.rummikub.sweep.states`), the jokers used, and the points laid (up to those a first
move needs). Between two colours it also holds the sum and the maximum of the copies put into groups
at this number: copies *g* can be cut into groups of different colours if and only if
``sum(g) ≥ min_set_size × max(g)`` (deal them colour by colour to ``max(g)`` groups in turn: no
group gets a colour twice, and their sizes differ by at most one).

The pruning rules and their arguments are in docs/sweep.md; each can be switched off.
"""

from __future__ import annotations

import numpy as np

from solvers.compiling import compiled
from solvers.rummikub.sweep.pruning import narrowed, settled, undominated
from solvers.rummikub.sweep.words import (
    BOUND,
    CHOICE,
    COMPLETED,
    DOMINATED,
    FIELD_BITS,
    FREE_TILE,
    FULL,
    JOKERS_MASK,
    MOST_AT,
    MOST_MASK,
    NOWHERE,
    PARENT,
    POINTS_AT,
    POINTS_MASK,
    REST,
    RUNS,
    SCORE,
    STOPPED,
    SUM_AT,
    SUM_MASK,
    WIDTH,
    Integers,
    Task,
)


@compiled
def hashed(runs: int, rest: int) -> int:
    """Mix the two words of a state."""
    mixed = np.uint64(runs) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= np.uint64(rest) * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((mixed ^ (mixed >> np.uint64(32))) >> np.uint64(1))  # type: ignore[return-value]


@compiled
def rehashed(pool: Integers, first: int, end: int, slots: Integers) -> Integers:
    """Return a table of twice the size with the states from ``first`` to ``end``."""
    larger = np.full(2 * len(slots), -1, np.int64)
    mask = len(larger) - 1
    for index in range(first, end):
        slot = hashed(pool[index, RUNS], pool[index, REST]) & mask
        while larger[slot] >= first:
            slot = (slot + 1) & mask
        larger[slot] = index
    return larger


@compiled
def layer(  # noqa: PLR0912, PLR0915  (one loop nest: a call would cost more than a state)
    task: Task,
    pruning: int,
    incumbent: int,
    number: int,
    colour: int,
    pool: Integers,
    slots: Integers,
    first: int,
    end: int,
    used: int,
    most_used: int,
    stop: Integers,
) -> tuple[int, Integers, Integers, int]:
    """Let one colour choose at one number: make the states that follow ``pool[first:end]``.

    Returns how it ended, the pool and the table of slots (either may have been made anew), and the
    number of pool entries in use.
    """
    mask = (1 << task.bits) - 1
    shift = task.bits * colour
    on_table, in_hand = task.table[colour, number], task.hand[colour, number]
    still = task.table.shape[0] - 1 - colour
    fresh = used
    for parent in range(first, end):
        if used > most_used or stop[0]:
            return (STOPPED if stop[0] else FULL), pool, slots, used
        rest = pool[parent, REST]
        state = (pool[parent, RUNS] >> shift) & mask
        jokers = rest & JOKERS_MASK
        points = (rest >> POINTS_AT) & POINTS_MASK
        total = (rest >> SUM_AT) & SUM_MASK
        most = (rest >> MOST_AT) & MOST_MASK
        due, long = task.due[state], task.long[state]
        for spent in range(task.jokers - jokers + 1):
            for real in range(on_table, on_table + in_hand + 1):
                if pruning & FREE_TILE and spent and real < on_table + in_hand:
                    continue
                copies = real + spent
                score = pool[parent, SCORE] + task.worth[colour, number] * (real - on_table)
                if still == 0 and pruning & BOUND and score + task.rest[number] <= incumbent:
                    continue
                for grouped in range(copies - due + 1):
                    new_total, new_most = total + grouped, max(most, grouped)
                    # The colours to come can add at most this much to the groups without making
                    # the maximum larger.
                    if new_total + still * new_most < task.min_set_size * new_most:
                        continue
                    in_runs = copies - due - grouped
                    # A long run is never stopped while a new one is begun: the long one can do
                    # all that the new one can, and owes nothing.
                    extended = min(long, in_runs)
                    following = task.after[state, extended, in_runs - extended]
                    if following < 0:
                        continue
                    runs = pool[parent, RUNS] + ((following - state) << shift)
                    if still == 0:
                        left = task.jokers - jokers - spent
                        runs = settled(task, runs, number, left, pruning)
                        if runs == NOWHERE:
                            continue
                        new_total, new_most = 0, 0
                    laid = min(points + copies * number, task.points)
                    word = (jokers + spent) | (laid << POINTS_AT)
                    word |= (new_total << SUM_AT) | (new_most << MOST_AT)
                    slot = hashed(runs, word) & (len(slots) - 1)
                    found = slots[slot]
                    while found >= fresh and (
                        pool[found, RUNS] != runs or pool[found, REST] != word
                    ):
                        slot = (slot + 1) & (len(slots) - 1)
                        found = slots[slot]
                    if found < fresh:
                        if used == len(pool):
                            grown = np.empty((2 * used, WIDTH), np.int64)
                            grown[:used] = pool
                            pool = grown
                        found = used
                        slots[slot] = found
                        used += 1
                        pool[found, RUNS], pool[found, REST] = runs, word
                    elif score <= pool[found, SCORE]:
                        continue
                    pool[found, SCORE], pool[found, PARENT] = score, parent
                    choice = spent | (real << FIELD_BITS) | (grouped << (2 * FIELD_BITS))
                    choice |= extended << (3 * FIELD_BITS)
                    pool[found, CHOICE] = choice | ((in_runs - extended) << (4 * FIELD_BITS))
                    if 2 * (used - fresh) > len(slots):
                        slots = rehashed(pool, fresh, used, slots)
    return COMPLETED, pool, slots, used


@compiled
def sweep(
    task: Task, pruning: int, incumbent: int, width: int, most_states: int, stop: Integers
) -> tuple[int, int, int, Integers, int]:
    """Sweep over all numbers.

    Parameters
    ----------
    task
        The position.
    pruning
        Rules of :class:`Pruning` to use, as a number.
    incumbent
        What is already known to be reached; only better ends are looked for under ``BOUND``.
    width
        Keep so many states a number, the best; 0 keeps all, and the answer is exact.
    most_states
        Stop when so many states have been made.
    stop
        Set to 1 from another thread to stop; shape (1,).

    Returns
    -------
    tuple
        How it ended; a bound on what any end left to be found is worth (of a narrow sweep: of no
        use); the best end in the pool, or -1; the pool, shape (states, 5); and how many states
        were made.
    """
    colours, numbers = task.table.shape[0], task.table.shape[1] - 2
    pool = np.zeros((1024, WIDTH), np.int64)
    # A slot holds the index of a state; one below the current layer's first counts as empty.
    slots = np.full(1024, -1, np.int64)
    first, end, used, made = 0, 1, 1, 0
    for number in range(1, numbers + 1):
        whole_first, whole_end = first, end
        for colour in range(colours):
            allowed = used + most_states - made
            before = used
            how, pool, slots, used = layer(
                task,
                pruning,
                incumbent,
                number,
                colour,
                pool,
                slots,
                first,
                end,
                used,
                allowed,
                stop,
            )
            made += used - before
            if how != COMPLETED:
                reached = pool[whole_first:whole_end, SCORE].max() + task.rest[number - 1]
                return how, max(reached, incumbent), -1, pool, made
            first, end = before, used
        if number < numbers:
            if pruning & DOMINATED and end - first > 1:
                end = undominated(task, pool, first, end, stop)
            if width and end - first > width:
                end = narrowed(task, pool, first, end, width)
            if end < used:
                used = end
                slots[:] = -1
    best, worth = -1, incumbent if pruning & BOUND else np.iinfo(np.int64).min
    for index in range(first, end):
        rest = pool[index, REST]
        jokers = rest & JOKERS_MASK
        if jokers < task.table_jokers or (rest >> POINTS_AT) & POINTS_MASK < task.points:
            continue
        score = pool[index, SCORE] + task.joker_worth * (jokers - task.table_jokers)
        if score > worth:
            best, worth = index, score
    return COMPLETED, worth, best, pool, made
