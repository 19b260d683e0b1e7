"""What of a hand the simple layers could still play: how one choice is held against another."""

from __future__ import annotations

from solvers.rummikub.rule_based.state import State


def prospects(state: State) -> int:
    """Count kinds of tile in the hand that some set accepts, or one spare tile makes a set of.

    It is a guess: two tiles may want the same place, or the same spare tile.
    """
    held = state.held
    played = held & state.accepted
    have = held | state.spare
    for unit in state.codes.units(held & ~played):
        if not unit & played:
            for code in state.codes.around(unit):
                if not code & ~have:
                    lacks = code & ~held
                    if not lacks & (lacks - 1):
                        played |= code & held
                        break
    return played.bit_count()
