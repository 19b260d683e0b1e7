"""What holds for any hand under any rules."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.mahjong.distance import (
    DEFAULT_FORMS,
    Distance,
    Form,
    Forms,
    form_obstacle,
    useful_tiles,
)
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import WILD, Tile
from solvers.mahjong.dp import DP
from solvers.mahjong.dp.batch import distances
from solvers.mahjong.dp.task import FAR
from solvers.mahjong.solve import decompose, distance
from solvers.result import Limits
from tests import mahjong_cases as oracle
from tests.mahjong_cases import hands, odd_rules

small_rules = odd_rules().map(
    lambda rules: replace(
        rules,
        suits=rules.suits[:2],
        honours=min(2, rules.honours),
        sets=rules.sets and min(3, rules.sets),
    )
)


def measured(where: Hand, backend: str = "dp", forms: Forms = DEFAULT_FORMS) -> Distance:
    answer = distance(where, forms, backend).answer
    assert answer is not None
    return answer


@settings(max_examples=60)
@given(where=hands(small_rules, most=11))
def test_every_distance_is_that_of_brute_force(where: Hand) -> None:
    answer = measured(where)
    assert answer.exchanges == oracle.distance(where)
    assert answer.without_copy_limit == oracle.distance(where, copies=99)
    assert answer.available == oracle.distance(where, available=True)


@settings(max_examples=60)
@given(where=hands(small_rules, most=11, visible=False))
def test_every_way_is_that_of_brute_force(where: Hand) -> None:
    answer = decompose(where, "dp").answer
    found = () if answer is None else answer.found
    texts = {tuple(sorted(tuple(map(str, b.tiles)) for b in one.blocks)) for one in found}
    assert texts == oracle.ways(where)
    assert len(texts) == len(found)


@settings(max_examples=60)
@given(where=hands(odd_rules(), most=17))
def test_dynamic_programs_and_integer_programs_agree_on_distances(where: Hand) -> None:
    one = distance(where, DEFAULT_FORMS, "dp", details=False).answer
    other = distance(where, DEFAULT_FORMS, "ilp", details=False).answer
    assert one is not None
    assert other is not None
    assert (one.exchanges, one.without_copy_limit, one.available) == (
        other.exchanges,
        other.without_copy_limit,
        other.available,
    )


@settings(max_examples=12)
@given(where=hands(odd_rules(), most=5))
def test_dynamic_programs_and_integer_programs_agree_on_what_is_around(where: Hand) -> None:
    one, other = measured(where), measured(where, "ilp")
    assert (one.useful, one.discards) == (other.useful, other.discards)


@settings(max_examples=60)
@given(where=hands(odd_rules(), most=11, visible=False))
def test_dynamic_programs_and_integer_programs_agree_on_ways(where: Hand) -> None:
    one, other = decompose(where, "dp"), decompose(where, "ilp")
    assert one.status == other.status
    assert one.answer == other.answer


@settings(max_examples=200)
@given(where=hands(odd_rules(), most=17, visible=False))
def test_a_wild_tile_saves_one_exchange(where: Hand) -> None:
    """Exchanges are those of the natural tiles less the wild ones, of the same complete hand."""
    natural = tuple(tile for tile in where.tiles if not tile.is_wild)
    if natural:
        rules = replace(where.rules, sets=where.sets)
        alone = measured(Hand(rules, natural)).exchanges
        expected = None if alone is None else max(0, alone - where.wilds)
        assert measured(where).exchanges == expected


@settings(max_examples=100)
@given(where=hands(odd_rules(), most=17))
def test_a_hand_is_at_distance_0_and_full_if_and_only_if_it_splits(where: Hand) -> None:
    full = len(where.tiles) == where.complete_size
    wins = decompose(where, "dp", every=False).answer is not None
    # Tiles that are visible make no difference to a hand that is complete.
    assert wins == (full and measured(where).exchanges == 0)
    assert not wins or measured(where).available == 0


type Far = Callable[[Hand], int | None]


def check_around(where: Hand, answer: Distance, far: Far, most: int) -> None:
    """Hold what is said of a hand, and of so many discards, against how far each hand around is."""
    assert answer.useful is not None
    assert answer.discards is not None
    rules = replace(where.rules, sets=where.sets)
    left = dict(zip(rules.kinds, where.left, strict=True))

    def lacking(*tiles: Tile) -> int:
        found = far(Hand(rules, tiles, where.visible))
        return FAR if found is None else found

    def nearer(tiles: tuple[Tile, ...]) -> list[Tile]:
        now = lacking(*tiles)
        return [tile for tile in rules.kinds if left[tile] and lacking(*tiles, tile) < now]

    assert [tile for tile, _ in useful_tiles(where, answer.useful)] == nearer(where.tiles)
    for gone in answer.discards[:most]:
        place = where.tiles.index(gone.tile)
        rest = where.tiles[:place] + where.tiles[place + 1 :]
        if rest:
            assert (FAR if gone.exchanges is None else gone.exchanges) == lacking(*rest)
            assert [tile for tile, _ in useful_tiles(where, gone.useful)] == nearer(rest)


@settings(max_examples=100)
@given(where=hands(most=17), forms=st.sampled_from([(Form.STANDARD,), tuple(Form)]))
def test_what_is_around_is_what_each_hand_around_says_of_itself(where: Hand, forms: Forms) -> None:
    if any(form_obstacle(where, form) for form in forms):
        where = Hand(Rules(sets=4), where.tiles, where.visible)

    def far(around: Hand) -> int | None:
        found = DP.distance(around, forms, Limits(), details=False).answer
        assert found is not None
        return found.available

    check_around(where, measured(where, "dp", forms), far, most=3)


@settings(max_examples=60)
@given(where=hands(small_rules, most=11))
def test_what_is_around_is_that_of_brute_force(where: Hand) -> None:
    check_around(where, measured(where), partial(oracle.distance, available=True), most=11)


def check_after_each_discard(where: Hand) -> None:
    """Hold what is said of each discard against what the hand without it says of itself."""
    answer = measured(where)
    assert answer.discards is not None
    rules = replace(where.rules, sets=where.sets)
    for place, gone in enumerate(answer.discards):
        index = where.tiles.index(gone.tile)
        rest = where.tiles[:index] + where.tiles[index + 1 :]
        if not rest:
            continue
        then = measured(Hand(rules, rest, where.visible))
        assert then.useful is not None
        kind = where.rules.order[gone.tile]
        # Where only what has just gone is left of it, there is none to draw.
        own = 0 if gone.tile.is_wild or where.left[kind] else 1 << kind
        assert gone.useful == then.useful & ~own, place
        assert gone.exchanges == then.available


@settings(max_examples=60)
@given(where=hands(odd_rules(), most=17))
def test_what_is_after_a_discard_is_what_the_rest_says_of_itself(where: Hand) -> None:
    check_after_each_discard(where)


@settings(max_examples=20)
@given(where=hands(most=35))
def test_it_is_so_for_large_hands(where: Hand) -> None:
    check_after_each_discard(where)


@pytest.mark.parametrize("sets", [3, 25])
def test_it_is_so_for_more_kinds_than_a_word_has_bits(sets: int) -> None:
    rules = Rules(suits=tuple("abcdefgh"), honours=9, sets=sets)
    where = Hand(rules, (*rules.kinds, rules.kinds[0], WILD), rules.kinds[60:80] * 2)
    assert len(rules.kinds) == 81
    check_after_each_discard(where)


@settings(max_examples=200)
@given(where=hands(most=14, visible=False, wilds=False))
def test_the_tables_and_the_chain_say_the_same(where: Hand) -> None:
    assert [measured(where).exchanges] == distances([where.counts], where.rules).tolist()


@given(where=hands(st.just(Rules(wilds=0)), most=13))
def test_visible_tiles_only_make_a_hand_farther(where: Hand) -> None:
    answer = measured(where)
    assert answer.exchanges is not None
    assert answer.available is not None
    assert answer.without_copy_limit is not None
    assert answer.without_copy_limit <= answer.exchanges <= answer.available
    assert answer.exchanges >= where.complete_size - len(where.tiles)


@given(where=hands(most=14), data=st.data())
def test_the_order_of_the_tiles_makes_no_difference(where: Hand, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(where.tiles))
    assert measured(Hand(where.rules, tuple(shuffled), where.visible)) == measured(where)


def test_a_hand_of_wild_tiles_is_complete_in_every_way() -> None:
    rules = replace(Rules(), suits=("m",), numbers=4, honours=0, sets=1)
    where = Hand(rules, (WILD,) * 4)
    answer = decompose(Hand(replace(rules, wilds=5), (WILD,) * 5), "dp").answer
    assert answer is not None
    assert len(answer.found) == len(oracle.ways(Hand(replace(rules, wilds=5), (WILD,) * 5)))
    assert measured(where).exchanges == 1
