"""What HiGHS is known to do wrong, held against the wrapper."""

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from highspy import HighsModelStatus

from models.rummikub.objective import DEFAULT_OBJECTIVE, Term
from models.rummikub.programs import dhh_program, placement_program
from solvers.claims import Claim
from solvers.heard import Heard
from solvers.highs import VERDICTS, HighsError, Session, check_worth
from solvers.matrix import Matrix
from solvers.result import Budget, Limits, Stop
from solvers.watch import Watch
from tests.cases import load, position
from tests.solvers.watches import HARD, Asked


def program(name: str) -> tuple[Matrix, np.ndarray]:
    case = next(c for c in load("positions.jsonl") if c["id"] == name)
    written = placement_program(position(hand=case["hand"], table=case["table"]), DEFAULT_OBJECTIVE)
    matrix = Matrix.of(written.problem)
    return matrix, matrix.cost(written.goals[0].expression)


def test_every_status_of_highs_is_read() -> None:
    assert set(VERDICTS) == set(HighsModelStatus.__members__.values())


def test_the_banner_of_highs_does_not_reach_standard_output() -> None:
    """highspy 1.16 prints a banner to file descriptor 1 at the first instance."""
    code = (
        "import solvers.highs, numpy as n, solvers.matrix as m\n"
        "z = n.zeros(0, n.int64)\n"
        "one = n.ones(1, n.int64)\n"
        "solvers.highs.Session(m.Matrix(0 * one, one, z, z, 0 * one, z, z), whole=True)\n"
        "print('only this')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "only this\n"


def test_a_misspelt_option_is_an_error() -> None:
    """HiGHS itself ignores one in silence."""
    matrix, _ = program("mid-0")
    with pytest.raises(HighsError, match="mip_rel_gapp"):
        Session(matrix, whole=True).set_options({"mip_rel_gapp": 0.0})


def test_a_relaxation_is_not_stopped_by_the_time_earlier_ones_took() -> None:
    """For a linear program HiGHS counts its time limit from the creation of the instance."""
    matrix, cost = program("full-0")
    session = Session(matrix, whole=False)
    for size in range(1, 40):
        session.maximise(cost * size)
        assert session.relax(seconds_left=5.0).claim is Claim.OPTIMAL
    session.maximise(-cost)
    assert session.relax(seconds_left=0.0).claim in (Claim.OPTIMAL, Claim.STOPPED)
    session.maximise(cost)
    assert session.relax(seconds_left=5.0).claim is Claim.OPTIMAL


def test_a_time_limit_stops_branching_with_the_bound_so_far() -> None:
    matrix, cost = program("crowded-jokers-0")
    found = Session(matrix, whole=True).branch(cost, Budget(Limits(seconds=1e-6)))
    assert (found.claim, found.stop) == (Claim.STOPPED, Stop.TIME_LIMIT)


class Jumping:
    """HiGHS, by whose clock an hour has gone by, or is yet to come, the first time it is asked."""

    def __init__(self, session: Session, monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
        self.asked = 0
        self._honest = session._highs.getRunTime
        self._hours = hours
        monkeypatch.setattr(session._highs, "getRunTime", self._run_time)

    def _run_time(self) -> float:
        self.asked += 1
        return self._honest() + (3600 * self._hours if self.asked == 1 else 0)


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_wall_clock_that_jumps_stops_no_relaxation(
    monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """HiGHS's clock is the wall clock: a job once failed when that was put back, and another one
    was said to be out of time when it was put forward."""
    matrix, cost = program("full-0")
    session = Session(matrix, whole=False)
    session.maximise(cost)
    clock = Jumping(session, monkeypatch, hours)
    assert session.relax(seconds_left=60.0).claim is Claim.OPTIMAL
    # Put back, it says at once that time is up, and is asked to go on.
    assert clock.asked == (2 if hours < 0 else 1)


def test_a_wall_clock_that_jumps_does_not_stop_branching(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix, cost = program("crowded-jokers-0")
    session = Session(matrix, whole=True)
    limits: list[float] = []
    take = session.set_options

    def jump(options: dict[str, float]) -> None:
        """The first time, let it seem that time is up as soon as HiGHS looks."""
        if "time_limit" in options:
            limits.append(options["time_limit"])
            options = {"time_limit": 0.0} if len(limits) == 1 else options
        take(options)

    monkeypatch.setattr(session, "set_options", jump)
    assert session.branch(cost, Budget(Limits(seconds=60))).claim is Claim.OPTIMAL
    assert len(limits) == 2


def test_a_node_limit_stops_branching() -> None:
    matrix, cost = program("crowded-jokers-0")
    budget = Budget(Limits(work=1))
    budget.spent = 1
    found = Session(matrix, whole=True).branch(cost, budget)
    assert (found.claim, found.stop) == (Claim.STOPPED, Stop.WORK_LIMIT)
    assert found.point is None


def test_an_infeasible_program_has_no_point_to_read() -> None:
    matrix, cost = program("mid-0")
    impossible = matrix.with_row(cost, 1000, 1000)
    found = Session(impossible, whole=True).branch(cost, Budget(Limits()))
    assert found.claim is Claim.INFEASIBLE
    assert found.point is None
    relaxed = Session(impossible, whole=False)
    relaxed.maximise(cost)
    assert relaxed.relax(None).point is None


def test_a_point_that_is_not_worth_what_highs_says_is_never_returned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """HiGHS 1.16 once claimed 7 for a point worth 6: the point it had been given to start from."""
    with pytest.raises(HighsError, match=r"its point is worth 7\.0, and it is worth 6"):
        check_worth(6, 7.0)
    check_worth(3497, 3496.999999)
    matrix, cost = program("mid-0")
    honest = Session.branch(Session(matrix, whole=True), cost, Budget(Limits()))
    assert honest.point is not None
    worse = np.zeros_like(honest.point)
    monkeypatch.setattr(Session, "_whole_point", lambda *_: worse)
    with pytest.raises(HighsError, match="it is worth 0"):
        Session(matrix, whole=True).branch(cost, Budget(Limits()))


@pytest.mark.parametrize("questions", [0, 1, 10])
def test_a_watch_stops_a_long_relaxation_amid_it(questions: int) -> None:
    written = placement_program(HARD["vast"], (Term.TILES,))
    matrix = Matrix.of(written.problem)
    session = Session(matrix, whole=False)
    session.maximise(matrix.cost(written.goals[0].expression))
    watch = Asked(questions)
    relaxed = session.relax(None, watch)
    assert (relaxed.claim, relaxed.stop) == (Claim.STOPPED, Stop.CANCELLED)
    assert watch.asked == questions + 1


@pytest.mark.parametrize("questions", [0, 1, 10])
def test_a_watch_stops_branching_even_amid_presolve(questions: int) -> None:
    """Which asks nobody: the thread it runs in is left behind."""
    written = dhh_program(HARD["full"], (Term.TILES,))
    matrix = Matrix.of(written.problem)
    watch = Asked(questions)
    budget = Budget(Limits(watch=watch))
    session = Session(matrix, whole=True)
    found = session.branch(matrix.cost(written.goals[0].expression), budget)
    assert (found.claim, found.stop) == (Claim.STOPPED, Stop.CANCELLED)
    assert watch.asked == questions + 1
    assert budget.spent >= 1


def test_better_points_are_told_of_with_bounds_that_hold_and_change_nothing() -> None:
    matrix, cost = program("crowded-jokers-0")
    told: list[tuple[int, int | None]] = []

    def take(point: np.ndarray, bound: int | None) -> None:
        assert matrix.is_satisfied_by(point)
        told.append((int(cost @ point), bound))

    watched = Session(matrix, whole=True).branch(cost, Budget(Limits(watch=Watch())), take)
    alone = Session(matrix, whole=True).branch(cost, Budget(Limits()), take)
    assert watched.point is not None
    assert alone.point is not None
    assert np.array_equal(watched.point, alone.point)
    assert (watched.bound, watched.nodes) == (alone.bound, alone.nodes)
    assert told[-1][0] == watched.bound
    assert [worth for worth, _ in told] == sorted({worth for worth, _ in told})
    assert all(bound is None or bound >= told[-1][0] for _, bound in told)


def test_a_noted_point_that_breaks_a_row_once_rounded_is_not_told_of() -> None:
    matrix, _ = program("mid-0")
    told: list[np.ndarray] = []
    heard = Heard(matrix, lambda point, _: told.append(point))
    for value in (0.4, 1e6):
        notes = SimpleNamespace(
            mip_solution=np.full(matrix.columns, value), mip_dual_bound=float("inf")
        )
        heard.note(SimpleNamespace(data_out=notes))
    heard.tell()
    assert told == []
    assert heard.point is None
