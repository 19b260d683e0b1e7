"""Collections: what is one, when it is legal, what it misses, what it is worth."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.rummikub.legality import read_meld, reading_faults
from models.rummikub.meld import Meld
from models.rummikub.rules import PRESETS, Rules
from solvers.rummikub.best_first.collection import Collections
from tests.oracle import best_value_as_set
from tests.solvers.rummikub.best_first.states import places, tiles_in
from tests.strategies import odd_rules

STANDARD = PRESETS["standard"]


def taken(written: str) -> set[tuple[str, str]]:
    """What a collection comes to by one tile less: the tile, and the rest."""
    collections = Collections(STANDARD)
    number = collections.number(places(written, STANDARD))
    assert number is not None
    return {
        (tiles_in(collections, loose, STANDARD), tiles_in(collections, rest, STANDARD))
        for loose, rest in collections.taken(number)
    }


@pytest.mark.parametrize(
    ("written", "missing"),
    [
        ("R7", 2),
        ("J", 2),
        ("R7 R8", 1),
        ("R7 B7", 1),
        ("R7 J", 1),
        ("J J", 1),
        ("R7 J R9", 0),
        ("R7-13", 0),
        ("RBOK4", 0),
    ],
)
def test_a_collection_misses_what_makes_it_a_set(written: str, missing: int) -> None:
    collections = Collections(STANDARD)
    number = collections.number(places(written, STANDARD))
    assert number is not None
    assert collections.missing[number] == missing
    assert collections.legal[number] is (missing == 0)


@pytest.mark.parametrize("written", ["R7 R9", "R7 R7", "R7 B8", "R7 J R10", "RBOK4 J", "R1-13 J"])
def test_what_no_tile_at_an_end_can_mend_is_no_collection(written: str) -> None:
    assert Collections(STANDARD).number(places(written, STANDARD)) is None


def test_of_a_run_either_end_can_be_taken_and_nothing_else() -> None:
    assert taken("R7-10") == {("R7", "R8 R9 R10"), ("R10", "R7 R8 R9")}
    assert taken("R7 J R9") == {("R7", "R9 J"), ("R9", "R7 J")}


def test_of_a_group_any_tile_can_be_taken() -> None:
    assert taken("RBO4") == {("R4", "B4 O4"), ("B4", "R4 O4"), ("O4", "R4 B4")}
    assert taken("RB4 J") == {("R4", "B4 J"), ("B4", "R4 J"), ("J", "R4 B4")}


def test_a_joker_that_a_run_does_not_need_can_be_taken() -> None:
    assert ("J", "R7 R8 R9") in taken("R7-9 J")
    # It fills the place of the tile that goes, as it may under the rules.
    assert ("R8", "R7 R9 J") in taken("R7-9 J")


def test_nothing_can_be_taken_off_a_loose_tile() -> None:
    assert taken("R7") == set()


def test_two_tiles_come_apart_in_one_way() -> None:
    assert len(taken("R7 R8")) == 1
    assert taken("J J") == {("J", "J")}


@st.composite
def rules_and_tiles(draw: st.DrawFn) -> tuple[Rules, tuple[int, ...]]:
    """Some tiles of some box, not too far from a set."""
    rules = draw(odd_rules())
    colours, numbers = len(rules.colours), rules.numbers
    joker = colours * numbers
    first = draw(st.integers(0, joker - 1))
    near = [first + step for step in range(-1, 5)] + [first + step * numbers for step in range(5)]
    pool = sorted({place for place in near if 0 <= place < joker} | {joker})
    tiles = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=6))
    jokers = [tile for tile in tiles if tile == joker][: rules.jokers]
    numbered = [tile for tile in tiles if tile != joker]
    return rules, tuple(sorted(numbered or [first])) + tuple(jokers)


@given(rules_and_tiles())
def test_collections_agree_with_the_rules(drawn: tuple[Rules, tuple[int, ...]]) -> None:
    rules, tiles = drawn
    kinds = tuple(rules.order)
    collections = Collections(rules)
    number = collections.number(tiles)
    read = read_meld([kinds[tile] for tile in tiles], rules)
    assert (number is not None and collections.legal[number]) == isinstance(read, Meld)
    if number is None:
        return
    if collections.legal[number]:
        best = collections.best_reading(number)
        assert reading_faults(best, rules) == ()
        assert sorted(rules.order[tile] for tile in best.tiles) == list(tiles)
        assert best.value == best_value_as_set([kinds[tile] for tile in tiles], rules)
    if len(tiles) > 1:
        assert collections.taken(number), "what can't come apart could never be rearranged"
        assert missing_by_trying(tiles, rules) == collections.missing[number]


def missing_by_trying(tiles: tuple[int, ...], rules: Rules) -> int:
    """The fewest tiles, of any kind, that make these tiles a legal set."""
    kinds = tuple(rules.order)
    for count in range(rules.min_set_size + 1):
        for more in combinations_with_replacement(kinds, count):
            if best_value_as_set([*(kinds[tile] for tile in tiles), *more], rules) is not None:
                return count
    raise AssertionError("nothing makes it a set")


@given(rules_and_tiles())
def test_a_tile_that_was_taken_can_be_put_back(drawn: tuple[Rules, tuple[int, ...]]) -> None:
    rules, tiles = drawn
    collections = Collections(rules)
    number = collections.number(tiles)
    if number is not None:
        for loose, rest in collections.taken(number):
            assert collections.joined(rest, loose) == number
