"""What both programs share: the names of set columns, and the objective terms as expressions."""

from __future__ import annotations

from collections.abc import Mapping

from pulp import LpAffineExpression, LpVariable

from models.program import Goal
from models.rummikub.meld import Meld
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.tiles import Tile


def goals(
    objective: Objective,
    position: Position,
    played: Mapping[Tile, LpVariable],
    kept: Mapping[tuple[Tile, ...], LpVariable],
) -> tuple[Goal, ...]:
    """Write an objective as goals.

    Parameters
    ----------
    objective
        The terms.
    position
        The position.
    played
        For each tile of the hand, the column that counts how many are played.
    kept
        For each set of the table, the column that counts how many stay as they are; empty where
        the whole table stays.
    """
    rules = position.rules

    def points(tile: Tile) -> int:
        return rules.joker_penalty if tile.is_joker else tile.number

    def total(weight: Mapping[Tile, int]) -> LpAffineExpression:
        return LpAffineExpression.from_list([(played[t], w) for t, w in weight.items() if w])

    hand = position.hand_counts
    numbers = {tile: tile.number for tile in hand}
    penalties = {tile: points(tile) for tile in hand}
    jokers = {tile: -1 for tile in hand if tile.is_joker}
    # Before the initial meld no column moves a set of the table: all of them are kept.
    all_kept = 0 if position.opened else len(position.table)
    written = {
        Term.TILES: lambda: Goal(Term.TILES, total(dict.fromkeys(hand, 1))),
        Term.VALUE: lambda: Goal(Term.VALUE, total(numbers)),
        Term.PENALTY: lambda: Goal(
            Term.PENALTY, total(penalties), sum(n * points(t) for t, n in hand.items()), -1
        ),
        Term.KEPT_SETS: lambda: Goal(
            Term.KEPT_SETS, LpAffineExpression.from_list([(z, 1) for z in kept.values()]), all_kept
        ),
        Term.HELD_JOKERS: lambda: Goal(
            Term.HELD_JOKERS, total(jokers), sum(n for t, n in hand.items() if t.is_joker)
        ),
    }
    return tuple(written[term]() for term in objective)


def column_name(meld: Meld) -> str:
    """Name the column of a set: ``run_R5_J_R7``."""
    return f"{meld.kind}_{'_'.join(map(str, meld.tiles))}"
