"""The fifth layer: several tiles are taken off the table, one making room for the other."""

from __future__ import annotations

from solvers.rummikub.rule_based.extraction import Extraction
from solvers.rummikub.rule_based.meter import Meter
from solvers.rummikub.rule_based.state import State

DEPTH = 2
"""How many steps it may take, at most, to get hold of each tile that is not spare."""


def chains(state: State, meter: Meter) -> State | None:
    """Lay a set of hand tiles and others that come off the table, none of them a joker.

    Short chains first; among them sets that need the fewest tiles of the table.
    """
    if not state.held:
        return None
    search = Extraction(state, meter, DEPTH, jokers=False)
    jokers = [(mine, 0) for mine in range(state.jokers + 1)]
    for level in range(DEPTH + 1):
        found = search.lay_around_hand(level, jokers)
        if found is not None:
            return found
    return None
