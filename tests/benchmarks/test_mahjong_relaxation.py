"""The families of rows: valid, and what each adds to the relaxation."""

from functools import cache
from statistics import mean

import pytest

from benchmarks.mahjong_relaxation import JOINT, NAMED, WAYS, gaps, random_hands, relaxation
from models.mahjong.distance import DEFAULT_FORMS, Form, Within
from models.mahjong.hand import Hand, hand_from
from models.mahjong.programs import distance_program
from solvers.lexicographic import Method, solve
from solvers.mahjong.dp import DP
from solvers.result import Budget, Limits

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


def test_the_plain_relaxation_is_0_up_to_two_kinds_held_four_times() -> None:
    """It was once said to be so of every hand."""
    for tiles, relaxed in (("1111z2222z333z555z", 0), ("1111z2222z3333z55z", 1)):
        hand = hand_from({"hand": tiles})
        plain = distance_program(hand, Form.STANDARD, Within.GAME, strong=False)
        assert relaxation(plain) == pytest.approx(relaxed, abs=1e-6)
        assert gaps(hand)[0] == pytest.approx(distance(hand) - relaxed)


def test_the_row_keeps_every_optimum_of_games_of_more_copies() -> None:
    """There both the triplet and the pair of a tile can be there, or the triplet twice."""
    for tiles, sets in (("11111m", 1), ("111111m22m", 2), ("1112m", 2), ("11p", 2), ("1p", 2)):
        raw = {"hand": tiles, "rules": {"copies": 8, "sets": sets, "shapes": ["triplet"]}}
        hand = hand_from(raw)
        strong, plain = (
            distance_program(hand, Form.STANDARD, Within.GAME, strong=strong)
            for strong in (True, False)
        )
        least = [
            solve(one, Budget(Limits()), Method.SEARCH).stages[0].value for one in (strong, plain)
        ]
        assert least[0] is not None
        assert least[0] == least[1]
        assert strong.goals[0].value(least[0]) == distance(hand)


def distance(hand: Hand) -> int:
    answer = DP.distance(hand, DEFAULT_FORMS, Limits(), details=False).answer
    assert answer is not None
    assert answer.exchanges is not None
    return answer.exchanges


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
