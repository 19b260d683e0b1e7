"""The programs as they are written down."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

from models.program import ModelFormat
from models.rummikub.objective import DEFAULT_OBJECTIVE, Objective, Term
from models.rummikub.position import Position
from models.rummikub.programs import PROGRAMS, dhh_program, placement_program
from models.rummikub.rules import PRESETS
from solvers.rummikub.solve import solve
from tests.cases import position
from tests.strategies import objectives, odd_rules, positions, supported

SMALL = position(hand="B10 K10 J", table=["R7-13", "RBK4"])


def test_the_program_of_2006_has_53_rows_and_1173_set_columns() -> None:
    program = dhh_program(SMALL, (Term.TILES,))
    assert program.problem.numConstraints() == 53
    names = [variable.name for variable in program.problem.variables()]
    assert sum(name.startswith(("run_", "group_")) for name in names) == 1173
    assert sum(name.startswith("play_") for name in names) == 53


def test_the_placement_program_has_a_joker_column_a_tile_and_at_most_185_sets() -> None:
    rules = PRESETS["standard"]
    whole_box = Position(rules, tuple(t for t in rules.order for _ in range(rules.count(t))))
    program = placement_program(whole_box, (Term.TILES,))
    names = [variable.name for variable in program.problem.variables()]
    assert sum(name.startswith(("run_", "group_")) for name in names) == 185
    assert sum(name.startswith("joker_as_") for name in names) == 52
    assert program.problem.numConstraints() == 53


def test_weights_make_a_later_goal_unable_to_outweigh_an_earlier_one() -> None:
    program = placement_program(SMALL, (Term.TILES, Term.VALUE, Term.KEPT_SETS))
    weights, spans = program.weights(), [goal.span for goal in program.goals]
    for place, weight in enumerate(weights):
        later = zip(weights[place + 1 :], spans[place + 1 :], strict=True)
        assert sum(w * s for w, s in later) < weight


@pytest.mark.parametrize("name", PROGRAMS)
@given(where=positions(odd_rules(), most_hand=6), objective=objectives)
def test_the_names_of_columns_and_rows_are_unique(
    name: str, where: Position, objective: Objective
) -> None:
    objective = supported(where, objective)
    problem = PROGRAMS[name](where, objective).problem
    problem.checkDuplicateVars()
    problem.checkDuplicateConstraints()


@pytest.mark.parametrize("file_format", ModelFormat)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_written_program_has_the_same_optimum_in_another_process(
    name: str, file_format: ModelFormat, tmp_path: Path
) -> None:
    program = PROGRAMS[name](SMALL, DEFAULT_OBJECTIVE)
    path = tmp_path / f"model.{file_format}"
    path.write_text(program.write(file_format))
    code = (
        "import highspy, sys; h = highspy.Highs(); h.setOptionValue('output_flag', False);"
        "assert h.readModel(sys.argv[1]) == highspy.HighsStatus.kOk; h.run();"
        "print(round(h.getObjectiveValue()))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    values = [term.value or 0 for term in solve(SMALL, DEFAULT_OBJECTIVE, name).terms]
    weighted = sum(w * v for w, v in zip(program.weights(), values, strict=True))
    sign = -1 if file_format is ModelFormat.MPS else 1
    assert int(run.stdout.split()[-1]) == sign * weighted


def test_an_mps_file_has_no_section_that_only_some_readers_know() -> None:
    """GLPK and SCIP could not read OBJSENSE before NAME; without it they minimise."""
    content = placement_program(SMALL, DEFAULT_OBJECTIVE).write(ModelFormat.MPS)
    sections = [line.split()[0] for line in content.splitlines() if line[:1].isalpha()]
    assert sections == ["NAME", "ROWS", "COLUMNS", "RHS", "BOUNDS", "ENDATA"]


@given(where=positions(odd_rules(), most_hand=6), objective=objectives)
@settings(max_examples=30)
def test_any_program_can_be_written(where: Position, objective: Objective) -> None:
    objective = supported(where, objective)
    for write in PROGRAMS.values():
        program = write(where, objective)
        assert program.write(ModelFormat.LP).rstrip().endswith("End")
        assert program.write(ModelFormat.MPS).rstrip().endswith("ENDATA")
