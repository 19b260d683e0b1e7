"""The families of rows: valid, and what each adds to the relaxation."""

from functools import cache
from statistics import mean

import pytest

from benchmarks.mahjong_relaxation import JOINT, NAMED, WAYS, gaps, random_hands
from models.mahjong.distance import DEFAULT_FORMS
from solvers.mahjong.dp import DP
from solvers.result import Limits

HANDS = random_hands(40)
PLAIN, TRIPLETS, PAIRS, UNHELD = list(WAYS)[:4]


@cache
def gaps_by_way() -> dict[str, tuple[float, ...]]:
    return dict(zip(WAYS, zip(*map(gaps, HANDS), strict=True), strict=True))


def test_every_family_keeps_the_optimum() -> None:
    for found in gaps_by_way().values():
        assert min(found) > -1e-6


def test_the_plain_relaxation_is_0() -> None:
    for hand, gap in zip(HANDS, gaps_by_way()[PLAIN], strict=True):
        answer = DP.distance(hand, DEFAULT_FORMS, Limits(), details=False).answer
        assert answer is not None
        assert gap == pytest.approx(answer.exchanges)


def test_what_is_not_held_adds_nothing_for_the_plain_rows_say_it() -> None:
    found = gaps_by_way()
    assert found[UNHELD] == pytest.approx(found[PLAIN])


def test_triplets_and_pairs_in_one_row_are_stronger_than_in_two() -> None:
    found = gaps_by_way()
    for ways in zip(*(found[name] for name in (JOINT, NAMED, TRIPLETS, PAIRS)), strict=True):
        together, apart, triplets, pairs = ways
        assert together <= apart + 1e-6
        assert apart <= min(triplets, pairs) + 1e-6
    assert mean(found[JOINT]) < 0.5 < mean(found[NAMED]) < 1 < mean(found[PAIRS])
