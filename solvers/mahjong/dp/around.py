"""What all hands around one are at: after each draw, each discard, and each draw after each.

Let *C* be the least cost of a complete hand *T*, and *h* the tiles held. A draw of *i* makes the
hand nearer if and only if some *T* of cost *C* has Tᵢ > hᵢ. Without one tile *d* the least cost is
*C* if some *T* of cost *C* has T_d < h_d, else *C* + 1. What is nearer to it by a draw of *i* is so
if some *T* of that cost, measured without *d*, shows more of *i* than then is held: that is

- after a discard that keeps the distance, some *T* of cost *C* with T_d < h_d and Tᵢ > hᵢ;
- after one that does not, some *T* of cost at most *C* + 1 with these; or some *T* of cost *C* with
  Tᵢ > hᵢ; or *d* itself is drawn again.

So all that is asked is which pairs (*d*, *i*) the complete hands of cost *C* and *C* + 1 have. The
costs to go say which ways through the chain are as cheap as that, and these are few. Two passes
over them, one from each end, carry along which *d* there can be, each a bit of a word: at a kind
*i*, the union of what comes from both sides is the answer for all *d* at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solvers.compiling import compiled
from solvers.mahjong.dp.chain import (
    PAIR,
    RUNS,
    SETS,
    SHOWN,
    Change,
    Sizes,
    choices,
    costs_to_go,
    most_shown,
    nearest_hand,
    open_at,
    room_for_choices,
    row_of,
    sizes,
)
from solvers.mahjong.dp.task import FAR, Costs, Integers, Task

type Words = NDArray[np.uint64]
type Records = NDArray[np.int32]

WORD = 64
"""Kinds that may be discarded, and bits of their kinds, in one word."""

_NONE = np.uint64(0)
_ONE = np.uint64(1)

# A state on the way: what it costs to come there, what it costs to go on, and which state it is.
_COME, _GO, _OPEN, _B, _PAIRS, _BEYOND, _SETS = range(7)

# An arc between two of them: the states, the copies shown, and the cost to go by this arc.
_FROM, _TO, _COPIES, _BY = range(4)

_FEW = 1_024


@compiled
def _bits(task: Task, first: int) -> Words:
    """Give each of the kinds held a bit, the first ``first`` of them left out; shape (kinds,)."""
    bits = np.zeros(len(task.held), np.uint64)
    place = -first
    for kind in range(len(task.held)):
        if task.held[kind]:
            if 0 <= place < WORD:
                bits[kind] = _ONE << np.uint64(place)
            place += 1
    return bits


@compiled
def _ways(  # noqa: PLR0912, PLR0915  (one loop nest, as compiled code is fastest)
    task: Task, size: Sizes, costs: Costs, bits: Words, stop: Integers
) -> tuple[Records, Words, Records, Integers]:
    """Find every state and arc on a way to a complete hand of the least cost, or one more.

    Returns
    -------
    tuple[Records, Words, Records, Integers]
        The states, shape (states, 7), the first at the start; for each the kinds of which fewer are
        shown than held on a cheapest way there, and on one that costs one more at most, shape
        (states, 2); the arcs, shape (arcs, 4), by kind; and where those of each kind start, the end
        last, shape (kinds + 1,).
    """
    kinds = len(task.held)
    limit = costs[0, 0] + 1
    states, fewer = np.empty((_FEW, 7), np.int32), np.empty((_FEW, 2), np.uint64)
    arcs = np.empty((2 * _FEW, 4), np.int32)
    starts = np.zeros(kinds + 1, np.int64)
    # Where a state stands among those found, by its place; what stands there may be an old one.
    known = np.full(size.states, -1, np.int64)
    states[0] = 0
    states[0, _GO] = costs[0, 0]
    fewer[0] = _NONE
    found = room_for_choices(task)
    first, last, number = 0, 1, 0
    for group in range(len(task.runs)):
        for kind in range(task.starts[group], task.starts[group + 1]):
            ways = choices(task, kind, open_at(task, group, kind)[2], found)
            held, reach = task.held[kind], task.reach[kind]
            most = most_shown(task, kind, held)
            go = costs[kind + 1]
            new = last
            while number + (last - first) * ways > len(arcs):
                arcs = np.concatenate((arcs, np.empty_like(arcs)))
            while new + (last - first) * ways > len(states):
                states = np.concatenate((states, np.empty_like(states)))
                fewer = np.concatenate((fewer, np.empty_like(fewer)))
            for place in range(first, last):
                if stop[0]:
                    return states[:1], fewer[:1], arcs[:0], np.zeros(kinds + 1, np.int64)
                state = states[place]
                come, b = state[_COME], state[_B]
                never, one = fewer[place, 0], fewer[place, 1]
                for way in range(ways):
                    choice = found[way]
                    copies = state[_OPEN] + choice[SHOWN]
                    if copies > most:
                        break
                    sets, pairs = state[_SETS] + choice[SETS], state[_PAIRS] + choice[PAIR]
                    beyond = state[_BEYOND] + max(0, copies - reach)
                    if sets > task.sets or pairs > task.pairs or beyond > task.forced:
                        continue
                    c = choice[RUNS]
                    then = row_of(size, b, c, pairs, beyond) * size.row + sets
                    lacks = max(0, copies - held)
                    by = lacks + go[then]
                    if come + by > limit:
                        continue
                    bit = bits[kind] if copies < held else _NONE
                    to = known[then]
                    if to < last:
                        to = new
                        new += 1
                        known[then] = to
                        made = states[to]
                        made[_COME], made[_GO] = come + lacks, go[then]
                        made[_OPEN], made[_B] = b + c, c
                        made[_PAIRS], made[_BEYOND], made[_SETS] = pairs, beyond, sets
                        fewer[to, 0], fewer[to, 1] = never | bit, one | bit
                    else:
                        cost, before = come + lacks, states[to, _COME]
                        if cost == before:
                            fewer[to, 0] |= never | bit
                            fewer[to, 1] |= one | bit
                        elif cost == before + 1:
                            fewer[to, 1] |= never | bit
                        elif cost < before:
                            # What was cheapest may cost one more now, or too much.
                            dearer = fewer[to, 0] if before == cost + 1 else _NONE
                            fewer[to, 0], fewer[to, 1] = never | bit, one | bit | dearer
                            states[to, _COME] = cost
                    arc = arcs[number]
                    arc[_FROM], arc[_TO], arc[_COPIES], arc[_BY] = place, to, copies, by
                    number += 1
            first, last = last, new
            starts[kind + 1] = number
    return states[:last], fewer[:last], arcs[:number], starts


@compiled
def _together(
    task: Task,
    bits: Words,
    states: Records,
    fewer: Words,
    arcs: Records,
    starts: Integers,
) -> tuple[Words, NDArray[np.bool_]]:
    """Go back over the arcs, and join what comes from both sides.

    Returns
    -------
    tuple[Words, NDArray[np.bool_]]
        For each kind *i* that can be drawn, every *d* of a complete hand of the least cost that
        shows more of *i* and fewer of *d* than are held, and of one of one more at most, shape
        (kinds, 2); and whether one of the least cost shows more of *i*, shape (kinds,).
    """
    kinds = len(task.held)
    least = states[0, _GO]
    pairs, useful = np.zeros((kinds, 2), np.uint64), np.zeros(kinds, np.bool_)
    later = np.zeros((len(states), 2), np.uint64)
    for kind in range(kinds - 1, -1, -1):
        held = task.held[kind]
        drawable = held < task.reach[kind]
        both, more = _NONE, _NONE
        for place in range(starts[kind], starts[kind + 1]):
            arc = arcs[place]
            start, end, copies = arc[_FROM], arc[_TO], arc[_COPIES]
            bit = bits[kind] if copies < held else _NONE
            never, one = later[end, 0], later[end, 1]
            if arc[_BY] == states[start, _GO]:
                later[start, 0] |= never | bit
                later[start, 1] |= one | bit
            else:
                later[start, 1] |= never | bit
            if drawable and copies > held:
                if states[start, _COME] + arc[_BY] == least:
                    useful[kind] = True
                    both |= fewer[start, 0] | never
                    more |= fewer[start, 1] | one
                else:
                    more |= fewer[start, 0] | never
        pairs[kind, 0], pairs[kind, 1] = both, more
    return pairs, useful


@compiled
def around(task: Task, first: int, discards: bool, stop: Integers) -> tuple[Change, Words]:
    """Find a nearest complete hand, and what all hands around are at; wild tiles not deducted.

    Parameters
    ----------
    task
        What is asked.
    first
        Of the kinds held, in order, the first whose discard is looked at; 64 are.
    discards
        Whether any is looked at.
    stop
        Set to 1 from another thread to stop: what is returned then is of no use; shape (1,).

    Returns
    -------
    tuple[Change, Words]
        The nearest hand; and a row for the hand as it is, then one for each discard: the least cost
        (``FAR`` for none), and the useful kinds, the lowest 64 first, each a bit; shape
        (1 + discards, 3).
    """
    kinds = len(task.held)
    size = sizes(task)
    costs = costs_to_go(task, size, stop)
    bits = _bits(task, first if discards else kinds)
    rows = np.zeros((1 + np.count_nonzero(bits), 3), np.uint64)
    change = nearest_hand(task, size, costs)
    least = costs[0, 0]
    if least >= FAR:
        rows[:, 0] = FAR
        return change, rows
    states, fewer, arcs, starts = _ways(task, size, costs, bits, stop)
    pairs, useful = _together(task, bits, states, fewer, arcs, starts)
    # From where there is nothing more to pay, whatever came before is of a complete hand.
    kept = _NONE
    for place in range(len(states)):
        if states[place, _GO] == 0 and states[place, _COME] == least:
            kept |= fewer[place, 0]
    rows[0, 0] = least
    for kind in range(kinds):
        if useful[kind]:
            rows[0, 1 + kind // WORD] |= _ONE << np.uint64(kind % WORD)
    row = 0
    for gone in range(kinds):
        bit = bits[gone]
        if bit == _NONE:
            continue
        row += 1
        keeps = kept & bit != _NONE
        rows[row, 0] = least if keeps else least + 1
        for kind in range(kinds):
            if keeps:
                helps = pairs[kind, 0] & bit != _NONE
            else:
                helps = useful[kind] or pairs[kind, 1] & bit != _NONE
                helps = helps or (kind == gone and task.held[kind] < task.reach[kind])
            if helps:
                rows[row, 1 + kind // WORD] |= _ONE << np.uint64(kind % WORD)
    return change, rows
