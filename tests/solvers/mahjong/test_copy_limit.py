"""The copy limit of the usual tiles, through all there is to hold of a suit."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from models.mahjong.distance import Form, Within
from models.mahjong.hand import Hand
from models.mahjong.rules import PRESETS
from solvers.mahjong.dp.chain import least
from solvers.mahjong.dp.measuring import NO_FIFTH_SETS, _never_a_fifth
from solvers.mahjong.dp.table import NEVER, Rows, fill
from solvers.mahjong.dp.task import FAR, NEVER_STOPS, Task, make_task, shown
from solvers.mahjong.solve import distance
from tests.mahjong_cases import hand

MANY = 99


def costs(kinds: int, runs: int, copies_held: int, most: int) -> Rows:
    """The costs of all sets and pairs, for up to so many copies held of each kind."""
    parts = shown(PRESETS["standard"], Form.STANDARD)
    nothing = np.zeros(kinds, np.int64)
    task = Task(
        held=nothing,
        reach=nothing + most,
        least=parts.least[:kinds],
        twin=parts.twin[:kinds],
        most=most,
        starts=np.array([0, kinds]),
        runs=np.array([runs]),
        triplets=parts.triplets,
        most_runs=parts.most_runs,
        sets=NO_FIFTH_SETS,
        pairs=parts.pairs,
        wilds=0,
        forced=0,
        worst=FAR,
    )
    base = copies_held + 1
    rows = np.full((base**kinds, 2 * (NO_FIFTH_SETS + 1)), NEVER, np.uint8)
    fill(task, base, copies_held * kinds, rows)
    return rows


@pytest.mark.parametrize(("kinds", "runs"), [(9, 1), (7, 0)])
def test_no_fifth_copy_is_nearer_unless_four_are_held(kinds: int, runs: int) -> None:
    limited, unlimited = (costs(kinds, runs, 3, most) for most in (4, MANY))
    assert np.array_equal(limited, unlimited)
    # Every sets and pair can be had, whatever is held.
    assert limited.max() < NEVER


def test_a_fifth_copy_may_be_nearer_where_four_are_held() -> None:
    limited, unlimited = (costs(9, 1, 4, most) for most in (4, MANY))
    differing = (limited != unlimited).any(axis=1)
    assert (limited[differing] >= unlimited[differing]).all()
    digits = np.stack(np.unravel_index(np.flatnonzero(differing), (5,) * 9))
    assert differing.any()
    assert (digits.max(axis=0) == 4).all()


@pytest.mark.parametrize("groups", [2, 3, 4])
def test_what_need_not_be_looked_at_is_never_nearer(groups: int) -> None:
    """Of seven sets and more: whether a fifth copy is looked for or not, the answer is the same."""
    rules = PRESETS["standard"]
    deck = rules.kinds[: 9 * groups] * 3
    random = Random(groups)
    spared = 0
    for _ in range(1_500):
        one = Hand(rules, tuple(random.sample(deck, random.choice([20, 23, 26, 35, 41, 53]))))
        answer = distance(one, details=False).answer
        assert answer is not None
        assert answer.exchanges is not None
        free = least(make_task(one, Within.ANY_NUMBER), NEVER_STOPS)
        assert answer.without_copy_limit == free
        spared += one.sets > NO_FIFTH_SETS and _never_a_fifth(one, answer.exchanges)
    assert spared > 100


def test_more_sets_than_a_suit_has_need_copies_that_there_are_not() -> None:
    answer = distance(hand("111222m", rules={"suits": ["m"], "honours": 0, "sets": 12})).answer
    assert answer is not None
    assert answer.exchanges is None
    assert answer.without_copy_limit == 38 - 6


@pytest.mark.parametrize("tiles", ["1111z", "1111m", "1111222233334z", "2222333344445m1z"])
def test_both_ways_to_find_it_agree(tiles: str) -> None:
    answers = [distance(hand(tiles), backend=name, details=False).answer for name in ("dp", "ilp")]
    found = [answer.without_copy_limit for answer in answers if answer is not None]
    assert len(found) == 2
    assert all(one == other for one, other in pairwise(found))
