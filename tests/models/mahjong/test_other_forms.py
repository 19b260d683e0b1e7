"""Hands that are complete in another form: as the distance says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.mahjong.distance import Form
from models.mahjong.hand import Hand
from models.mahjong.other_forms import other_forms
from models.mahjong.rules import PRESETS, Rules
from models.mahjong.tiles import WILD, Tile
from solvers.mahjong.solve import distance
from tests.mahjong_cases import hand

PAIRS, ORPHANS = Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS
STANDARD = PRESETS["standard"]


@pytest.mark.parametrize(
    ("tiles", "forms"),
    [
        ("1122m3344p5566s77z", (PAIRS,)),
        ("19m19p19s1234567z1z", (ORPHANS,)),
        ("1111m3344p5566s77z", ()),
        ("1122m3344p5566s7zw", (PAIRS,)),
        ("1122m3344p55s67zww", (PAIRS,)),
        ("1122m3344p5566sww", (PAIRS,)),
        ("1122m3344p5s567zww", ()),
        ("19m19p19s123456zww", (ORPHANS,)),
        ("19m19p19s11223zwww", ()),
        ("29m19p19s1234567z1z", ()),
        ("1122m3344p5566s7z", ()),
        ("1122m3344p5566s777z", ()),
    ],
)
def test_hands_known_to_be_complete_in_another_form(tiles: str, forms: tuple[Form, ...]) -> None:
    assert other_forms(hand(tiles)) == forms


def test_rules_may_have_no_such_form() -> None:
    assert other_forms(hand("1122m3344p5566s77z", rules={"sets": 5})) == ()
    assert other_forms(hand("19m19p19s1234561zw", rules={"honours": 6})) == ()


@given(
    tiles=st.lists(st.sampled_from(STANDARD.orphans), min_size=5, max_size=7, unique=True),
    others=st.lists(st.sampled_from((*STANDARD.orphans, Tile("m", 5), WILD)), max_size=9),
)
def test_a_form_is_told_where_the_distance_is_0(tiles: list[Tile], others: list[Tile]) -> None:
    rules = Rules(wilds=14, copies=8)
    where = Hand(rules, tuple((tiles * 2 + others + [WILD] * 14)[:14]))
    found = [form for form in (PAIRS, ORPHANS) if _exchanges(where, form) == 0]
    assert list(other_forms(where)) == found


def _exchanges(where: Hand, form: Form) -> int | None:
    answer = distance(where, (form,), details=False).answer
    return None if answer is None else answer.exchanges
