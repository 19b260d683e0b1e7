"""The layers in order, again and again until none has anything left to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from solvers.rummikub.rule_based.bridges import bridges
from solvers.rummikub.rule_based.chains import chains
from solvers.rummikub.rule_based.free_jokers import free_jokers
from solvers.rummikub.rule_based.loose_tiles import loose_tiles
from solvers.rummikub.rule_based.meter import Meter
from solvers.rummikub.rule_based.spare_tiles import spare_tiles
from solvers.rummikub.rule_based.state import JokerUse, State
from solvers.rummikub.rule_based.whole_sets import first_sets, whole_sets, worth

type Layer = Callable[[State, Meter], State | None]
"""Plays something, or nothing: the state after it, or ``None``."""

LAYERS: Mapping[str, Layer] = {
    "whole-sets": whole_sets,
    "spare-tiles": spare_tiles,
    "loose-tiles": loose_tiles,
    "bridges": bridges,
    "chains": chains,
    "free-jokers": free_jokers,
}
"""All layers, in the order in which they play."""

WHOLE_SETS = next(iter(LAYERS))
"""The layer that looks at nothing but the hand."""


def play(state: State, names: Sequence[str], meter: Meter) -> Iterator[tuple[str, State]]:
    """Play with the named layers, beginning anew with the first whenever one has played something.

    Jokers of the hand stay there as long as anything can be played without them; then they are laid
    in new sets; then anywhere.

    Returns
    -------
    Iterator[tuple[str, State]]
        Each layer that played something, with the state after it.
    """
    for use in JokerUse if state.hand_jokers else (JokerUse.HELD,):
        state = state.allowing(use)
        waiting = list(names)
        while state.hand and waiting:
            for name in waiting:
                after = LAYERS[name](state, meter)
                if after is not None:
                    yield name, after
                    state = after
                    break
                if name == WHOLE_SETS:
                    # What a hand does not hold it does not hold either with fewer tiles.
                    waiting = [other for other in waiting if other != name]
            else:
                break


def play_first(
    state: State, points: int, names: Sequence[str], meter: Meter
) -> Iterator[tuple[str, State]]:
    """Lay the initial meld and whatever else fits the sets it is made of, if the hand has it.

    The table is not the player's to use yet: ``state`` has none. The first sets are laid by the
    layer of whole sets; without that one, nothing is.
    """
    after = first_sets(state, points, meter) if WHOLE_SETS in names else None
    if after is None:
        return
    yield WHOLE_SETS, after
    for name, later in play(after, names, meter):
        # A joker that moves may stand for less.
        if worth(later) < points:
            return
        yield name, later
