"""The levels of the search, compiled.

A position is a word with bit *i* set where hole *i* holds a peg. All positions of a level have
equally many pegs; a jump leads to the next level. Positions that a symmetry takes to each other are
one: the least word of them stands for all.

Moves are counted without a state for each of them. Let ``m`` be the fewest moves that lead to a
position. Whoever went there by one move more, but can go on jumping with the peg that moved last,
is no better off than after ``m`` moves and a new one. So a position needs to know only ``m`` and in
which holes the last peg can stand after ``m`` moves.
"""

from __future__ import annotations

import numpy as np

from solvers.compiling import compiled
from solvers.peg_solitaire.search.words import (
    COMPLETED,
    FULL,
    MOVES,
    NOTHING,
    ONLY_LOOK,
    PATHS,
    STOPPED,
    STUCK,
    Integers,
    Level,
    Task,
    Words,
)

_ONE, _ZERO, _BYTE, _KIND = np.uint64(1), np.uint64(0), np.uint64(255), np.uint64(63)
_TWO, _FOUR, _TOP = np.uint64(2), np.uint64(4), np.uint64(56)
_FIVES, _THREES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_NIBBLES, _ONES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


@compiled
def hashed(pegs: np.uint64) -> np.uint64:
    """Mix the bits of a position."""
    mixed = pegs * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(32))


@compiled
def counted(pegs: np.uint64) -> int:
    """Count pegs."""
    pegs -= (pegs >> _ONE) & _FIVES
    pegs = (pegs & _THREES) + ((pegs >> _TWO) & _THREES)
    pegs = (pegs + (pegs >> _FOUR)) & _NIBBLES
    return np.int64((pegs * _ONES) >> _TOP)  # type: ignore[return-value]


@compiled
def image(task: Task, symmetry: int, pegs: np.uint64) -> np.uint64:
    """Return where a symmetry takes a position."""
    found = _ZERO
    for byte in range(task.images.shape[1]):
        found |= task.images[symmetry, byte, (pegs >> np.uint64(8 * byte)) & _BYTE]
    return found


@compiled
def least(task: Task, pegs: np.uint64) -> tuple[np.uint64, int]:
    """Return the position that stands for all images, and the symmetry that leads to it."""
    best, by = pegs, 0
    for symmetry in range(1, task.images.shape[0]):
        other = image(task, symmetry, pegs)
        if other < best:
            best, by = other, symmetry
    return best, by


@compiled
def moves_needed(task: Task, pegs: np.uint64) -> tuple[int, np.uint64]:
    """Bound the moves that are still to be begun.

    Returns full Merson regions that have no hole in common: how many, and all their holes.
    """
    full = pegs & task.corners[0]
    number = counted(full)
    for region in task.regions:
        if (pegs & region) == region and (full & region) == _ZERO:
            full |= region
            number += 1
    return number, full


@compiled
def is_stuck(task: Task, pegs: np.uint64) -> bool:
    """Whether there is no jump left."""
    for jump in range(len(task.taken)):  # noqa: SIM110  (a generator does not compile)
        if (pegs & task.touched[jump]) == task.taken[jump]:
            return False
    return True


@compiled
def slotted(pegs: Words, used: int, size: int) -> tuple[Words, Integers]:
    """Return a hash table of a size: positions, 0 where it is free, and their places."""
    keys = np.zeros(size, np.uint64)
    places = np.empty(size, np.int64)
    mask = np.uint64(size - 1)
    for index in range(used):
        slot = hashed(pegs[index]) & mask
        while keys[slot] != _ZERO:
            slot = (slot + _ONE) & mask
        keys[slot], places[slot] = pegs[index], index
    return keys, places


@compiled
def next_level(  # noqa: PLR0912, PLR0915  (one loop nest: a call would cost more than a position)
    task: Task,
    counting: int,
    level: Level,
    most_moves: int,
    stuck: int,
    most: int,
    stop: Integers,
) -> tuple[int, Level]:
    """Make the level that a jump leads to.

    Parameters
    ----------
    task
        The board and the goal.
    counting
        What is counted, a :class:`Counting` as a number.
    level
        The level to go on from.
    most_moves
        Where moves are counted: positions that need more of them in all are left out.
    stuck
        Whether to end with the first position that has no jump left, a :class:`Stuck` as a number.
    most
        End when so many positions were made.
    stop
        Set to 1 from another thread to stop; shape (1,).

    Returns
    -------
    tuple[int, Level]
        How it ended, and the positions made, in the order in which they were first met.
    """
    with_moves, with_last = counting == MOVES, counting != NOTHING
    room = 256
    pegs = np.empty(room, np.uint64)
    moves = np.empty(room if with_moves else 0, np.uint8)
    last = np.empty(room if with_last else 0, np.uint64)
    # A position has a peg at least, so 0 is none.
    keys, places = slotted(pegs, 0, 1024)
    mask = np.uint64(len(keys) - 1)
    used = 0
    how = COMPLETED
    for parent in range(len(level.pegs)):
        if stop[0]:
            how = STOPPED
        if how != COMPLETED:
            break
        before = level.pegs[parent]
        for jump in range(len(task.taken)):
            if (before & task.touched[jump]) != task.taken[jump]:
                continue
            after = before ^ task.touched[jump]
            taken = 0
            if with_moves:
                goes_on = (level.last[parent] >> np.uint64(task.source[jump])) & _ONE
                taken = level.moves[parent] + (0 if goes_on else 1)
                if taken > most_moves:
                    continue
            if stuck == ONLY_LOOK and not is_stuck(task, after):
                continue
            after, symmetry = least(task, after)
            slot = hashed(after) & mask
            while keys[slot] != _ZERO and keys[slot] != after:
                slot = (slot + _ONE) & mask
            known = keys[slot] == after
            if known and counting == NOTHING:
                continue
            found = places[slot] if known else 0
            mark = _ONE << np.uint64(task.holes[symmetry, task.target[jump]])
            if with_moves:
                if known and (
                    moves[found] < taken or (moves[found] == taken and last[found] & mark)
                ):
                    continue
                needed, regions = moves_needed(task, after)
                # The peg that stands in a full region after its jump may leave it for nothing.
                if taken + needed - (1 if regions & mark else 0) > most_moves:
                    continue
            if known:
                if counting == PATHS:
                    last[found] += level.last[parent]
                elif taken < moves[found]:
                    moves[found], last[found] = taken, mark
                else:
                    last[found] |= mark
                continue
            if used >= most:
                how = FULL
                break
            if used == len(pegs):
                pegs = np.append(pegs, np.empty(used, np.uint64))
                if with_moves:
                    moves = np.append(moves, np.empty(used, np.uint8))
                if with_last:
                    last = np.append(last, np.empty(used, np.uint64))
            keys[slot], places[slot] = after, used
            pegs[used] = after
            if with_moves:
                moves[used], last[used] = taken, mark
            elif with_last:
                last[used] = level.last[parent]
            used += 1
            if stuck and is_stuck(task, after):
                how = STUCK
                break
            if 2 * used > len(keys):
                keys, places = slotted(pegs, used, 2 * len(keys))
                mask = np.uint64(len(keys) - 1)
    return how, Level(
        pegs[:used].copy(),
        moves[: used if with_moves else 0].copy(),
        last[: used if with_last else 0].copy(),
    )


@compiled
def narrowed(task: Task, counting: int, level: Level, width: int, freedom: int, move: int) -> Level:
    """Keep the best positions of a level, in their order.

    Parameters
    ----------
    task
        The board and what pegs cost.
    counting
        What is counted.
    level
        More than ``width`` positions.
    width
        How many to keep.
    freedom
        How much a jump that can be made is worth.
    move
        Where moves are counted: what each costs, those that are still needed included.
    """
    number = len(level.pegs)
    costs = np.empty(number, np.int64)
    for index in range(number):
        pegs = level.pegs[index]
        cost = 0
        for byte in range(task.costs.shape[0]):
            cost += task.costs[byte, (pegs >> np.uint64(8 * byte)) & _BYTE]
        if freedom:
            for jump in range(len(task.taken)):
                if (pegs & task.touched[jump]) == task.taken[jump]:
                    cost -= freedom
        if counting == MOVES:
            needed, regions = moves_needed(task, pegs)
            free = 1 if regions & level.last[index] else 0
            cost += move * (level.moves[index] + needed - free)
        costs[index] = cost
    lowest = costs.min()
    tally = np.zeros(costs.max() - lowest + 1, np.int64)
    for index in range(number):
        tally[costs[index] - lowest] += 1
    limit, below = 0, 0
    while below + tally[limit] <= width:
        below += tally[limit]
        limit += 1
    ties = width - below
    kept = np.empty(width, np.int64)
    used = 0
    for index in range(number):
        place = costs[index] - lowest
        if place < limit or (place == limit and ties > 0):
            ties -= place == limit
            kept[used] = index
            used += 1
    return Level(
        level.pegs[kept],
        level.moves[kept] if counting == MOVES else level.moves,
        level.last[kept] if counting != NOTHING else level.last,
    )


@compiled
def one_before(
    task: Task, counting: int, level: Level, pegs: np.uint64, hole: int, taken: int
) -> tuple[int, int, int]:
    """Find a position of a level that a jump takes to a given one.

    Parameters
    ----------
    task
        The board.
    counting
        What is counted.
    level
        The level before.
    pegs
        The position after the jump; it need not stand for its images.
    hole, taken
        Where moves are counted: where the jump lands, and the fewest moves after it.

    Returns
    -------
    tuple[int, int, int]
        The jump, the place of the position in the level, and the symmetry that leads there from
        the position before the jump. All are -1 if there is none.
    """
    jumps, symmetries = len(task.taken), task.images.shape[0]
    candidates = np.empty(jumps * symmetries, np.uint64)
    made_by = np.empty((jumps * symmetries, 2), np.int64)
    number = 0
    # A bit for each of 64 kinds of position: most of a level are not of a kind that is looked for.
    kinds = _ZERO
    for jump in range(jumps):
        if (pegs & task.touched[jump]) != (task.touched[jump] ^ task.taken[jump]):
            continue
        if counting == MOVES and task.target[jump] != hole:
            continue
        before = pegs ^ task.touched[jump]
        standing, _ = least(task, before)
        # All symmetries that lead there: they differ in where they take the holes.
        for symmetry in range(symmetries):
            if image(task, symmetry, before) == standing:
                candidates[number] = standing
                kinds |= _ONE << (hashed(standing) & _KIND)
                made_by[number, 0], made_by[number, 1] = jump, symmetry
                number += 1
    for index in range(len(level.pegs)):
        if not (kinds >> (hashed(level.pegs[index]) & _KIND)) & _ONE:
            continue
        for place in range(number):
            if level.pegs[index] != candidates[place]:
                continue
            jump, symmetry = made_by[place, 0], made_by[place, 1]
            if counting == MOVES and level.moves[index] + 1 != taken:
                source = np.uint64(task.holes[symmetry, task.source[jump]])
                if level.moves[index] != taken or not (level.last[index] >> source) & _ONE:
                    continue
            return jump, index, symmetry
    return -1, -1, -1


@compiled
def classes_of(task: Task, pegs: Words) -> tuple[Words, Integers]:
    """Return which position stands for the images of each, and how many different ones it has."""
    standing = np.empty(len(pegs), np.uint64)
    number = np.empty(len(pegs), np.int64)
    symmetries = task.images.shape[0]
    for index in range(len(pegs)):
        standing[index], _ = least(task, pegs[index])
        kept = 0
        for symmetry in range(symmetries):
            kept += image(task, symmetry, pegs[index]) == pegs[index]
        number[index] = symmetries // kept
    return standing, number
