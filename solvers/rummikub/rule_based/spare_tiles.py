"""The second layer: a tile that the table can spare completes hand tiles to a set."""

from __future__ import annotations

from solvers.rummikub.rule_based.codes import JOKERS
from solvers.rummikub.rule_based.facts import facts_of
from solvers.rummikub.rule_based.meter import Meter
from solvers.rummikub.rule_based.prospects import prospects
from solvers.rummikub.rule_based.state import State, less, swapped


def spare_tiles(state: State, meter: Meter) -> State | None:
    """Lay a set all of whose tiles but one are from the hand, and that one spare on the table.

    Ends of runs that stay long enough, any tile of a large enough group, and a tile inside a run
    that leaves two runs are spare. Of several such sets, the one after which the most can go.
    """
    best: tuple[int, State] | None = None
    for code, lacks in _candidates(state, meter):
        used = [*state.codes.units(code - lacks)]
        hand = less(state.hand, used)
        for place, one in enumerate(state.sets):
            if lacks & one.spare:
                meter.step()
                sets = swapped(state.codes, state.sets, place, one.rest[lacks])
                after = state.moved((*sets, facts_of(state.codes, code)), hand)
                can_go = prospects(after)
                if best is None or can_go > best[0]:
                    best = (can_go, after)
    return None if best is None else best[1]


def _candidates(state: State, meter: Meter) -> list[tuple[int, int]]:
    """List sets with the one tile that they lack: those with the fewest jokers."""
    codes, held, spare = state.codes, state.held, state.spare
    have = held | spare
    for jokers in range(state.jokers + 1):
        found: dict[int, int] = {}
        for unit in codes.units(held):
            around = codes.around(unit, jokers)
            meter.step(len(around))
            for code in around:
                if not code & ~JOKERS & ~have:
                    lacks = code & ~JOKERS & ~held
                    if lacks and not lacks & (lacks - 1):
                        found[code] = lacks
        if found:
            return list(found.items())
    return []
