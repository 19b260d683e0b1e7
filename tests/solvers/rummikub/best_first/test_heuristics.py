"""The six heuristics, on states worked out by hand."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.rummikub.position import Position
from models.rummikub.rules import PRESETS
from solvers.rummikub.best_first.heuristics import Heuristic, measure
from solvers.rummikub.best_first.moves import after, changes
from solvers.rummikub.best_first.state import Space
from tests.cases import position
from tests.solvers.rummikub.best_first.states import state_of
from tests.strategies import odd_rules, positions

STANDARD = PRESETS["standard"]


def values(hand: str, *collections: str) -> dict[str, int]:
    space = Space(position(hand=hand))
    state = state_of(space, STANDARD, *collections)
    return {str(one): measure(one, space).of(state) for one in Heuristic}


def test_where_all_is_legal_every_heuristic_is_0() -> None:
    assert set(values("R10", "R7-9", "RBK10").values()) == {0}


def test_tiles_collections_and_missing_tiles_are_counted() -> None:
    found = values("B10 K10", "R7-9", "R10", "R11 R12", "B10 K10")
    assert (found["IC"], found["ICC"], found["DTL"]) == (5, 3, 4)


def test_on_the_board_what_the_hand_explains_is_left_out() -> None:
    found = values("B10 K10", "R7-9", "R10", "R11 R12", "B10 K10")
    assert (found["ICOB"], found["ICCOB"], found["DTLOB"]) == (3, 2, 3)


def test_a_collection_that_the_hand_explains_only_in_part_counts_whole() -> None:
    found = values("B10", "R7-9", "B10 K10")
    assert (found["ICOB"], found["ICCOB"], found["DTLOB"]) == (2, 1, 1)


def test_a_tile_of_the_hand_explains_one_tile_only() -> None:
    found = values("R10", "R10", "R10")
    assert (found["ICOB"], found["ICCOB"], found["DTLOB"]) == (1, 1, 2)


def test_the_smallest_collections_are_explained_first() -> None:
    """The hand explains the loose R10, and then no longer the R10 of the pair."""
    found = values("R10 R11", "R10 R11", "R10")
    assert (found["ICOB"], found["ICCOB"], found["DTLOB"]) == (2, 1, 1)


def test_equal_jokers_are_counted_each() -> None:
    assert values("J", "J J")["ICOB"] == 2
    assert values("J J", "J J")["ICOB"] == 0


def test_at_the_start_nothing_is_wrong_on_the_board() -> None:
    space = Space(position(hand="B10 K10 J", table=["R7-13"]))
    found = {str(one): measure(one, space).of(space.start) for one in Heuristic}
    assert found == {"IC": 3, "ICC": 3, "DTL": 6, "ICOB": 0, "ICCOB": 0, "DTLOB": 0}


@pytest.mark.parametrize("heuristic", Heuristic)
@given(where=positions(odd_rules(), most_sets=3, most_hand=6), dealer=st.randoms())
def test_a_value_carried_from_move_to_move_is_that_of_the_state(
    heuristic: Heuristic, where: Position, dealer: random.Random
) -> None:
    if where.opened and where.table_tiles:
        return
    space = Space(where)
    one = measure(heuristic, space)
    state, value = space.start, one.of(space.start)
    for _ in range(8):
        found = list(changes(space.collections, state))
        if not found:
            return
        change = dealer.choice(found)
        state = after(state, change)
        value = one.after(value, change, state)
        assert value == one.of(state)
