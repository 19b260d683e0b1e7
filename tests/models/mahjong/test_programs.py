"""The programs as they are written down."""

import numpy as np
import pytest
from hypothesis import given, settings

from models.mahjong.distance import DEFAULT_FORMS, Form, Within, form_obstacle
from models.mahjong.hand import Hand
from models.mahjong.programs import decompose_program, distance_program, forbid
from models.program import Program
from solvers.claims import Claim
from solvers.highs import Session
from solvers.matrix import Matrix
from tests.mahjong_cases import CASES, hand, hands, odd_rules


def relaxation(program: Program[object]) -> float:
    """The distance of the linear relaxation."""
    matrix = Matrix.of(program.problem)
    session = Session(matrix, whole=False)
    cost = matrix.cost(program.goals[0].expression)
    session.maximise(cost)
    relaxed = session.relax(None)
    assert relaxed.claim is Claim.OPTIMAL
    assert relaxed.point is not None
    return -float(cost @ relaxed.point)


def program(where: Hand, *, strong: bool) -> Program[object]:
    return distance_program(where, Form.STANDARD, Within.GAME, strong=strong)


def test_the_distance_program_has_a_column_a_set_a_pair_and_a_tile() -> None:
    written = program(hand("123m"), strong=True).problem
    names = [variable.name for variable in written.variables()]
    assert sum(name.startswith("triplet_") for name in names) == 34
    assert sum(name.startswith("run_") for name in names) == 21
    assert sum(name.startswith("pair_") for name in names) == 34
    assert sum(name.startswith("draw_") for name in names) == 34


def test_the_plain_relaxation_is_0_for_hands_of_full_size_and_the_row_more_lifts_it() -> None:
    cases = [c for c in CASES if c["n_tiles"] == 14 and c["category"] == "random"][:12]
    gaps = []
    for case in cases:
        where = hand(case["hand"])
        assert relaxation(program(where, strong=False)) == pytest.approx(0, abs=1e-7)
        lifted = relaxation(program(where, strong=True))
        assert lifted <= case["standard_form_deficiency"] + 1e-7
        gaps.append(case["standard_form_deficiency"] - lifted)
    assert float(np.mean(gaps)) < 1


@settings(max_examples=30)
@given(where=hands(odd_rules(), most=8))
def test_the_names_of_columns_and_rows_are_unique(where: Hand) -> None:
    programs: list[Program[object]] = [decompose_program(where)]
    for form in Form:
        if form_obstacle(where, form) is None:
            programs += [distance_program(where, form, within) for within in Within]
    for written in programs:
        written.problem.checkDuplicateVars()
        written.problem.checkDuplicateConstraints()


def test_a_cut_leaves_out_one_way_and_no_other() -> None:
    where = hand("111222333m11z")
    written = decompose_program(where)
    names = {variable.name: variable.id for variable in written.problem.variables()}
    point = [0] * len(names)
    for name in ("triplet_111m_1", "triplet_222m_1", "triplet_333m_1", "pair_11z_1"):
        point[names[name]] = 1
    other = [0] * len(names)
    for name in ("run_123m_1", "run_123m_2", "run_123m_3", "pair_11z_1"):
        other[names[name]] = 1
    assert Matrix.of(written.problem).is_satisfied_by(np.array(point))
    assert Matrix.of(written.problem).is_satisfied_by(np.array(other))
    assert str(written.decode(point)) == "111m 222m 333m 11z"
    forbid(written, point, 1)
    assert not Matrix.of(written.problem).is_satisfied_by(np.array(point))
    assert Matrix.of(written.problem).is_satisfied_by(np.array(other))


def test_the_forms_are_programs_of_their_own() -> None:
    where = hand("1122m3344p5566s77z")
    for form in (*DEFAULT_FORMS, Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS):
        written = distance_program(where, form, Within.AVAILABLE)
        assert relaxation(written) >= -1e-7
