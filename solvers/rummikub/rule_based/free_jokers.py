"""The sixth layer: a joker of the table is freed, and used at once."""

from __future__ import annotations

from solvers.rummikub.rule_based.codes import JOKER_UNIT, JOKERS
from solvers.rummikub.rule_based.extraction import Extraction
from solvers.rummikub.rule_based.meter import Meter
from solvers.rummikub.rule_based.state import State, less, swapped

DEPTH = 1
"""How many steps it may take, at most, to get hold of each tile that is not spare."""


def free_jokers(state: State, meter: Meter) -> State | None:
    """Take a joker that is spare, or whose place another tile takes, and lay it elsewhere.

    That other tile comes from the hand or off the table. The joker completes a set of hand tiles,
    makes up for another tile that a set needs, or is added to any set.
    """
    if not state.held or not any(one.code & JOKERS for one in state.sets):
        return None
    search = Extraction(state, meter, DEPTH, jokers=True)
    for level in range(DEPTH + 1):
        found = search.lay_around_hand(level, [(0, 1), (0, 0)])
        if found is not None:
            return found
    return _exchanged(state, search)


def _exchanged(state: State, search: Extraction) -> State | None:
    """Put a hand tile where a joker lies, and the joker into any other set."""
    codes = state.codes
    for place, one in enumerate(state.sets):
        for unit in codes.units(one.stand_ins & state.held):
            whole = codes.as_sets(one.code - JOKER_UNIT + unit)
            sets = swapped(codes, state.sets, place, whole)
            for after in search.placed(sets, less(state.hand, (unit,)), JOKER_UNIT, DEPTH):
                return state.moved(*after)
    return None
