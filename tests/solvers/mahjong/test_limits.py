"""No backend reads a limit as an answer."""

import time

import pytest

from models.mahjong.blocks import Shape
from models.mahjong.distance import DEFAULT_FORMS
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import WILD
from solvers.mahjong.crosscheck import cross_check_distance
from solvers.mahjong.registry import MEASURERS, SPLITTERS
from solvers.mahjong.solve import decompose, distance
from solvers.result import Limits, Status, Stop
from solvers.watch import Watch
from tests.mahjong_cases import hand

READY = hand("123456789m1122z")
WILDS = Hand(Rules(wilds=14), (WILD,) * 14)
RUNS = Rules(suits=tuple("abcdefgh"), honours=0, copies=8, wilds=16, shapes=(Shape.RUN,))
HUGE = Hand(RUNS, RUNS.kinds * 6 + (WILD,) * 16, RUNS.kinds[:40])


class Impatient(Watch):
    """Wants a stop from the start, or after some looks."""

    def __init__(self, looks: int = 0) -> None:
        self._looks = looks

    def wants_stop(self) -> bool:
        self._looks -= 1
        return self._looks < 0


@pytest.mark.parametrize(
    ("limits", "stop"),
    [
        (Limits(seconds=0), Stop.TIME_LIMIT),
        (Limits(work=0), Stop.WORK_LIMIT),
        (Limits(watch=Impatient()), Stop.CANCELLED),
    ],
)
def test_nothing_is_known_where_nothing_was_done(limits: Limits, stop: Stop) -> None:
    win = hand("123m11z")
    for name in SPLITTERS:
        result = decompose(win, name, limits, every=False)
        assert (result.status, result.stop, result.answer) == (Status.NO_ANSWER, stop, None)
    for name in MEASURERS:
        far = distance(win, DEFAULT_FORMS, name, limits)
        assert (far.status, far.stop, far.answer) == (Status.NO_ANSWER, stop, None)


def test_a_size_that_no_complete_hand_has_needs_no_work() -> None:
    assert decompose(hand("1234m"), "dp", Limits(work=0)).status is Status.INFEASIBLE


@pytest.mark.parametrize("name", ["dp", "ilp"])
def test_some_work_gives_the_distance_without_what_is_around(name: str) -> None:
    where = hand("22456m3567p46s125z", visible="1m")
    whole = distance(where, DEFAULT_FORMS, name)
    bare = distance(where, DEFAULT_FORMS, name, details=False)
    partial = distance(where, DEFAULT_FORMS, name, Limits(work=bare.stats.nodes + 1))
    assert (partial.status, partial.stop) == (Status.FEASIBLE, Stop.WORK_LIMIT)
    assert partial.answer is not None
    assert partial.answer.useful is None
    assert whole.answer is not None
    assert partial.answer.available == whole.answer.available
    assert partial.verified


SPREAD = Rules(suits=tuple("abcdefgh"), honours=9)


@pytest.mark.parametrize(
    "where",
    [
        hand(
            "111222333m", rules={"preset": "one-suit", "numbers": 3, "shapes": ["run"], "sets": 6}
        ),
        Hand(SPREAD, SPREAD.kinds[:77]),
    ],
)
def test_more_work_never_tells_less(where: Hand) -> None:
    """Between two limits that gave the distance ``dp`` knew nothing: it began with the details."""
    whole = distance(where, backend="dp")
    known: list[int] = []
    for part in range(1, 51):
        work = part * whole.stats.nodes // 25
        answer = distance(where, backend="dp", limits=Limits(work=work)).answer
        known.append(0 if answer is None else 1 + (answer.useful is not None))
    assert known == sorted(known)
    assert set(known) == {0, 1, 2}


def test_a_hand_of_more_sets_than_rules_may_ask_for_has_details_too() -> None:
    """``ilp`` made rules of 71 sets for the hands around it, and these were refused."""
    rules = Rules(suits=("m", "p"), honours=9, copies=8, wilds=0)
    where = Hand(rules, (rules.kinds * 8)[1:])
    assert where.sets == 71
    assert where.complete_size == len(where.tiles)
    checked = cross_check_distance(where)
    assert checked.agree, checked.disagreements


def test_a_hand_of_wild_tiles_has_more_ways_than_are_listed() -> None:
    result = decompose(WILDS, "dp")
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.WORK_LIMIT)
    assert result.answer is not None
    assert not result.answer.complete
    assert len(result.answer.found) == 10_000


def test_ways_of_large_hands_are_listed_as_far_as_they_can_be_written_soon() -> None:
    """10,000 ways of 60 sets were 5 MB: writing them took longer than a service waits for."""
    where = Hand(Rules(wilds=16), (WILD,) * 16 + hand("123456789m123456789p123p1z").tiles)
    assert where.complete_size == len(where.tiles) == 38
    result = decompose(where, "dp")
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.WORK_LIMIT)
    assert result.answer is not None
    assert len(result.answer.found) == 50_000 // 13


@pytest.mark.parametrize("name", ["dp", "ilp"])
def test_ways_known_when_work_runs_out_are_kept(name: str) -> None:
    work = 400 if name == "dp" else 3
    result = decompose(WILDS, name, Limits(work=work))
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.WORK_LIMIT)
    assert result.answer is not None
    assert result.answer.found


@pytest.mark.parametrize("limits", [Limits(seconds=0.001), Limits(watch=Impatient(1))])
def test_the_hugest_hand_ends_soon_after_it_shall(limits: Limits) -> None:
    distance(hand("1m"), DEFAULT_FORMS, "dp")
    started = time.perf_counter()
    result = distance(HUGE, DEFAULT_FORMS, "dp", limits)
    assert result.status is not Status.INFEASIBLE
    assert result.stop in (Stop.TIME_LIMIT, Stop.CANCELLED)
    # Loose: the machine that runs the tests may be shared and slow.
    assert time.perf_counter() - started < 5


def test_the_same_request_has_the_same_answer() -> None:
    for name in MEASURERS:
        assert len({str(distance(READY, DEFAULT_FORMS, name).answer) for _ in range(2)}) == 1
