"""The third layer: a tile of the hand is added to a set."""

from __future__ import annotations

from solvers.rummikub.rule_based.codes import JOKER_UNIT
from solvers.rummikub.rule_based.meter import Meter
from solvers.rummikub.rule_based.prospects import prospects
from solvers.rummikub.rule_based.state import JokerUse, State


def loose_tiles(state: State, meter: Meter) -> State | None:
    """Add a tile to an end of a run, or to a group: the first that fits, where most can go after.

    A joker is added anywhere, but only once nothing else can be done with it.
    """
    for unit in dict.fromkeys(state.hand):
        if not unit & state.accepted:
            continue
        if unit == JOKER_UNIT and state.joker_use < JokerUse.ANYWHERE:
            continue
        places = [
            place for place, one in enumerate(state.sets) if len(one.grown.get(unit, ())) == 1
        ]
        meter.step(1 + len(places))
        if len(places) == 1:
            return state.grown(places[0], unit)
        if places:
            return max((state.grown(place, unit) for place in places), key=prospects)
    return None
