"""States: their canonical form, when they are valid, and the moves between them."""

import random

from hypothesis import given
from hypothesis import strategies as st

from models.rummikub.check import check_move
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS
from solvers.rummikub.best_first.moves import after, changes
from solvers.rummikub.best_first.state import Space
from tests.cases import position
from tests.solvers.rummikub.best_first.states import state_of, written
from tests.strategies import odd_rules, positions

STANDARD = PRESETS["standard"]


def neighbours(*collections: str) -> list[list[str]]:
    """The states a move away."""
    space = Space(position(hand="R1"))
    state = state_of(space, STANDARD, *collections)
    found = [after(state, change) for change in changes(space.collections, state)]
    assert len(set(found)) == len(found)
    return sorted(written(space, STANDARD, one) for one in found)


def test_the_start_is_the_table_as_it_lies_and_loose_hand_tiles() -> None:
    space = Space(position(hand="B10 K10", table=["R7-9", "RBK4"]))
    assert written(space, STANDARD, space.start) == ["B10", "K10", "R4 B4 K4", "R7 R8 R9"]


def test_while_the_initial_meld_is_owed_only_the_hand_is_in_play() -> None:
    space = Space(position(hand="B10 K10", table=["R7-9"], opened=False))
    assert written(space, STANDARD, space.start) == ["B10", "K10"]


def test_the_moves_are_those_of_the_paper() -> None:
    assert neighbours("R7 R8 R9", "B9") == [["B9", "R7", "R8 R9"], ["B9", "R7 R8", "R9"]]
    assert neighbours("R7 R8 R9", "R10") == [
        ["R10", "R7", "R8 R9"],
        ["R10", "R7 R8", "R9"],
        ["R7 R8 R9 R10"],
    ]
    assert neighbours("R4 B4 O4", "K4") == [
        ["B4", "K4", "R4 O4"],
        ["B4 O4", "K4", "R4"],
        ["K4", "O4", "R4 B4"],
        ["R4 B4 O4 K4"],
    ]
    assert neighbours("R7", "R8", "B7") == [["B7", "R7 R8"], ["R7 B7", "R8"]]


def test_two_collections_of_more_than_one_tile_are_never_joined_at_once() -> None:
    assert ["R7 R8 R9 R10"] not in neighbours("R7 R8", "R9 R10")


def test_equal_tiles_are_not_told_apart() -> None:
    assert neighbours("R7", "R7", "R8") == [["R7", "R7 R8"]]
    assert neighbours("J", "J") == [["J J"]]


def test_a_long_run_is_split_by_taking_ends_off_and_building_anew() -> None:
    space = Space(position(hand="R1"))
    state = state_of(space, STANDARD, "R7-12")
    goal = state_of(space, STANDARD, "R7-9", "R10-12")
    reached = {state}
    for _ in range(5):
        reached |= {
            after(one, change) for one in reached for change in changes(space.collections, one)
        }
    assert goal in reached


def test_a_joker_is_freed_by_the_tile_it_stands_for() -> None:
    space = Space(position(hand="R8", table=["R7 J R9"]))
    first = {after(space.start, change) for change in changes(space.collections, space.start)}
    second = {after(one, change) for one in first for change in changes(space.collections, one)}
    assert state_of(space, STANDARD, "R7-9 J") in first
    assert state_of(space, STANDARD, "R7-9", "J") in second


def test_a_state_is_valid_if_what_is_in_no_set_can_go_back_to_the_hand() -> None:
    space = Space(position(hand="B10 K10 R9", table=["R7-11"]))

    def valid(*collections: str) -> bool:
        return space.is_valid(state_of(space, STANDARD, *collections))

    assert valid("R7-11", "B10", "K10", "R9")
    # Tiles that lie together illegally go back as well.
    assert valid("R7-11", "B10 K10", "R9")
    # One R9 is as good as another.
    assert valid("R9-11", "R7-9", "B10", "K10")
    assert not valid("R7-10", "R11", "B10", "K10", "R9")
    assert not valid("R9", "R9", "R7 R8 J", "R10 R11 J", "B10", "K10")


def test_first_sets_must_reach_the_points() -> None:
    low = Space(position(hand="B9 K9 R9 O1", opened=False))
    assert low.is_valid(low.start)
    assert not low.is_valid(state_of(low, STANDARD, "RBK9", "O1"))
    enough = Space(position(hand="B10 K10 R10 O1", opened=False))
    assert enough.is_valid(state_of(enough, STANDARD, "RBK10", "O1"))


@given(positions(), st.randoms())
def test_how_a_position_is_written_changes_neither_start_nor_moves(
    where: Position, dealer: random.Random
) -> None:
    if where.opened and where.table_tiles:
        return
    hand, table = list(where.hand), list(where.table)
    dealer.shuffle(hand)
    dealer.shuffle(table)
    other = Position(where.rules, tuple(hand), tuple(table), where.table_tiles, where.opened)
    spaces = [Space(where), Space(other)]
    for _ in range(5):
        states = [space.start for space in spaces]
        assert states[0] == states[1]
        found = [
            list(changes(space.collections, state))
            for space, state in zip(spaces, states, strict=True)
        ]
        assert found[0] == found[1]


@given(positions(odd_rules(), most_sets=3, most_hand=6), st.randoms())
def test_every_move_can_be_undone_and_keeps_all_tiles(
    where: Position, dealer: random.Random
) -> None:
    if where.opened and where.table_tiles:
        return
    space = Space(where)
    state, collections = space.start, space.collections
    for _ in range(8):
        found = list(changes(collections, state))
        if not found:
            return
        following = after(state, dealer.choice(found))
        tiles = [sorted(t for n in s for t in collections.tiles[n]) for s in (state, following)]
        assert tiles[0] == tiles[1]
        assert state in {after(following, change) for change in changes(collections, following)}
        if space.is_valid(following):
            assert check_move(where, space.move(following)) == ()
        state = following
