"""What both programs share: the names of set columns, and the objective terms as expressions."""

from __future__ import annotations

from collections.abc import Mapping

from pulp import LpAffineExpression, LpVariable

from models.program import Goal
from models.rummikub.meld import Meld
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.tiles import JOKER, Tile
from models.rummikub.worth import tile_worth


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
    rules, hand = position.rules, position.hand_counts
    # Before the initial meld no column moves a set of the table: all of them are kept.
    all_kept = 0 if position.opened else len(position.table)

    def goal(term: Term) -> Goal:
        if term is Term.KEPT_SETS:
            count = LpAffineExpression.from_list([(z, 1) for z in kept.values()])
            return Goal(term, count, all_kept)
        worth = {tile: tile_worth(term, rules, tile) for tile in hand}
        gained = LpAffineExpression.from_list([(played[t], w) for t, w in worth.items() if w])
        if term is Term.PENALTY:
            return Goal(term, gained, sum(n * worth[t] for t, n in hand.items()), -1)
        if term is Term.HELD_JOKERS:
            return Goal(term, gained, hand[JOKER])
        return Goal(term, gained)

    return tuple(goal(term) for term in objective)


def column_name(meld: Meld) -> str:
    """Name the column of a set: ``run_R5_J_R7``."""
    return f"{meld.kind}_{'_'.join(map(str, meld.tiles))}"
