"""Seven pairs and thirteen orphans."""

from itertools import combinations

import pytest
from hypothesis import given, settings

from models.defects import InvalidInputError
from models.mahjong.distance import Form, Forms, useful_tiles
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from solvers.mahjong.solve import distance
from tests.mahjong_cases import hand, hands

PAIRS: Forms = (Form.SEVEN_PAIRS,)
ORPHANS: Forms = (Form.THIRTEEN_ORPHANS,)


def far(where: Hand, forms: Forms, backend: str = "dp") -> int | None:
    answer = distance(where, forms, backend, details=False).answer
    assert answer is not None
    return answer.available


@pytest.mark.parametrize("name", ["dp", "ilp"])
@pytest.mark.parametrize(
    ("tiles", "forms", "exchanges"),
    [
        ("1122m3344p5566s77z", PAIRS, 0),
        ("1111m3344p5566s77z", PAIRS, 2),
        ("1111222233334z", PAIRS, 7),
        ("19m19p19s1234567z", ORPHANS, 1),
        ("19m19p19s12345677z", ORPHANS, 0),
        ("1234567891234m", ORPHANS, 11),
        # The distance is that of the nearest form.
        ("1122m3344p5566s7z", (Form.STANDARD, Form.SEVEN_PAIRS), 1),
        ("1122m3344p5566s7z", (Form.STANDARD,), 4),
        # A wild tile stands for any.
        ("1122m3344p5566s7zw", PAIRS, 0),
        ("19m19p19s1234567zw", ORPHANS, 0),
    ],
)
def test_known_distances(tiles: str, forms: Forms, exchanges: int, name: str) -> None:
    assert far(hand(tiles), forms, name) == exchanges


@settings(max_examples=40)
@given(where=hands(most=14))
def test_both_backends_agree_on_all_forms_with_visible_and_wild_tiles(where: Hand) -> None:
    if where.complete_size != 14:
        where = Hand(Rules(sets=4), where.tiles, where.visible)
    for forms in (PAIRS, ORPHANS, tuple(Form)):
        one = distance(where, forms, "dp", details=False).answer
        other = distance(where, forms, "ilp", details=False).answer
        assert one is not None
        assert other is not None
        assert (one.exchanges, one.without_copy_limit, one.available) == (
            other.exchanges,
            other.without_copy_limit,
            other.available,
        )


@settings(max_examples=30)
@given(where=hands(most=13, visible=False, wilds=False))
def test_seven_pairs_are_those_of_brute_force(where: Hand) -> None:
    where = Hand(Rules(sets=4), where.tiles)
    held = sorted(where.counts, reverse=True)[:10]
    best = min(sum(max(0, 2 - n) for n in seven) for seven in combinations(held, 7))
    assert far(where, PAIRS) == best


def test_a_pair_of_which_too_many_are_visible_is_out_of_reach() -> None:
    where = hand("1122m3344p5566s7z", visible="777z")
    assert far(where, PAIRS) == 2


@pytest.mark.parametrize(
    ("where", "forms", "code"),
    [
        (hand("123m11z"), PAIRS, "form_does_not_fit"),
        (hand("1122m3344p5566s", rules={"preset": "no-honours"}), ORPHANS, "form_does_not_fit"),
        (hand("1122m3344p5566s77z"), (), "no_form"),
        (hand("1122m3344p5566s77z"), (*PAIRS, *PAIRS), "repeated_form"),
    ],
)
def test_forms_that_do_not_fit_are_refused(where: Hand, forms: Forms, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        distance(where, forms)
    assert [defect.code for defect in caught.value.defects] == [code]


@pytest.mark.parametrize("forms", [PAIRS, ORPHANS, (Form.STANDARD, *PAIRS, *ORPHANS)])
@pytest.mark.parametrize(
    ("tiles", "visible"),
    [("1122m3344p5566s77z", "11m33p5s"), ("19m19p19s12345677z", "111m77z")],
)
def test_a_discard_of_which_none_is_left_is_not_drawn_again(
    tiles: str, visible: str, forms: Forms
) -> None:
    """``dp`` once called it useful, with 0 left; the checker rejects that: the answer was 500."""
    where = hand(tiles, visible=visible)
    one, other = (distance(where, forms, name).answer for name in ("dp", "ilp"))
    assert one is not None
    assert other is not None
    assert (one.useful, one.discards) == (other.useful, other.discards)
    left = dict(zip(where.rules.kinds, where.left, strict=True))
    exhausted = [gone for gone in one.discards or () if not left[gone.tile]]
    assert exhausted
    for gone in exhausted:
        assert gone.tile not in {tile for tile, _ in useful_tiles(where, gone.useful)}
