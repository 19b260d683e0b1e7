"""Many hands at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.defects import InvalidInputError
from models.mahjong.distance import DEFAULT_FORMS
from models.mahjong.hand import Hand
from models.mahjong.rules import PRESETS, Rules
from solvers.mahjong.dp import DP
from solvers.mahjong.dp.batch import distances
from solvers.result import Limits
from tests.mahjong_cases import CASES, hand, hands, odd_rules


def test_the_handed_hands_at_once() -> None:
    found = distances([hand(case["hand"]).counts for case in CASES])
    assert found.tolist() == [case["standard_form_deficiency"] for case in CASES]


@settings(max_examples=60)
@given(rules=odd_rules(), data=st.data())
def test_a_batch_says_what_each_hand_says(rules: Rules, data: st.DataObject) -> None:
    some = data.draw(
        st.lists(hands(st.just(rules), most=20, visible=False, wilds=False), max_size=4)
    )
    counts = np.array([where.counts for where in some]).reshape(len(some), len(rules.kinds))
    alone = [measured(where) for where in some]
    assert distances(counts.astype(np.int64), rules).tolist() == alone


def measured(where: Hand) -> int:
    answer = DP.distance(where, DEFAULT_FORMS, Limits(), details=False).answer
    assert answer is not None
    return -1 if answer.exchanges is None else answer.exchanges


def test_no_complete_hand_is_minus_one() -> None:
    rules = Rules(suits=("m",), numbers=2, honours=0, copies=2)
    assert distances([[2, 2]], rules).tolist() == [-1]


@pytest.mark.parametrize(
    "wrong",
    [
        [[1, 2, 3]],
        [0] * 34,
        [[5] + [0] * 33],
        [[-1] + [0] * 33],
        [[0.5] + [0.0] * 33],
    ],
)
def test_what_is_no_hand_is_refused(wrong: list[object]) -> None:
    with pytest.raises(InvalidInputError):
        distances(wrong)  # type: ignore[arg-type]


def test_no_hands_have_no_distances() -> None:
    assert distances(np.zeros((0, 34), np.int64), PRESETS["standard"]).shape == (0,)
