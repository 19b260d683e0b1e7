"""The first layer: whole sets out of the hand."""

from __future__ import annotations

from solvers.rummikub.rule_based.codes import JOKERS
from solvers.rummikub.rule_based.facts import facts_of
from solvers.rummikub.rule_based.loose_tiles import loose_tiles
from solvers.rummikub.rule_based.meter import Meter
from solvers.rummikub.rule_based.prospects import prospects
from solvers.rummikub.rule_based.splits import Split, splits
from solvers.rummikub.rule_based.state import JokerUse, State, less


def whole_sets(state: State, meter: Meter) -> State | None:
    """Lay sets of hand tiles: of all ways, the one after which the most tiles are gone or can go.

    Of what is left, those tiles count that the next two layers have a place for: of K3-7 B6 O6 it
    lays K3-6, whose K6 then completes a group, and not K3-7.
    """
    best: tuple[tuple[int, int, int], State] | None = None
    for split in splits(state.codes, state.hand, state.jokers, meter):
        after = laid(state, split)
        gone = len(state.hand) - len(after.hand)
        jokers = sum(code & JOKERS for code in split)
        rank = (gone - jokers + prospects(after), gone, -len(split))
        if best is None or rank > best[0]:
            best = (rank, after)
    return _jokers_alone(state) if best is None else best[1]


def laid(state: State, split: Split) -> State:
    """Lay sets of hand tiles."""
    used = [unit for code in split for unit in state.codes.units(code)]
    new = (facts_of(state.codes, code) for code in split)
    return state.moved((*state.sets, *new), less(state.hand, used))


def _jokers_alone(state: State) -> State | None:
    """Lay a set of jokers, when nothing else can be done with them."""
    least = state.codes.rules.min_set_size
    last = state.joker_use is JokerUse.ANYWHERE and state.jokers >= least
    return laid(state, (least,)) if last and state.codes.is_legal(least) else None


def first_sets(state: State, points: int, meter: Meter) -> State | None:
    """Lay sets of hand tiles that are worth so many points together, with as few jokers as can be.

    Of several ways the one after which the most tiles are gone or can go; ``None`` if there is
    none.

    Parameters
    ----------
    state
        The hand, and no table: as yet it is not the player's to use.
    points
        The points needed.
    meter
        Counts each set that is tried.
    """
    for jokers in range(state.hand_jokers + 1):
        best: tuple[tuple[int, int], State] | None = None
        for split in splits(state.codes, state.hand, jokers, meter):
            after = _filled(laid(state, split), meter)
            if worth(after) >= points:
                gone = len(state.hand) - len(after.hand)
                rank = (gone + prospects(after), gone)
                if best is None or rank > best[0]:
                    best = (rank, after)
        if best is not None:
            return best[1]
    return None


def _filled(state: State, meter: Meter) -> State:
    """Add to the sets whatever fits them, but for jokers."""
    while (after := loose_tiles(state, meter)) is not None:
        state = after
    return state


def worth(state: State) -> int:
    """Add up the points of all sets, jokers counting what they stand for."""
    return sum(one.meld.value for one in state.sets)
