"""The checker accepts what is right, and names what is not."""

from dataclasses import replace

import pytest

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.check import check_decompositions, check_distance
from models.mahjong.decomposition import Decomposition, Decompositions
from models.mahjong.distance import (
    DEFAULT_FORMS,
    Discard,
    Distance,
    Form,
    Nearest,
)
from models.mahjong.hand import Hand
from models.mahjong.tiles import WILD, Tile
from tests.mahjong_cases import hand

M1, M2, M3, M4, M9 = (Tile("m", number) for number in (1, 2, 3, 4, 9))
Z1 = Tile("z", 1)
RUN = Block(Shape.RUN, M1)
ONES = Block(Shape.TRIPLET, M1)
HONOURS = Block(PAIR, Z1)


def codes_of_ways(where: Hand, *ways: tuple[tuple[Block, ...], tuple[Tile, ...]]) -> list[str]:
    said = Decompositions(tuple(Decomposition(*way) for way in ways), complete=True)
    return [defect.code for defect in check_decompositions(where, said)]


def test_a_right_way_is_accepted() -> None:
    assert not codes_of_ways(hand("123m11z"), ((RUN, HONOURS), ()))
    assert not codes_of_ways(hand("12m11zw"), ((RUN, HONOURS), (M3,)))


@pytest.mark.parametrize(
    ("tiles", "blocks", "wilds", "code"),
    [
        ("124m11z", (RUN, HONOURS), (), "tile_from_nowhere"),
        ("124m11z", (RUN, HONOURS), (), "tile_left_over"),
        ("123m11z", (RUN,), (), "wrong_number"),
        ("12m11zw", (RUN, HONOURS), (), "wrong_wilds"),
        ("11m1zww", (ONES, HONOURS), (Z1, Tile("m", 1), M1), "wrong_wilds"),
        ("89m11zw", (Block(Shape.RUN, Tile("m", 8)), HONOURS), (Tile("m", 10),), "no_run"),
        ("123z11m", (Block(Shape.RUN, Z1), Block(PAIR, M1)), (), "no_run"),
        ("1111mw", (ONES, Block(PAIR, M1)), (M1,), "too_many_copies"),
        # Three wild tiles that stand for wild tiles were a triplet of them.
        ("11zwww", (Block(Shape.TRIPLET, WILD), HONOURS), (WILD,) * 3, "unknown_tile"),
    ],
)
def test_each_fault_of_a_way_is_named(
    tiles: str, blocks: tuple[Block, ...], wilds: tuple[Tile, ...], code: str
) -> None:
    assert code in codes_of_ways(hand(tiles), (blocks, wilds))


def test_a_shape_the_rules_lack_is_named() -> None:
    rules = {"shapes": ["triplet"]}
    assert codes_of_ways(hand("123m11z", rules=rules), ((RUN, HONOURS), ())) == ["wrong_shape"]


def test_the_same_way_twice_is_named_whatever_its_order() -> None:
    where = hand("111222m11z")
    way = (ONES, Block(Shape.TRIPLET, M2), HONOURS)
    assert codes_of_ways(where, (way, ()), (way[::-1], ())) == ["repeated"]
    assert codes_of_ways(where) == ["no_decomposition"]


READY = hand("123m1z")
NEAREST = Nearest(Form.STANDARD, (RUN, HONOURS), (), (Z1,))


def kinds(*tiles: Tile) -> int:
    return sum(1 << READY.rules.order[tile] for tile in tiles)


RIGHT = Distance(1, 1, 1, NEAREST, kinds(M1, M4, Z1), ())


def codes(where: Hand, said: Distance, *forms: Form) -> set[str]:
    return {defect.code for defect in check_distance(where, forms or DEFAULT_FORMS, said)}


def test_a_right_distance_is_accepted() -> None:
    assert not codes(READY, RIGHT)
    assert not codes(READY, replace(RIGHT, useful=None, discards=None))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"exchanges": 0}, "wrong_order"),
        ({"without_copy_limit": None}, "wrong_order"),
        # Only visible tiles make a hand farther than the game's copies do.
        ({"exchanges": 0, "without_copy_limit": 0}, "distances_differ"),
        # Four tiles are no complete hand of five.
        ({"without_copy_limit": 0}, "too_near"),
        ({"nearest": None}, "no_nearest"),
        ({"available": None}, "no_nearest"),
        ({"available": 2, "exchanges": 2}, "wrong_distance"),
        ({"nearest": replace(NEAREST, tiles_in=(Z1, Z1))}, "tile_left_over"),
        ({"nearest": replace(NEAREST, tiles_in=(M2,))}, "tile_from_nowhere"),
        ({"nearest": replace(NEAREST, tiles_out=(M9,))}, "not_in_hand"),
        ({"nearest": replace(NEAREST, wilds=(Z1,))}, "wrong_wilds"),
        ({"nearest": replace(NEAREST, wilds=(WILD,))}, "unknown_tile"),
        ({"nearest": replace(NEAREST, tiles_out=(Z1,), tiles_in=(Z1,))}, "out_and_in"),
        ({"nearest": replace(NEAREST, form=Form.SEVEN_PAIRS)}, "wrong_form"),
        ({"nearest": replace(NEAREST, tiles_in=(Z1, Tile("m", 10)))}, "not_available"),
        ({"nearest": replace(NEAREST, tiles_out=(Tile("m", 10),))}, "not_in_hand"),
        ({"nearest": replace(NEAREST, tiles_in=(WILD,))}, "not_available"),
        ({"useful": 0}, "useful_tile_missing"),
        ({"useful": kinds(Z1, WILD)}, "none_left"),
        ({"useful": -1}, "none_left"),
        ({"discards": (Discard(Z1, 1, 0),)}, "wrong_discards"),
    ],
)
def test_each_fault_of_a_distance_is_named(change: dict[str, object], code: str) -> None:
    assert code in codes(READY, replace(RIGHT, **change))  # type: ignore[arg-type]


def test_a_tile_that_is_not_left_can_not_come_in() -> None:
    where = hand("123m1z", visible="111z")
    assert "not_available" in codes(where, replace(RIGHT, useful=None, discards=None))


def test_a_tile_that_is_not_left_is_not_useful() -> None:
    where = hand("123m1z", visible="11m444m")
    assert "none_left" not in codes(where, RIGHT)
    where = hand("123m1z", visible="111m444m")
    assert "none_left" in codes(where, RIGHT)


def test_what_is_useful_before_and_after_a_discard_fits_together() -> None:
    where = hand("1239m1z")
    near = Nearest(Form.STANDARD, (RUN, HONOURS), (M9,), (Z1,))
    useful, all_right = kinds(M9, Z1), (kinds(M9, Z1, M1), kinds(M9, Z1, M2), kinds(M9, Z1, M3))
    tiles = (M1, M2, M3, M9, Z1)

    def found(*after: int) -> set[str]:
        some = zip(tiles, (2, 2, 2, 1, 1), after, strict=True)
        return codes(where, Distance(1, 1, 1, near, useful, tuple(Discard(*one) for one in some)))

    assert not found(*all_right, kinds(Z1), kinds(M9))
    # What helps before helps one that is farther.
    assert found(kinds(M9, M1), *all_right[1:], kinds(Z1), kinds(M9)) == {"useful_tiles_differ"}
    # What helps one that is no farther helped before.
    assert found(*all_right, kinds(Z1, M1), kinds(M9)) == {"useful_tiles_differ"}


def test_nothing_is_useful_to_a_complete_hand() -> None:
    done = Distance(0, 0, 0, Nearest(Form.STANDARD, (RUN, HONOURS), (), ()), kinds(M4))
    assert codes(hand("123m11z"), done) == {"nothing_is_useful"}


def discards(*distances: int | None) -> Distance:
    # 1m or 2m goes for the hand 123m 11z.
    tiles = (M1, M2, M3, M9, Z1)
    found = tuple(Discard(t, d, 0) for t, d in zip(tiles, distances, strict=True))
    near = Nearest(Form.STANDARD, (RUN, HONOURS), (M9,), (Z1,))
    return Distance(1, 1, 1, near, None, found)


def test_a_discard_keeps_the_distance_or_raises_it_by_one() -> None:
    where = hand("1239m1z")
    assert not codes(where, discards(2, 2, 2, 1, 1))
    assert codes(where, discards(3, 2, 2, 1, 1)) == {"wrong_distance"}
    assert codes(where, discards(0, 2, 2, 1, 1)) == {"wrong_distance"}
    assert codes(where, discards(None, 2, 2, 1, 1)) == {"wrong_distance"}


def test_what_goes_out_for_the_hand_shown_is_not_missed() -> None:
    assert codes(hand("1239m1z"), discards(2, 2, 2, 2, 1)) == {"wrong_distance"}


def test_seven_pairs_are_of_seven_kinds() -> None:
    where = hand("11112233445566m")
    pairs = [Block(PAIR, Tile("m", number)) for number in (1, 1, 2, 3, 4, 5, 6)]
    near = Nearest(Form.SEVEN_PAIRS, tuple(pairs), (), ())
    assert codes(where, Distance(0, 0, 0, near), Form.SEVEN_PAIRS) == {"not_seven_pairs"}


def test_thirteen_orphans_are_one_of_each_and_one_more() -> None:
    where = hand("19m19p19s12345677z")
    near = Nearest(Form.THIRTEEN_ORPHANS, (), (), ())
    said = Distance(0, 0, 0, near)
    assert not codes(where, said, Form.THIRTEEN_ORPHANS)
    assert codes(hand("19m19p19s12345577z"), said, Form.THIRTEEN_ORPHANS) == {
        "not_thirteen_orphans"
    }
