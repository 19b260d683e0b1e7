"""Each layer plays what no other can: hand-made positions that need just it."""

from dataclasses import replace

import pytest

from models.rummikub.objective import Term
from models.rummikub.position import Position
from solvers.result import Limits, Result
from solvers.rummikub.rule_based import LAYERS, RULE_BASED
from solvers.rummikub.solve import solve, verified
from tests.cases import position

TILES = (Term.TILES,)

# What the layer plays, and on which table.
NEED: dict[str, list[tuple[str, list[str]]]] = {
    "whole-sets": [("K10-12", []), ("R4 B4 O4", ["B11-13"]), ("R1 R2 R1 R2 R3 R3", [])],
    "spare-tiles": [
        ("B3 O3", ["R3-6"]),  # the end of a run of four
        ("B4 B5", ["RBOK6"]),  # any tile of a group of four
        ("B7 O7", ["R4-10"]),  # a tile inside a run that leaves two runs
    ],
    "loose-tiles": [("R8", ["R5-7"]), ("R4", ["R5-7"]), ("O5", ["RBK5"]), ("R8 R9", ["R5-7"])],
    "bridges": [
        ("R5", ["R3-7"]),  # R3-5 and R5-7
        ("R5", ["R3-6", "R7-9"]),  # R3-5 and R5-9
        ("R5", ["R4-7", "R1-3"]),  # R1-5 and R5-7
        ("R5", ["R7-9", "RBOK6"]),  # R6 leads to R5
    ],
    "chains": [
        ("R5", ["B5-8", "O2-5"]),  # two spare tiles
        ("B4 O4", ["R4-6", "RBOK7"]),  # R7 makes R4 spare
        ("B4 O4", ["R4-6", "RBO6", "R7-9", "BOK5"]),  # R5 and R6 find other places
        ("B4 O4", ["R4-6", "R7-9", "RBOK10"]),  # R10 makes R7 spare, and R7 makes R4
    ],
    "free-jokers": [
        ("B8 B9", ["R3 J R5", "RBOK4"]),  # a table tile takes the joker's place
        ("K5", ["R5 B5 O5 J", "R9-11"]),  # a hand tile does, and the joker goes elsewhere
        ("B8 B9", ["R5 R6 R7 J"]),  # nothing need take its place
        ("K5 B8 B9", ["R5 B5 O5 J"]),  # it makes room for a tile
    ],
}
CASES = [(layer, *case) for layer, cases in NEED.items() for case in cases]


def played_by(layers: tuple[str, ...], where: Position) -> Result[object]:
    player = replace(RULE_BASED, layers=layers)
    return verified(player, where, player.solve(where, TILES, Limits()))


@pytest.mark.parametrize(("layer", "hand", "table"), CASES)
def test_a_layer_plays_what_no_other_layer_can(layer: str, hand: str, table: list[str]) -> None:
    where = position(hand=hand, table=table)
    result = solve(where, TILES, "rule-based")
    best = solve(where, TILES, "ilp").terms[0].value
    assert result.terms[0].value == best == len(where.hand)
    assert layer in [step.name for step in result.steps]
    others = tuple(name for name in LAYERS if name != layer)
    without = played_by(others, where).terms[0].value
    assert without is not None
    assert without < best


def test_a_chain_of_more_than_two_steps_is_not_looked_for() -> None:
    where = position(hand="B4 O4", table=["R4-6", "R7-9", "R10-12", "RBOK13"])
    assert solve(where, TILES, "ilp").terms[0].value == 2
    assert solve(where, TILES, "rule-based").terms[0].value == 0


@pytest.mark.parametrize(
    ("hand", "route"),
    [
        # The longest run first would leave B6 and O6.
        ("K3-7 B6 O6", "whole sets: K3 K4 K5 K6; spare tiles: B6 O6"),
        # One group of three would leave the other tile.
        ("R4 B4 O4 K4 R5 R6", "whole sets: R4 R5 R6 B4 O4 K4"),
        ("R4 R5 R6 B4 O4 K4", "whole sets: R4 R5 R6 B4 O4 K4"),
    ],
)
def test_whole_sets_are_those_that_leave_the_most_to_be_played(hand: str, route: str) -> None:
    assert solve(position(hand=hand), TILES, "rule-based").route == route


def test_a_loose_tile_goes_where_more_can_follow() -> None:
    """On R5-7 the R8 could be taken away again for B8 and O8, on the group it could not."""
    where = position(hand="R8 R9", table=["R5-7", "BOK8"])
    assert solve(where, TILES, "rule-based").terms[0].value == 2


def test_jokers_stay_in_hand_as_long_as_anything_goes_without_them() -> None:
    where = position(hand="R8 B11 O11 J", table=["R5-7"])
    steps = solve(where, TILES, "rule-based").steps
    assert [step.played for step in steps] == [("R8",), ("B11", "O11", "J")]
    where = position(hand="R8 B11 J", table=["R5-7"])
    steps = solve(where, TILES, "rule-based").steps
    assert [step.played for step in steps] == [("R8",), ("J",)]


def test_jokers_alone_are_laid_where_nothing_else_can_be_done_with_them() -> None:
    where = position(hand="J J J", rules="six-player")
    assert solve(where, TILES, "rule-based").terms[0].value == 3
