"""The only place that runs HiGHS.

What is known to bite, and is dealt with here: it prints a banner to standard output when the first
instance is made; a misspelt option is ignored; the number of threads is fixed by the first solve
in a thread; its default relative gap is not zero; the time limit counts from the creation of the
instance for a linear program but from the call for an integer one, and it runs by the wall clock,
which may be put forward or back; and after a failed solve its values still read as numbers.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import highspy
import numpy as np
from highspy import HighsModelStatus as Model
from highspy import HighsStatus

from solvers.aside import aside
from solvers.claims import Branched, Claim, Relaxation
from solvers.heard import TOLERANCE, Found, Heard, Patience, whole_bound
from solvers.matrix import INFINITE, Floats, Integers, Matrix
from solvers.result import Budget, Stop
from solvers.watch import NOBODY, Watch

_TOO_EARLY_SECONDS = 0.01
"""What is left at least of the time when HiGHS says it is up because the clock was put forward."""

_LONG_COLUMNS = 1000
"""Columns from which a relaxation can take long enough to ask a watch amid it."""


class HighsError(RuntimeError):
    """HiGHS refused an option or a program, or ended in a state that means a fault."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a HiGHS status reads: a claim and why it stopped, or a fault."""

    claim: Claim | None
    stop: Stop = Stop.COMPLETED


_FAULT = Verdict(None)

VERDICTS: Mapping[Model, Verdict] = {
    Model.kOptimal: Verdict(Claim.OPTIMAL),
    Model.kInfeasible: Verdict(Claim.INFEASIBLE),
    # Every column has finite bounds, so what is "unbounded or infeasible" is infeasible.
    Model.kUnboundedOrInfeasible: Verdict(Claim.INFEASIBLE),
    Model.kTimeLimit: Verdict(Claim.STOPPED, Stop.TIME_LIMIT),
    Model.kIterationLimit: Verdict(Claim.STOPPED, Stop.WORK_LIMIT),
    # Also what HiGHS says when it reaches mip_max_nodes.
    Model.kSolutionLimit: Verdict(Claim.STOPPED, Stop.WORK_LIMIT),
    # The interrupt callbacks below fire at the deadline, or for a watch: then that is said.
    Model.kInterrupt: Verdict(Claim.STOPPED, Stop.TIME_LIMIT),
    # The stubs of highspy 1.16 forget this one.
    Model.kHighsInterrupt: Verdict(Claim.STOPPED, Stop.CANCELLED),  # type: ignore[attr-defined]
    # Bounds and targets are never set, and a program without columns is never passed on.
    Model.kObjectiveBound: _FAULT,
    Model.kObjectiveTarget: _FAULT,
    Model.kModelEmpty: _FAULT,
    Model.kUnbounded: _FAULT,
    Model.kMemoryLimit: _FAULT,
    Model.kNotset: _FAULT,
    Model.kLoadError: _FAULT,
    Model.kModelError: _FAULT,
    Model.kPresolveError: _FAULT,
    Model.kSolveError: _FAULT,
    Model.kPostsolveError: _FAULT,
    Model.kUnknown: _FAULT,
}
"""How each status of HiGHS is read; a test holds it against the enumeration."""


_banner_lock = threading.Lock()
_banner_printed = False


def _new_highs() -> highspy.Highs:
    """Make an instance; the first in a process would print a banner to standard output."""
    global _banner_printed  # noqa: PLW0603
    with _banner_lock:
        if _banner_printed:
            return highspy.Highs()  # type: ignore[no-untyped-call]
        if sys.stdout is not None:
            sys.stdout.flush()
        kept = os.dup(1)
        silence = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(silence, 1)
            highs = highspy.Highs()  # type: ignore[no-untyped-call]
        finally:
            os.dup2(kept, 1)
            os.close(kept)
            os.close(silence)
        _banner_printed = True
        return highs


class Session:
    """One program inside one HiGHS instance, solved and changed again and again.

    A session is made anew for each request, so that no answer depends on an earlier one.

    Parameters
    ----------
    matrix
        Columns and rows.
    whole
        Whether columns must be whole (:meth:`branch`) or not (:meth:`relax`).
    """

    # Presolve costs more than it saves on relaxations of this size that are solved again and
    # again from the last basis (docs/rummikub-programs.md has the measurements).
    RELAX_OPTIONS: Mapping[str, str | float | bool] = {"presolve": "off", "solver": "simplex"}
    BRANCH_OPTIONS: Mapping[str, str | float | bool] = {"mip_rel_gap": 0.0, "mip_abs_gap": 1e-6}

    def __init__(self, matrix: Matrix, *, whole: bool) -> None:
        self._matrix = matrix
        self._highs = _new_highs()
        self.set_options({"output_flag": False, "threads": 1, "random_seed": 0})
        self.set_options(self.BRANCH_OPTIONS if whole else self.RELAX_OPTIONS)
        kinds = np.full(matrix.columns, int(whole), dtype=np.int32)
        if matrix.continuous is not None:
            kinds[matrix.continuous] = 0
        self._checked(
            "passModel",
            self._highs.passModel(
                matrix.columns,
                matrix.rows,
                len(matrix.indices),
                2,  # by rows
                -1,  # maximise
                0.0,
                np.zeros(matrix.columns),
                matrix.lower.astype(np.float64),
                matrix.upper.astype(np.float64),
                _floats(matrix.row_lower),
                _floats(matrix.row_upper),
                matrix.starts[:-1].astype(np.int32),
                matrix.indices.astype(np.int32),
                matrix.coefficients.astype(np.float64),
                kinds,
            ),
        )
        self._columns = np.arange(matrix.columns, dtype=np.int32)
        self._deadline: float | None = None
        self._cancelled = False
        self._asks = False

    def set_options(self, options: Mapping[str, str | float | bool]) -> None:
        """Set options.

        Raises
        ------
        HighsError
            If HiGHS does not take one.
        """
        for name, value in options.items():
            self._checked(f"option {name}={value}", self._highs.setOptionValue(name, value))

    def maximise(self, cost: Integers) -> None:
        """Choose what to maximise; shape (columns,)."""
        self._checked(
            "changeColsCost",
            self._highs.changeColsCost(len(cost), self._columns, cost.astype(np.float64)),
        )

    def bound_column(self, column: int, low: int, high: int) -> None:
        """Change the bounds of one column."""
        self._checked(
            "changeColBounds", self._highs.changeColBounds(column, float(low), float(high))
        )

    def add_row(self, coefficients: Integers, low: int, high: int) -> None:
        """Add a row ``low ≤ coefficients · x ≤ high``."""
        used = np.flatnonzero(coefficients).astype(np.int32)
        values = coefficients[used].astype(np.float64)
        low_float, high_float = _floats(np.array([low, high]))
        self._checked("addRow", self._highs.addRow(low_float, high_float, len(used), used, values))
        self._matrix = self._matrix.with_row(coefficients, low, high)

    def relax(self, seconds_left: float | None, watch: Watch = NOBODY) -> Relaxation:
        """Solve the linear relaxation from the last basis.

        Parameters
        ----------
        seconds_left
            Wall-clock seconds it may take; ``None`` is no limit.
        watch
            Is asked amid a long one whether it wants a stop.
        """
        self._deadline = None if seconds_left is None else time.perf_counter() + seconds_left
        if watch is not NOBODY and self._matrix.columns >= _LONG_COLUMNS:
            self._ask(watch)
        verdict = self._run_until_deadline()
        while _is_too_early(verdict, self._seconds_left):
            verdict = self._run_until_deadline()
        if verdict.claim is Claim.OPTIMAL:
            solution = self._highs.getSolution()
            point = np.array(solution.col_value)
            duals = np.array(solution.row_dual) if solution.dual_valid else None
            return Relaxation(Claim.OPTIMAL, verdict.stop, point, duals)
        ray = None
        if verdict.claim is Claim.INFEASIBLE:
            status, has_ray, values = self._highs.getDualRay()  # type: ignore[attr-defined]
            ray = np.array(values) if status == HighsStatus.kOk and has_ray else None
        return Relaxation(_claimed(verdict), verdict.stop, None, ray)

    def branch(
        self,
        cost: Integers,
        budget: Budget,
        found: Found | None = None,
        questions: int | None = None,
    ) -> Branched:
        """Maximise over whole points with HiGHS's own branch and bound.

        It is never given a point to start from: with one, and presolve on, HiGHS 1.16 has claimed
        an optimum while its solution still was that worse point. The value and the bound it
        reported were right, so its point is held against them here.

        When somebody looks on it runs in a thread of its own, and is left behind if it does not
        stop when it should: presolve heeds neither clock nor callback, for seconds on large
        programs. The session must not be used again after a stop.

        Parameters
        ----------
        cost
            What to maximise; shape (columns,).
        budget
            Limits; the nodes used are added to what it has spent.
        found
            If somebody looks on, told of each better point while it runs.
        questions
            Stop, as at a limit of work, once HiGHS has asked so many times whether to go on. Unlike
            nodes this also limits what it does at the root, and unlike seconds it is the same
            every time.

        Raises
        ------
        HighsError
            If what HiGHS says of its point does not hold in whole numbers.
        """
        self.maximise(cost)
        if budget.work_left is not None:
            self.set_options({"mip_max_nodes": min(budget.work_left, highspy.kHighsIInf)})
        if budget.seconds_left is not None:
            self._interrupt_after(budget.seconds_left)
        patience = Patience(questions)
        if questions is not None:
            self._highs.cbMipInterrupt.subscribe(patience.lose)
        verdict: Verdict | None
        if budget.watched:
            heard = Heard(self._matrix, found)
            self._highs.cbMipInterrupt.subscribe(heard.heed)
            self._highs.cbMipImprovingSolution.subscribe(heard.note)
            verdict, stop = aside(self._run, budget, heard.interrupt, heard.tell)
            if verdict is None:
                budget.spent += max(1, heard.nodes)
                reason = stop or Stop.CANCELLED
                return Branched(Claim.STOPPED, reason, heard.point, heard.bound, heard.nodes)
            if stop is not None and verdict.claim is Claim.STOPPED:
                verdict = replace(verdict, stop=stop)
        else:
            verdict = self._run()
        if patience.over and verdict.claim is Claim.STOPPED:
            verdict = replace(verdict, stop=budget.stopped() or Stop.WORK_LIMIT)
        info = self._highs.getInfo()
        nodes = max(0, int(info.mip_node_count))
        # A program solved at the root counts as one node, like everywhere else here.
        budget.spent += max(1, nodes)
        if _is_too_early(verdict, budget.seconds_left) and budget.stopped() is None:
            return self.branch(cost, budget, found, questions)
        bound = whole_bound(info.mip_dual_bound)
        point = None
        if info.primal_solution_status == int(highspy.SolutionStatus.kSolutionStatusFeasible):
            point = self._whole_point(np.array(self._highs.getSolution().col_value))
            check_worth(int(cost @ point), info.objective_function_value)
        if verdict.claim is Claim.OPTIMAL and (point is None or bound != int(cost @ point)):
            raise HighsError(f"HiGHS claims an optimum of {bound}, and its point is not worth it")
        return Branched(_claimed(verdict), verdict.stop, point, bound, nodes)

    def _whole_point(self, point: Floats) -> Integers:
        rounded = np.rint(point).astype(np.int64)
        if not self._matrix.is_satisfied_by(rounded):
            raise HighsError("the point HiGHS found breaks a row once rounded")
        return rounded

    def _ask(self, watch: Watch) -> None:
        """Have a watch asked from now on whether it wants a stop, between steps of the simplex."""
        if self._asks:
            return
        self._asks = True

        def stop_if_wanted(event: highspy.HighsCallbackEvent) -> None:
            if event.data_in is None:
                return
            if watch.wants_stop():
                self._cancelled = True
                event.data_in.user_interrupt = True
            elif self._seconds_left == 0:
                event.data_in.user_interrupt = True

        self._highs.cbSimplexInterrupt.subscribe(stop_if_wanted)

    def _interrupt_after(self, seconds: float) -> None:
        """Set the time limit, and a callback that asks HiGHS to stop should it overrun."""
        self.set_options({"time_limit": seconds})
        deadline = time.perf_counter() + seconds

        def stop_at_deadline(event: highspy.HighsCallbackEvent) -> None:
            if time.perf_counter() > deadline and event.data_in is not None:
                event.data_in.user_interrupt = True

        self._highs.cbMipInterrupt.subscribe(stop_at_deadline)

    @property
    def _seconds_left(self) -> float | None:
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    def _run_until_deadline(self) -> Verdict:
        left = self._seconds_left
        if left is not None:
            # For a linear program the limit counts from the creation of the instance, which by
            # HiGHS's clock may be yet to come.
            self.set_options({"time_limit": max(0.0, self._highs.getRunTime() + left)})
        return self._run()

    def _run(self) -> Verdict:
        status = self._highs.run()
        verdict = VERDICTS[self._highs.getModelStatus()]
        if status == HighsStatus.kError or verdict.claim is None:
            name = self._highs.modelStatusToString(self._highs.getModelStatus())
            raise HighsError(f"HiGHS ended with status {status.name}, model {name!r}")
        if self._cancelled and verdict.claim is Claim.STOPPED:
            return replace(verdict, stop=Stop.CANCELLED)
        return verdict

    @staticmethod
    def _checked(what: str, status: HighsStatus) -> None:
        if status != HighsStatus.kOk:
            raise HighsError(f"HiGHS answered {status.name} to {what}")


def _is_too_early(verdict: Verdict, seconds_left: float | None) -> bool:
    """Whether HiGHS says that time is up while there is some left."""
    up = verdict.claim is Claim.STOPPED and verdict.stop is Stop.TIME_LIMIT
    return up and seconds_left is not None and seconds_left > _TOO_EARLY_SECONDS


def check_worth(worth: int, claimed: float) -> None:
    """Hold what a point is worth against what HiGHS says.

    Raises
    ------
    HighsError
        If they differ by more than floating point explains.
    """
    if abs(worth - claimed) > TOLERANCE * max(1, abs(worth)):
        raise HighsError(f"HiGHS says its point is worth {claimed}, and it is worth {worth}")


def _claimed(verdict: Verdict) -> Claim:
    if verdict.claim is None:
        raise HighsError("a fault is no claim")
    return verdict.claim


def _floats(bounds: Integers) -> Floats:
    floats = bounds.astype(np.float64)
    floats[bounds == INFINITE] = highspy.kHighsInf
    floats[bounds == -INFINITE] = -highspy.kHighsInf
    return floats
