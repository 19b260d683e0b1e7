"""Backends side by side."""

from dataclasses import dataclass, field, replace

import pytest

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.decomposition import Decomposition, Decompositions
from models.mahjong.distance import DEFAULT_FORMS, Distance, Forms
from models.mahjong.hand import Hand
from models.mahjong.tiles import Tile
from solvers.crosscheck import Opinion
from solvers.mahjong.backend import Question
from solvers.mahjong.crosscheck import (
    cross_check_decompositions,
    cross_check_distance,
)
from solvers.mahjong.dp import DP
from solvers.mahjong.registry import MEASURERS, SPLITTERS
from solvers.mahjong.solve import RejectedAnswerError, decompose, distance, verified_decompositions
from solvers.result import Limits, Result, Status, Stop
from solvers.watch import Watch
from tests.mahjong_cases import CASES, hand

MANY = hand("11122233344455m")


@dataclass(frozen=True)
class Wrong:
    """A backend that answers what it is told to."""

    ways: Result[Decompositions] | None = None
    far: Result[Distance] | None = None
    name: str = "wrong"
    summary: str = "answers what it is told to"
    exact: bool = True
    questions: frozenset[Question] = field(default=frozenset(Question))

    def refusal(self, hand: Hand) -> str | None:  # noqa: ARG002
        return None

    def decompose(
        self,
        hand: Hand,  # noqa: ARG002
        limits: Limits,  # noqa: ARG002
        *,
        every: bool,  # noqa: ARG002
    ) -> Result[Decompositions]:
        if self.ways is None:
            raise RuntimeError("broken")
        return self.ways

    def distance(
        self,
        hand: Hand,  # noqa: ARG002
        forms: Forms,  # noqa: ARG002
        limits: Limits,  # noqa: ARG002
        *,
        details: bool,  # noqa: ARG002
    ) -> Result[Distance]:
        if self.far is None:
            raise RuntimeError("broken")
        return self.far


def test_all_backends_agree_on_the_handed_hands() -> None:
    for case in CASES[::6]:
        where = hand(case["hand"])
        checked = cross_check_decompositions(where)
        assert checked.agree, checked.disagreements
        assert [opinion.backend for opinion in checked.opinions] == list(SPLITTERS)
        far = cross_check_distance(where, details=False)
        assert far.agree, far.disagreements
        assert [opinion.backend for opinion in far.opinions] == list(MEASURERS)


def test_a_backend_that_takes_no_wild_tiles_is_not_asked() -> None:
    checked = cross_check_decompositions(hand("12m11zw"))
    assert [opinion.backend for opinion in checked.opinions] == ["dp", "ilp"]


def test_a_way_left_out_by_one_that_says_these_are_all_is_seen() -> None:
    right = DP.decompose(MANY, Limits())
    assert right.answer is not None
    short = replace(right, backend="wrong", answer=Decompositions(right.answer.found[:2], True))
    checked = cross_check_decompositions(MANY, backends=[DP, Wrong(short)])
    assert "4 ways, and 2" in checked.disagreements[0]
    # Without that claim two ways contradict nothing.
    some = replace(right, backend="wrong", answer=Decompositions(right.answer.found[:2], False))
    assert cross_check_decompositions(MANY, backends=[DP, Wrong(some)]).agree


def test_a_win_denied_is_seen() -> None:
    none: Result[Decompositions] = Result(Status.INFEASIBLE, Stop.COMPLETED, None, (), "wrong")
    checked = cross_check_decompositions(MANY, backends=[DP, Wrong(none)])
    assert checked.disagreements == ("dp and wrong differ: a win is said, and no win",)
    unknown = replace(none, status=Status.NO_ANSWER, stop=Stop.TIME_LIMIT)
    assert cross_check_decompositions(MANY, backends=[DP, Wrong(unknown)]).agree


def test_a_wrong_distance_is_seen_by_the_checker_or_by_the_others() -> None:
    where = hand("1239m1z")
    right = DP.distance(where, DEFAULT_FORMS, Limits())
    assert right.answer is not None
    wrong = replace(right, backend="wrong", answer=replace(right.answer, without_copy_limit=0))
    given = Opinion("dp", right)
    checked = cross_check_distance(where, backends=[Wrong(far=wrong)], given=given)
    assert checked.disagreements == ("dp and wrong differ: without_copy_limit 1 and 0",)
    worse = replace(right, backend="wrong", answer=replace(right.answer, exchanges=0))
    checked = cross_check_distance(where, backends=[Wrong(far=worse)], given=given)
    assert "the checker rejects its answer" in checked.disagreements[0]


def test_a_backend_that_fails_is_a_finding() -> None:
    checked = cross_check_distance(hand("123m1z"), backends=[Wrong()])
    assert checked.disagreements == ("wrong: failed: RuntimeError: broken",)


def test_an_answer_that_is_not_right_is_never_passed_on() -> None:
    blocks = (Block(Shape.RUN, Tile("m", 1)), Block(PAIR, Tile("z", 2)))
    said = Decompositions((Decomposition(blocks),), complete=True)
    result = Result(Status.OPTIMAL, Stop.COMPLETED, said, (), "wrong")
    with pytest.raises(RejectedAnswerError, match=r"wrong: .*2z"):
        verified_decompositions(hand("123m11z"), result)
    with pytest.raises(RejectedAnswerError, match="without an answer"):
        verified_decompositions(hand("123m11z"), replace(result, answer=None))


def test_who_wants_a_stop_is_not_told_of_disagreements() -> None:
    class Stopping(Watch):
        def wants_stop(self) -> bool:
            return True

    checked = cross_check_distance(MANY, limits=Limits(watch=Stopping()))
    assert checked.agree
    assert {o.result.stop for o in checked.opinions if o.result} == {Stop.CANCELLED}


def test_the_ways_in_verify() -> None:
    assert decompose(MANY).verified
    assert distance(MANY).verified
