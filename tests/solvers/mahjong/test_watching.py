"""What who looks on is told of on the way, and that it changes nothing that is found."""

from dataclasses import replace

import pytest

from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import DEFAULT_FORMS, Distance
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import WILD
from solvers.mahjong.crosscheck import cross_check_decompositions, cross_check_distance
from solvers.mahjong.registry import MEASURERS, SPLITTERS
from solvers.mahjong.solve import verified_decompositions, verified_distance
from solvers.mahjong.watching import is_step, only_stopped
from solvers.result import Limits, Result, Status, Stop
from solvers.watch import NOBODY
from tests.mahjong_cases import hand
from tests.solvers.watches import Asked, without_seconds

EIGHTEEN = hand("11112222333344445555666777788889999m")
VAST = Hand(Rules(wilds=14), (WILD,) * 14)
FULL = hand("22456m3567p46s125z")
LISTING = ["dp", "ilp"]


def told_of(watch: Asked) -> list[Decompositions]:
    answers = [result.answer for result in watch.told if result.answer is not None]
    assert len(answers) == len(watch.told)
    return answers


@pytest.mark.parametrize("name", LISTING)
def test_ways_are_told_of_in_steps_each_more_than_the_last(name: str) -> None:
    watch = Asked()
    result = SPLITTERS[name].decompose(EIGHTEEN, Limits(watch=watch), every=True)
    assert result.answer is not None
    assert len(result.answer.found) == 18
    known: set[object] = set()
    for answer, count in zip(told_of(watch), (1, 4, 16), strict=True):
        assert len(answer.found) == count
        assert known < set(answer.found) < set(result.answer.found)
        assert not answer.complete
        known = set(answer.found)
    for one in watch.told:
        assert (one.status, one.stop) == (Status.FEASIBLE, Stop.COMPLETED)
        assert verified_decompositions(EIGHTEEN, one).verified


@pytest.mark.parametrize("name", LISTING)
@pytest.mark.parametrize("limits", [Limits(), Limits(work=17), Limits(work=400)])
def test_what_is_found_is_the_same_with_and_without_anybody_looking_on(
    name: str, limits: Limits
) -> None:
    backend = SPLITTERS[name]
    alone = backend.decompose(EIGHTEEN, limits, every=True)
    watched = backend.decompose(EIGHTEEN, replace(limits, watch=Asked()), every=True)
    assert without_seconds(alone) == without_seconds(watched)


@pytest.mark.parametrize("name", LISTING)
def test_nobody_is_told_of_a_single_way_that_was_asked_for_or_of_a_hand_that_is_no_win(
    name: str,
) -> None:
    watch = Asked()
    SPLITTERS[name].decompose(EIGHTEEN, Limits(watch=watch), every=False)
    SPLITTERS[name].decompose(hand("123m12z"), Limits(watch=watch), every=True)
    assert not watch.told


class Content(Asked):
    """Wants a stop as soon as it was told of so many ways."""

    def __init__(self, ways: int) -> None:
        super().__init__()
        self.ways = ways

    def improved(self, result: Result[Decompositions]) -> None:
        super().improved(result)
        if result.answer is not None and len(result.answer.found) >= self.ways:
            self.questions = 0


@pytest.mark.parametrize("name", LISTING)
def test_who_stops_keeps_at_least_the_ways_it_was_told_of(name: str) -> None:
    """Looks of ``dp`` start anew: what it had told of could be more than what it found then."""
    watch = Content(16)
    result = SPLITTERS[name].decompose(VAST, Limits(watch=watch), every=True)
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.CANCELLED)
    assert result.answer is not None
    assert set(told_of(watch)[-1].found) <= set(result.answer.found)


def test_ten_thousand_ways_take_seven_steps() -> None:
    assert [count for count in range(10_001) if is_step(count)] == [4**n for n in range(7)]
    watch = Asked()
    result = SPLITTERS["dp"].decompose(VAST, Limits(watch=watch), every=True)
    assert [len(answer.found) for answer in told_of(watch)] == [4**n for n in range(7)]
    assert result.answer is not None
    assert len(result.answer.found) == 10_000


def test_the_programs_tell_of_the_distance_then_of_useful_tiles() -> None:
    watch = Asked()
    result = MEASURERS["ilp"].distance(FULL, DEFAULT_FORMS, Limits(watch=watch), details=True)
    whole = result.answer
    assert whole is not None
    first, second = watch.told
    assert first.answer == replace(whole, useful=None, discards=None)
    assert second.answer == replace(whole, discards=None)
    assert whole.useful
    assert whole.discards
    for one in watch.told:
        assert (one.status, one.stop) == (Status.FEASIBLE, Stop.COMPLETED)
        assert verified_distance(FULL, DEFAULT_FORMS, one).verified


def test_useful_tiles_that_are_known_when_work_runs_out_are_kept() -> None:
    """They were told of, and the answer then was poorer than that."""
    ilp, told = MEASURERS["ilp"], Asked()
    ilp.distance(FULL, DEFAULT_FORMS, Limits(watch=told), details=True)
    work = told.told[1].stats.nodes + 1
    result: Result[Distance] = ilp.distance(FULL, DEFAULT_FORMS, Limits(work=work), details=True)
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.WORK_LIMIT)
    assert result.answer == told.told[1].answer


def test_a_distance_alone_is_told_of_at_the_end_and_not_before() -> None:
    watch = Asked()
    for backend in MEASURERS.values():
        backend.distance(FULL, DEFAULT_FORMS, Limits(watch=watch), details=False)
    assert not watch.told


def test_a_cross_check_tells_of_nothing_and_still_can_be_stopped() -> None:
    """What one backend says on the way is less than what another has said."""
    watch = Asked()
    assert cross_check_decompositions(EIGHTEEN, Limits(watch=watch)).agree
    assert cross_check_distance(hand("123m1z"), limits=Limits(watch=watch)).agree
    assert watch.asked
    assert not watch.told
    assert only_stopped(Asked(0)).wants_stop()
    assert only_stopped(NOBODY) is NOBODY
