"""The fourth layer: runs cut around a tile, and gaps bridged."""

from __future__ import annotations

from solvers.rummikub.rule_based.codes import JOKER_UNIT, JOKERS
from solvers.rummikub.rule_based.facts import facts_of
from solvers.rummikub.rule_based.meter import Meter
from solvers.rummikub.rule_based.state import State, less


def bridges(state: State, meter: Meter) -> State | None:
    """Cut a run around a tile of the hand, or close the gap between that tile and a set.

    Three ways, each for every tile in turn: R5 cuts R3-7 into R3-5 and R5-7; it cuts R3-6 into R3-5
    and R5 R6, which R7-9 takes up; a spare R6 leads from R5 to R7-9.
    """
    for unit in dict.fromkeys(state.hand):
        if unit != JOKER_UNIT:
            meter.step()
            found = _cut(state, unit) or _joined(state, unit) or _reached(state, unit)
            if found is not None:
                return found
    return None


def _cut(state: State, unit: int) -> State | None:
    """Cut a run into two with the tile."""
    if unit & state.accepted:
        for place, one in enumerate(state.sets):
            if len(one.grown.get(unit, ())) > 1:
                return state.grown(place, unit)
    return None


def _joined(state: State, unit: int) -> State | None:
    """Cut a run around the tile where one part is too short, and have another run take that up."""
    codes = state.codes
    for place, one in enumerate(state.sets):
        if not one.code & unit or one.code & JOKERS:
            continue
        low, high = one.code & (2 * unit - 1), one.code & -unit
        for legal, short in ((low, high), (high, low)):
            if not codes.is_legal(legal):
                continue
            for other_place, other in enumerate(state.sets):
                if other_place != place and not other.code & short:
                    whole = other.code | short
                    if codes.is_legal(whole):
                        sets = list(state.sets)
                        sets[place] = facts_of(codes, legal)
                        sets[other_place] = facts_of(codes, whole)
                        return state.moved(tuple(sets), less(state.hand, (unit,)))
    return None


def _reached(state: State, unit: int) -> State | None:
    """Add a spare tile of another set to a set, which then accepts the tile."""
    codes = state.codes
    for place, one in enumerate(state.sets):
        for between in codes.units(one.reach.get(unit, 0) & state.spare):
            for other_place, other in enumerate(state.sets):
                if other_place != place and between & other.spare:
                    grown = facts_of(codes, one.grown[between][0])
                    made = (*grown.grown[unit], *other.rest[between])
                    two = (place, other_place)
                    alone = (kept for at, kept in enumerate(state.sets) if at not in two)
                    sets = (*alone, *(facts_of(codes, code) for code in made))
                    return state.moved(sets, less(state.hand, (unit,)))
    return None
