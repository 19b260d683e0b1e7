"""Objective terms that are sums over the tiles played: what each tile adds."""

from __future__ import annotations

from models.program import lexicographic_weights
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile

ADDITIVE_TERMS = frozenset({Term.TILES, Term.VALUE, Term.PENALTY, Term.HELD_JOKERS})
"""The terms that are such sums; ``kept_sets`` is about the table's sets."""


def tile_worth(term: Term, rules: Rules, tile: Tile) -> int:
    """Return how much better a term gets when this tile is played from the hand.

    Raises
    ------
    ValueError
        If the term is no sum over the tiles played.
    """
    if term is Term.TILES:
        return 1
    if term is Term.VALUE:
        return tile.number
    if term is Term.PENALTY:
        return rules.joker_penalty if tile.is_joker else tile.number
    if term is Term.HELD_JOKERS:
        return -1 if tile.is_joker else 0
    raise ValueError(f"{term} is not a sum over the tiles played")


def term_weights(position: Position, objective: Objective) -> tuple[int, ...]:
    """Return the weight of each term in one sum that has the same optima.

    A term can't differ between two moves by more than what all tiles of the hand add to it, and
    :func:`lexicographic_weights` makes a step of a term outweigh that of all later ones.
    """
    rules = position.rules
    spans = [sum(abs(tile_worth(term, rules, t)) for t in position.hand) for term in objective]
    return lexicographic_weights(spans)


def hand_worth(position: Position, objective: Objective) -> dict[Tile, int]:
    """Return what one tile of each kind of the hand is worth in that sum, played."""
    weighed = tuple(zip(term_weights(position, objective), objective, strict=True))
    return {
        tile: sum(weight * tile_worth(term, position.rules, tile) for weight, term in weighed)
        for tile in position.hand_counts
    }
