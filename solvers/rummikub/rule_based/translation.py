"""From a position to the player's state, and back to a move."""

from __future__ import annotations

from collections import Counter

from models.rummikub.meld import Meld
from models.rummikub.move import Move, table_in_order
from models.rummikub.notation import tile_codes
from models.rummikub.position import Position
from solvers.result import Step
from solvers.rummikub.rule_based.codes import Codes, codes_of
from solvers.rummikub.rule_based.facts import facts_of
from solvers.rummikub.rule_based.state import State, less


def state_of(position: Position) -> State:
    """Write a position as a state; its table is there only if the player may use it."""
    codes = codes_of(position.rules)
    table = position.table if position.opened else ()
    sets = tuple(facts_of(codes, _code(codes, meld)) for meld in table)
    return State(codes, sets, tuple(codes.unit(tile) for tile in position.hand))


def move_to(position: Position, start: State, state: State) -> Move:
    """Read a state as a move.

    A set that lay on the table keeps the reading it had, others are read as favourably as can be.

    Parameters
    ----------
    position
        The position.
    start
        Its state.
    state
        One that follows from it.
    """
    codes = state.codes
    made = Counter(one.code for one in state.sets)
    melds: list[Meld] = [] if position.opened else list(position.table)
    for meld, one in zip(position.table, start.sets, strict=False):
        if made[one.code]:
            made[one.code] -= 1
            melds.append(meld)
    melds += (facts_of(codes, code).meld for code in made.elements())
    played = tuple(codes.tile(unit) for unit in less(start.hand, state.hand))
    return Move(played, table_in_order(position, melds))


def step_between(name: str, before: State, after: State) -> Step:
    """Say which tiles a layer played."""
    played = less(before.hand, after.hand)
    return Step(name, tuple(tile_codes(before.codes.tile(unit) for unit in played)))


def _code(codes: Codes, meld: Meld) -> int:
    return sum(codes.unit(tile) for tile in meld.tiles)
