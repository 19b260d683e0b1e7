"""The greedy test for a win, and where its published form fails."""

from collections import Counter

import pytest
from hypothesis import given

from models.defects import InvalidInputError
from models.mahjong.hand import Hand
from models.mahjong.tiles import Tile
from solvers.mahjong.dp import DP
from solvers.mahjong.greedy import GREEDY
from solvers.mahjong.solve import decompose
from solvers.result import Limits
from tests.mahjong_cases import hand, hands, odd_rules

FAILING = "234567m444p44678s"
"""Six in a row, three fours, and a pair of fours: the pair is not the first four."""


def published(where: Hand) -> bool:
    """The test as published: of each number the pair may have, the first tile is the pair."""
    total = sum(tile.number for tile in where.tiles)
    for number in range(1, 10):
        twice = [t for t in where.rules.kinds if t.number == number and where.tiles.count(t) >= 2]
        if (2 * number - total) % 3 == 0 and twice and only_sets(where, twice[0]):
            return True
    return False


def only_sets(where: Hand, pair: Tile) -> bool:
    """Whether the hand without the pair is sets: the lowest tile decides."""
    held = Counter(where.tiles)
    held[pair] -= 2
    for suit, number in where.rules.kinds:
        count = held[Tile(suit, number)]
        run = [Tile(suit, number + more) for more in (0, 1, 2)]
        runs = count % 3
        held[Tile(suit, number)] -= count - runs
        if runs and any(held[tile] < runs for tile in run):
            return False
        for tile in run:
            held[tile] -= runs
    return not any(held.values())


def test_the_published_form_misses_a_win_that_this_one_sees() -> None:
    where = hand(FAILING)
    assert not published(where)
    answer = decompose(where, "greedy", every=False).answer
    assert answer is not None
    assert str(answer.found[0]) == "234m 567m 444p 678s 44s"


def test_a_win_seen_without_being_asked_for_every_way_is_not_said_to_be_all() -> None:
    answer = decompose(hand("11122233344455m"), "greedy", every=False).answer
    assert answer is not None
    assert not answer.complete
    with pytest.raises(InvalidInputError, match=r"greedy does not list .*can: dp, ilp"):
        decompose(hand("11122233344455m"), "greedy")


def test_wild_tiles_are_refused_naming_who_takes_them() -> None:
    with pytest.raises(InvalidInputError, match=r"greedy takes no wild tiles.*can: dp, ilp"):
        decompose(hand("12mw11z"), "greedy", every=False)


@given(where=hands(odd_rules(), most=11, visible=False, wilds=False))
def test_it_is_exact_under_any_rules(where: Hand) -> None:
    exact = DP.decompose(where, Limits(), every=False)
    assert GREEDY.decompose(where, Limits()).status is exact.status


@pytest.mark.parametrize("tiles", ["123m11z", "111222333m11z", "11m", "123456789m11155z"])
def test_what_both_forms_see_is_a_win(tiles: str) -> None:
    assert decompose(hand(tiles), "greedy", every=False).answer is not None
