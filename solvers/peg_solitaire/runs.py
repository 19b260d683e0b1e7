"""Running programs in HiGHS, one after the other within one budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from models.peg_solitaire.play import Play
from models.program import Pause, Program
from solvers.claims import Claim
from solvers.highs import Session
from solvers.matrix import Matrix
from solvers.result import Budget, Stats, Stop, StoppedError

type Write = Callable[[Pause], Program[Play]]
"""Writes a program."""


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one run.

    Attributes
    ----------
    claim, stop
        What HiGHS claims, and why it stopped.
    play
        The play its point stands for, if it has a point.
    """

    claim: Claim
    stop: Stop
    play: Play | None = None


@dataclass(slots=True)
class Runs:
    """The runs of one solve, and what they took together.

    Attributes
    ----------
    budget
        The limits of all of them; nodes are units of work.
    build_seconds
        Seconds spent writing programs.
    rows, columns
        Size of the last program.
    """

    budget: Budget
    started: float = field(default_factory=time.perf_counter)
    build_seconds: float = 0.0
    rows: int = 0
    columns: int = 0

    def feasible(
        self,
        write: Write,
        options: Mapping[str, str | float | bool] | None = None,
        questions: int | None = None,
    ) -> Run:
        """Look for any solution of a program.

        Parameters
        ----------
        write
            Writes the program; its goals are not looked at.
        options
            Options of HiGHS beside the usual ones.
        questions
            Give up after so many questions (:meth:`solvers.highs.Session.branch`).
        """
        reached = self.budget.exhausted()
        if reached is not None:
            return Run(Claim.STOPPED, reached)
        started = time.perf_counter()
        try:
            program = write(self.budget.pause)
            matrix = Matrix.of(program.problem, self.budget.pause)
        except StoppedError as stopped:
            return Run(Claim.STOPPED, stopped.stop)
        finally:
            self.build_seconds += time.perf_counter() - started
        self.rows, self.columns = matrix.rows, matrix.columns
        nothing = np.zeros(matrix.columns, dtype=np.int64)
        if not matrix.columns:
            holds = matrix.is_satisfied_by(nothing)
            play = program.decode([]) if holds else None
            return Run(Claim.OPTIMAL if holds else Claim.INFEASIBLE, Stop.COMPLETED, play)
        session = Session(matrix, whole=True)
        session.set_options(options or {})
        found = session.branch(nothing, self.budget, questions=questions)
        play = None if found.point is None else program.decode(found.point.tolist())
        return Run(found.claim, found.stop, play)

    def stats(self) -> Stats:
        """Return what all runs took."""
        seconds = time.perf_counter() - self.started - self.build_seconds
        return Stats(
            build_seconds=self.build_seconds,
            solve_seconds=seconds,
            rows=self.rows,
            columns=self.columns,
            nodes=self.budget.spent,
        )
