"""What all hands around one are at: after each draw, each discard, and each draw after each.

Whatever natural tile is drawn or discarded, no other one is seen: what is held or to be drawn, and
so which complete hands there are, is the same for all these hands. (Without a wild tile there may
be fewer, which is looked at on its own.) A cost is that before wild tiles stand for anything.

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
    ON,
    PAIR,
    RUNS,
    SHOWN,
    Change,
    Choices,
    Sizes,
    choices,
    costs_to_go,
    in_game,
    most_shown,
    nearest_hand,
    place_of,
    sizes,
)
from solvers.mahjong.dp.task import FAR, Costs, Integers, Task

type Words = NDArray[np.uint64]
type Records = NDArray[np.int32]

WORD = 64
"""Bits of a word: so many discards are looked at in one call, and so many kinds a word tells of."""

_NONE = np.uint64(0)
_ONE = np.uint64(1)

# A state on the way: what it costs to come there, and to go on; then which it is: the runs still
# open, those of them that started last, pairs and copies beyond reach so far, and the place of the
# state that would follow if nothing started.
_COME, _GO, _OPEN, _B, _PAIRS, _BEYOND, _PLACE = range(7)

# An arc between two of them: the states, the copies shown, and the cost to go by this arc.
_FROM, _TO, _COPIES, _BY = range(4)

_FEW = 1_024


@compiled
def _bits(task: Task, first: int, many: int) -> Words:
    """Give a bit to so many of the kinds held, leaving the first ones out; shape (kinds,)."""
    bits = np.zeros(len(task.held), np.uint64)
    place = -first
    for kind in range(len(task.held)):
        if task.held[kind]:
            if 0 <= place < many:
                bits[kind] = _ONE << np.uint64(place)
            place += 1
    return bits


@compiled
def _ways(  # noqa: PLR0912, PLR0915  (one loop nest, as compiled code is fastest)
    task: Task,
    size: Sizes,
    may: Choices,
    costs: Costs,
    start: int,
    more: int,
    bits: Words,
    stop: Integers,
) -> tuple[Records, Words, Records, Integers]:
    """Find every state and arc on a way to a complete hand of the least cost, or a little more.

    Parameters
    ----------
    task, size, may, costs
        The task, its sizes and choices, and the costs to go.
    start
        How many copies are beyond reach from the start.
    more
        How much more: 0 or 1.
    bits, stop
        The bit of each kind, shape (kinds,); and what stops the work.

    Returns
    -------
    tuple[Records, Words, Records, Integers]
        The states, shape (states, 7), the first at the start; for each the kinds of which fewer are
        shown than held on a cheapest way there, and on one that costs one more at most, shape
        (states, 2); the arcs, shape (arcs, 4), by kind; and where those of each kind start, the end
        last, shape (kinds + 1,).
    """
    kinds = len(task.held)
    states, fewer = np.empty((_FEW, 7), np.int32), np.empty((_FEW, 2), np.uint64)
    arcs = np.empty((2 * _FEW, 4), np.int32)
    starts = np.zeros(kinds + 1, np.int64)
    # Where a state stands among those found, by its place; what stands there may be an old one.
    known = np.full(size.states, -1, np.int64)
    by_a, by_b = place_of(size, 1, 0, 0, 0), place_of(size, 0, 1, 0, 0)
    for field in range(7):
        states[0, field] = 0
    states[0, _BEYOND], states[0, _PLACE] = start, start * size.row
    states[0, _GO] = costs[0, start * size.row]
    limit = states[0, _GO] + more
    fewer[0, 0], fewer[0, 1] = _NONE, _NONE
    first, last, number = 0, 1, 0
    for kind in range(kinds):
        found, ways = may.lists[may.which[kind]], may.number[kind]
        held, reach, own = task.held[kind], task.reach[kind], bits[kind]
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
            # Read once: what is written below might be these, for all the compiler knows.
            state, never, one = states[place], fewer[place, 0], fewer[place, 1]
            come, opened, b = state[_COME], state[_OPEN], state[_B]
            paired, over, on = state[_PAIRS], state[_BEYOND], state[_PLACE]
            for way in range(ways):
                choice = found[way]
                copies = opened + choice[SHOWN]
                if copies > most:
                    break
                pairs = paired + choice[PAIR]
                if pairs > task.pairs:
                    continue
                far, lacks = max(0, copies - reach), max(0, copies - held)
                beyond, cost = over + far, come + lacks
                if beyond > task.forced or cost > limit:
                    break
                then = on + choice[ON] + far * size.row
                by = lacks + go[then]
                # Past the last set there is no state, and nothing is as cheap.
                if come + by > limit:
                    continue
                bit = own if copies < held else _NONE
                to = known[then]
                if to < last:
                    to = new
                    new += 1
                    known[then] = to
                    made = states[to]
                    made[_COME], made[_GO] = cost, go[then]
                    c = choice[RUNS]
                    made[_OPEN], made[_B] = b + c, c
                    made[_PAIRS], made[_BEYOND] = pairs, beyond
                    made[_PLACE] = then - b * by_a - c * by_b + c * by_a
                    fewer[to, 0], fewer[to, 1] = never | bit, one | bit
                else:
                    before = states[to, _COME]
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
def _write(
    row: Words, cost: int, useful: NDArray[np.bool_], pairs: Words, column: int, bit: np.uint64
) -> None:
    """Write down what one hand is at, unless it is nearer to another form.

    Useful to it is what is so, or is in a pair with a bit.
    """
    if row[0] < cost:
        return
    if row[0] > cost:
        row[0], row[1], row[2] = cost, _NONE, _NONE
    for kind in range(len(useful)):
        if useful[kind] or pairs[kind, column] & bit != _NONE:
            row[1 + kind // WORD] |= _ONE << np.uint64(kind % WORD)


@compiled
def around(task: Task, first: int, rows: Words, stop: Integers) -> tuple[int, int, Change]:
    """Find a nearest complete hand, and what all hands around are at; wild tiles not deducted.

    Parameters
    ----------
    task
        What is asked.
    first
        Of the kinds held, in order, the first whose discard is looked at.
    rows
        A row for the hand as it is, one for it with a wild tile fewer, if it has any, and one for
        each discard that is looked at, 64 at most: the least cost (``FAR`` for none), and the
        useful kinds, the lowest 64 first, each a bit. What is in them of another form is kept where
        that is nearer, and joined where it is as near. Shape (2 + discards, 3).
    stop
        Set to 1 from another thread to stop: what is returned then is of no use; shape (1,).

    Returns
    -------
    tuple[int, int, Change]
        As :func:`solvers.mahjong.dp.chain.nearest` does.
    """
    kinds = len(task.held)
    size = sizes(task)
    may = choices(task, size)
    costs = costs_to_go(task, size, may, stop)
    least = int(costs[0, 0])
    game, change = in_game(task, least, stop), nearest_hand(task, size, may, costs)
    # All that is at one of the hands around is at least as far as this one.
    if least >= FAR or least > int(rows[:, 0].max()):
        return least, game, change
    bits = _bits(task, first, len(rows) - 2)
    states, fewer, arcs, starts = _ways(task, size, may, costs, 0, 1, bits, stop)
    pairs, useful = _together(task, bits, states, fewer, arcs, starts)
    # From where there is nothing more to pay, whatever came before is of a complete hand.
    kept = _NONE
    for place in range(len(states)):
        if states[place, _GO] == 0 and states[place, _COME] == least:
            kept |= fewer[place, 0]
    nothing, none = np.zeros(kinds, np.bool_), np.zeros(kinds, np.uint64)
    _write(rows[0], least, useful, pairs, 0, _NONE)
    if not 0 < task.wilds <= task.forced:
        _write(rows[1], least, useful, pairs, 0, _NONE)
    elif costs[0, size.row] < FAR:
        # With one fewer, one copy fewer may be beyond reach: as if one were from the start.
        found = _ways(task, size, may, costs, 1, 0, none, stop)
        helpful = _together(task, none, *found)[1]
        _write(rows[1], int(costs[0, size.row]), helpful, pairs, 0, _NONE)
    row = 1
    for gone in range(kinds):
        bit = bits[gone]
        if bit == _NONE:
            continue
        row += 1
        if kept & bit != _NONE:
            _write(rows[row], least, nothing, pairs, 0, bit)
        else:
            # What was discarded helps too, if there is one more of it to draw.
            before = useful[gone]
            useful[gone] = task.held[gone] < task.reach[gone]
            _write(rows[row], least + 1, useful, pairs, 1, bit)
            useful[gone] = before
    return least, game, change
