"""Which tiles of a new table came from the hand, and which sets were kept."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from models.rummikub.move import hand_left, lay_out
from models.rummikub.position import Position
from solvers.rummikub.solve import solve
from tests.cases import position
from tests.strategies import odd_rules, positions


@given(st.one_of(positions(), positions(odd_rules(), most_hand=8)))
def test_every_tile_of_the_new_table_is_accounted_for(before: Position) -> None:
    move = solve(before).answer
    if move is None:
        return
    laid = lay_out(before, move)
    from_hand = Counter(one.meld.tiles[place] for one in laid for place in one.from_hand)
    assert from_hand == Counter(move.played)
    assert Counter(one.meld.key for one in laid) == Counter(meld.key for meld in move.table)
    kept = Counter(one.meld.key for one in laid if one.kept)
    assert kept == before.table_keys & Counter(meld.key for meld in move.table)
    assert Counter(hand_left(before, move)) + Counter(move.played) == before.hand_counts


def test_a_kept_set_keeps_the_reading_it_had() -> None:
    """A joker that stood for R4 was once shown as R7 in a set that nobody touched."""
    before = position(hand="B1 B2 B3", table=["J R5 R6"])
    move = solve(before, backend="ilp-dhh").answer
    assert move is not None
    kept = [one.meld for one in lay_out(before, move) if one.kept]
    assert kept == [*before.table]


def test_of_two_equal_tiles_a_kept_set_does_not_take_the_one_from_the_hand() -> None:
    before = position(hand="R7 R10", table=["R7-9", "R4-6"])
    move = solve(before).answer
    assert move is not None
    assert all(not one.from_hand for one in lay_out(before, move) if one.kept)
