"""The 271 hands with truth from up to five independent sources, and what is known by counting."""

import pytest

from models.mahjong.distance import DEFAULT_FORMS, useful_tiles
from models.mahjong.tiles import Tile
from solvers.mahjong.backend import Question
from solvers.mahjong.registry import BACKENDS
from solvers.mahjong.solve import decompose, distance
from tests.cases import Case
from tests.mahjong_cases import CASES, hand

SMALL = [case for case in CASES if case["n_tiles"] <= 14]
SPLITTING = [name for name, b in BACKENDS.items() if Question.DECOMPOSITIONS in b.questions]
MEASURING = [name for name, b in BACKENDS.items() if Question.DISTANCE in b.questions]


def test_there_are_271_hands() -> None:
    assert len(CASES) == 271


@pytest.mark.parametrize("name", BACKENDS)
def test_every_win_is_seen_by_every_backend(name: str) -> None:
    for case in CASES:
        result = decompose(hand(case["hand"]), name, every=False)
        assert (result.answer is not None) == case["is_win"], case["hand"]
        assert result.proven


@pytest.mark.parametrize("name", SPLITTING)
def test_every_decomposition_is_found_by_every_backend_that_lists_them(name: str) -> None:
    for case in CASES:
        result = decompose(hand(case["hand"]), name)
        found = () if result.answer is None else result.answer.found
        assert len(found) == case["number_of_decompositions"]
        assert {tuple(sorted(str(one).split())) for one in found} == {
            tuple(sorted(way.split())) for way in case["decompositions"]
        }


@pytest.mark.parametrize("name", MEASURING)
def test_every_distance_is_found_by_every_backend_that_measures(name: str) -> None:
    for case in CASES:
        answer = distance(hand(case["hand"]), DEFAULT_FORMS, name, details=False).answer
        assert answer is not None
        assert answer.exchanges == answer.available == case["standard_form_deficiency"]
        if case["deficiency_without_copy_limit"] is not None:
            assert answer.without_copy_limit == case["deficiency_without_copy_limit"]


@pytest.mark.parametrize("name", MEASURING)
def test_the_distance_in_one_suit_alone_is_found(name: str) -> None:
    for case in CASES:
        if "deficiency_if_only_this_suit_exists" in case:
            suit = case["hand"][-1]
            where = hand(case["hand"], rules={"suits": suit, "honours": 0})
            answer = distance(where, DEFAULT_FORMS, name, details=False).answer
            assert answer is not None
            assert answer.exchanges == case["deficiency_if_only_this_suit_exists"]


def check_details(case: Case, name: str) -> None:
    answer = distance(hand(case["hand"]), DEFAULT_FORMS, name).answer
    assert answer is not None
    assert answer.useful is not None
    assert answer.discards is not None
    useful = useful_tiles(hand(case["hand"]), answer.useful)
    assert [str(tile) for tile, _ in useful] == case["useful_tiles"]
    assert sum(left for _, left in useful) == case["useful_tile_copies"]
    keeping = [str(d.tile) for d in answer.discards if d.exchanges == answer.available]
    if case["shanten_keeping_discards"] is None:
        assert not answer.discards
    else:
        assert keeping == case["shanten_keeping_discards"]


def test_useful_tiles_their_copies_and_discards_are_right() -> None:
    for case in CASES:
        check_details(case, "dp")


@pytest.mark.parametrize("case", CASES[:2] + SMALL[40:44], ids=lambda case: case["hand"])
def test_the_programs_find_the_same_useful_tiles_and_discards(case: Case) -> None:
    check_details(case, "ilp")


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["hand"])
def test_the_programs_find_the_same_around_every_hand(case: Case) -> None:
    check_details(case, "ilp")


def test_a_fifth_tile_does_not_exist() -> None:
    answer = distance(hand("1111z"), details=True).answer
    assert answer is not None
    assert (answer.exchanges, answer.without_copy_limit) == (2, 1)
    assert answer.useful is not None
    useful = useful_tiles(hand("1111z"), answer.useful)
    assert Tile("z", 1) not in {tile for tile, _ in useful}
