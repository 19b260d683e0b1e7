"""Compiled: from the choices that led to an end back to which copy lies in which set."""

from __future__ import annotations

import numpy as np

from solvers.compiling import compiled
from solvers.rummikub.sweep.words import (
    CHOICE,
    FIELD_BITS,
    FIELD_MASK,
    PARENT,
    Integers,
    Task,
)


@compiled
def choices_to(task: Task, pool: Integers, end: int) -> Integers:
    """Follow the parents of an end back to the start; shape (numbers, colours)."""
    colours, numbers = task.table.shape[0], task.table.shape[1] - 2
    choices = np.zeros((numbers, colours), np.int64)
    for step in range(numbers * colours - 1, -1, -1):
        choices[step // colours, step % colours] = pool[end, CHOICE]
        end = pool[end, PARENT]
    return choices


@compiled
def placed(task: Task, choices: Integers) -> tuple[Integers, int]:
    """Deal every copy to a set.

    Parameters
    ----------
    task
        The position.
    choices
        What each colour chose at each number; shape (numbers, colours).

    Returns
    -------
    tuple
        A row for each copy: its set, colour, number and whether a joker takes its place, rows of
        one set in the order of its tiles, shape (copies, 4); and how many of the sets are runs:
        they are numbered first.
    """
    numbers, colours = choices.shape
    real = (choices >> FIELD_BITS) & FIELD_MASK
    grouped = (choices >> (2 * FIELD_BITS)) & FIELD_MASK
    extended = (choices >> (3 * FIELD_BITS)) & FIELD_MASK
    begun = choices >> (4 * FIELD_BITS)
    spent = choices & FIELD_MASK
    rows = np.empty(((real + spent).sum(), 4), np.int64)
    most_open = FIELD_MASK + 1
    # The open runs of a colour: their sets and their lengths, due ones first.
    sets = np.zeros((colours, most_open), np.int64)
    lengths = np.zeros((colours, most_open), np.int64)
    count = np.zeros(colours, np.int64)
    runs = begun.sum()
    new_run, new_group, row = 0, runs, 0
    for number in range(numbers):
        groups = grouped[number].max()
        dealt = 0
        for colour in range(colours):
            copies = real[number, colour] + spent[number, colour]
            kept = 0
            # Due runs, then as many long ones as are extended, close ranks; the others stop.
            for due in (True, False):
                taken = 0
                for place in range(count[colour]):
                    is_due = 0 < lengths[colour, place] < task.min_set_size
                    if is_due == due and (due or taken < extended[number, colour]):
                        taken += 1
                        sets[colour, most_open - 1 - kept] = sets[colour, place]
                        lengths[colour, most_open - 1 - kept] = lengths[colour, place]
                        kept += 1
            for place in range(kept):
                sets[colour, place] = sets[colour, most_open - 1 - place]
                lengths[colour, place] = lengths[colour, most_open - 1 - place]
            for _ in range(begun[number, colour]):
                sets[colour, kept], lengths[colour, kept] = new_run, 0
                new_run += 1
                kept += 1
            count[colour] = kept
            for copy in range(copies):
                if copy < grouped[number, colour]:
                    which = new_group + dealt % groups
                    dealt += 1
                else:
                    place = copy - grouped[number, colour]
                    which = sets[colour, place]
                    lengths[colour, place] += 1
                rows[row, 0], rows[row, 1], rows[row, 2] = which, colour, number + 1
                rows[row, 3] = copy < spent[number, colour]
                row += 1
        new_group += groups
    return rows, int(runs)
