"""Sentences about Mahjong hands: they claim nothing that the rules of the request make untrue."""

import pytest

from app.answers.mahjong import decompose_summary, distance_summary
from solvers.mahjong.solve import decompose, distance
from solvers.result import Limits
from tests.mahjong_cases import hand


@pytest.mark.parametrize(
    ("tiles", "rules", "said"),
    [
        (
            "123m1z",
            {},
            "Not complete: the hand has 4 tiles, and 5 are needed for 1 set and a pair.",
        ),
        ("123m12z", {}, "Not complete: the hand does not split into 1 set and a pair."),
        ("1m", {"sets": 4}, "the hand has 1 tile, and 14 are needed for 4 sets and a pair."),
        ("12m", {}, "Not complete: the hand does not split into a pair."),
        # These once were said not to split into "the sets and the pair": there is no pair.
        ("123m11z", {"pair": False}, "the hand has 5 tiles, and 3 are needed for 1 set."),
        ("124m", {"pair": False}, "Not complete: the hand does not split into 1 set."),
        ("1m", {"sets": 0, "pair": False}, "the hand has 1 tile, and 0 are needed for 0 sets."),
        ("123m11z", {}, "Complete: it splits in 1 way, and no other."),
    ],
)
def test_why_a_hand_is_not_complete(tiles: str, rules: dict[str, object], said: str) -> None:
    where = hand(tiles, rules=rules)
    assert said in decompose_summary(where, decompose(where))


@pytest.mark.parametrize(
    ("tiles", "rules", "said"),
    [
        ("123m11z", {}, "Complete: nothing is lacking."),
        ("123m1z", {"numbers": 3}, "1 tile from complete: in 1z. 1 kind of tile helps (3 left)."),
        # These once were said to be complete, and at the same time not to split.
        ("123m12z", {"pair": False}, "Nothing is lacking, and 2 tiles too many: out 1z 2z."),
        ("123m111z", {"sets": 1}, "Nothing is lacking, and 1 tile too many: out 1z."),
    ],
)
def test_how_far_a_hand_is(tiles: str, rules: dict[str, object], said: str) -> None:
    where = hand(tiles, rules=rules)
    assert distance_summary(where, distance(where)) == said


def test_how_many_tiles_help() -> None:
    where = hand("1111z")
    said = distance_summary(where, distance(where))
    assert said.startswith("2 tiles from complete: in ")
    assert said.endswith(" 33 kinds of tile help (132 left).")


def test_a_distance_without_what_is_around_says_nothing_of_it() -> None:
    where = hand("123m1z")
    said = distance_summary(where, distance(where, details=False))
    assert said == "1 tile from complete: in 1z."


def test_a_limit_claims_nothing() -> None:
    where, none = hand("123m1z"), Limits(work=0)
    assert "not known: a limit" in distance_summary(where, distance(where, limits=none))
    win = hand("123m11z")
    assert "not known: a limit" in decompose_summary(win, decompose(win, limits=none))


def test_a_limit_that_is_reached_before_the_lists_are_known_is_told() -> None:
    """What was not known was just absent, as if there were no such tiles."""
    where = hand("22456m3567p46s125z")
    said = distance_summary(where, distance(where, backend="ilp", limits=Limits(work=100)))
    assert said.endswith("(37 left). The discards are not known: a limit was reached.")
    said = distance_summary(where, distance(where, backend="ilp", limits=Limits(work=5)))
    unknown = "The useful tiles and the discards are not known: a limit was reached."
    assert said.endswith(f", out 3p 1z 5z. {unknown}")


def test_a_hand_that_is_not_full_has_no_discards_that_are_not_known() -> None:
    where = hand("22456m3567p46s12z")
    said = distance_summary(where, distance(where, backend="ilp", limits=Limits(work=5)))
    assert said.endswith(". The useful tiles are not known: a limit was reached.")


def test_a_list_of_ways_says_why_it_ends() -> None:
    """One that ended though nobody had set a limit seemed to be cut off by chance."""
    where = hand("w" * 14, rules={"wilds": 16})
    result = decompose(where, "dp")
    assert decompose_summary(where, result).endswith(
        "splits in 10000 ways, and perhaps in more: no more are listed."
    )
    said = decompose_summary(where, decompose(where, "dp", Limits(work=400)))
    assert said.endswith(" ways, and perhaps in more: a limit was reached.")


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("1122m3344p5566s77z", "As seven pairs it is complete."),
        ("19m19p19s1234567z1z", "As thirteen orphans it is complete."),
    ],
)
def test_a_hand_that_does_not_split_may_be_complete_in_another_form(tiles: str, said: str) -> None:
    """It read as not complete, and that was all."""
    where = hand(tiles)
    assert decompose_summary(where, decompose(where)) == (
        "Not complete in the standard form: the hand does not split into 4 sets and a pair. "
        f"Proven. {said}"
    )
