"""An objective as a cost of each tile left in the hand, in one whole number."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from models.program import lexicographic_weights
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile

_LEAVING: Mapping[Term, Callable[[Tile, Rules], int]] = {
    Term.TILES: lambda tile, rules: 1,  # noqa: ARG005
    Term.VALUE: lambda tile, rules: tile.number,  # noqa: ARG005
    Term.PENALTY: lambda tile, rules: rules.joker_penalty if tile.is_joker else tile.number,
    Term.HELD_JOKERS: lambda tile, rules: -1 if tile.is_joker else 0,  # noqa: ARG005
}

TERMS = frozenset(_LEAVING)
"""The terms that are a sum over the tiles left; ``kept_sets`` is about the table's sets."""


def leaving_costs(position: Position, objective: Objective) -> dict[Tile, int]:
    """Work out what it costs to leave one tile of each kind of the hand.

    The terms are weighed so that the sum orders hands left over as the terms do one after the
    other: a term can't differ between two of them by more than the sum of what all tiles of the
    hand count in it, and :func:`lexicographic_weights` makes a step of a term outweigh that.

    Parameters
    ----------
    position
        The position.
    objective
        The terms, all of them in :data:`TERMS`.

    Returns
    -------
    dict[Tile, int]
        The costs: the best move leaves the least sum in the hand.
    """
    rules, hand = position.rules, position.hand
    counted = [_LEAVING[term] for term in objective]
    spans = [sum(abs(count(tile, rules)) for tile in hand) for count in counted]
    weights = lexicographic_weights(spans)
    return {
        tile: sum(w * count(tile, rules) for w, count in zip(weights, counted, strict=True))
        for tile in position.hand_counts
    }
