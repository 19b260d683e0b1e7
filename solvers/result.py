"""The words every backend speaks: limits, status, result."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol

from solvers.watch import NOBODY, Watch


class Status(StrEnum):
    """What is known about the answer.

    ``optimal``: an answer, proven best. ``feasible``: an answer, not proven best. ``infeasible``:
    proven that there is no answer. ``no_answer``: none was found within the limits, and nothing is
    proven: never to be read as "no move".
    """

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    NO_ANSWER = "no_answer"


class Stop(StrEnum):
    """Why a backend stopped; ``working``: it has not, and may come by a better answer.

    Backends never say ``working``. Who passes on what they report on their way does.
    """

    COMPLETED = "completed"
    WORKING = "working"
    TIME_LIMIT = "time_limit"
    WORK_LIMIT = "work_limit"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a backend may go on.

    Attributes
    ----------
    seconds
        Wall-clock seconds for the whole solve, building included; ``None`` is no limit.
    work
        Nodes or states, which unlike seconds gives the same answer on every machine; ``None`` is
        no limit.
    watch
        Who looks on, may want a stop, and is told of better answers. It changes nothing that a
        solve is asked, so limits that differ in it alone are equal.

    Raises
    ------
    ValueError
        If one is negative or not a number.
    """

    seconds: float | None = None
    work: int | None = None
    watch: Watch = field(default=NOBODY, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as little as can be: they go to a worker with every request."""
        return Limits, (self.seconds, self.work, self.watch)

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"seconds is {self.seconds}: give a number from 0 up")
        if self.work is not None and self.work < 0:
            raise ValueError(f"work is {self.work}: give a whole number from 0 up")


class StoppedError(Exception):
    """Something was given up because it is time to stop; ``stop`` says why."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        super().__init__(stop)


class Budget:
    """What is left of the limits during one solve."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._started = time.perf_counter()
        self.watch = limits.watch
        self.spent = 0

    @property
    def listened_to(self) -> bool:
        """Whether better answers are of interest: they need not be made for nobody."""
        return self.watch.listens

    @property
    def watched(self) -> bool:
        """Whether anybody looks on: what is only for a watch need not be done for nobody."""
        return self.watch is not NOBODY

    @property
    def elapsed(self) -> float:
        """Wall-clock seconds since the solve began."""
        return time.perf_counter() - self._started

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the time limit, at least 0; ``None`` without one."""
        if self._limits.seconds is None:
            return None
        return max(0.0, self._limits.seconds - self.elapsed)

    @property
    def work_left(self) -> int | None:
        """Nodes or states until the work limit, at least 0; ``None`` without one."""
        return None if self._limits.work is None else max(0, self._limits.work - self.spent)

    def stopped(self) -> Stop | None:
        """Say whether a watch wants a stop or time is up: the one place that asks either."""
        if self.watch.wants_stop():
            return Stop.CANCELLED
        if self.seconds_left == 0:
            return Stop.TIME_LIMIT
        return None

    def pause(self) -> None:
        """Go on, if it is not time to stop: for work that is given up rather than cut short.

        Raises
        ------
        StoppedError
            If it is.
        """
        stop = self.stopped()
        if stop is not None:
            raise StoppedError(stop)

    def exhausted(self) -> Stop | None:
        """Say which limit is reached, if any; work first, because it is reproducible."""
        return Stop.WORK_LIMIT if self.work_left == 0 else self.stopped()


@dataclass(frozen=True, slots=True)
class TermResult:
    """One objective term of an answer.

    Attributes
    ----------
    name
        The term.
    value
        Its value, worked out in whole numbers from the answer; ``None`` without an answer.
    bound
        The best value it could still have while every earlier term keeps its value: equal to
        ``value`` once proven; ``None`` while an earlier term is unproven or nothing is known.
    """

    name: str
    value: int | None
    bound: int | None


@dataclass(frozen=True, slots=True)
class Stats:
    """Where the time went, and how much work it was.

    Attributes
    ----------
    queue_seconds, build_seconds, solve_seconds, check_seconds
        Wall-clock seconds waiting for a worker, writing the program, solving it, and verifying
        the answer.
    rows, columns
        Size of the program; 0 for backends without one.
    nodes
        Nodes of the search tree, or states of a dynamic program or state-space search.
    """

    queue_seconds: float = 0.0
    build_seconds: float = 0.0
    solve_seconds: float = 0.0
    check_seconds: float = 0.0
    rows: int = 0
    columns: int = 0
    nodes: int = 0

    def after(self, before: Stats) -> Stats:
        """Return what two solves of one request took together, this one the second.

        The program is the second one's.
        """
        return replace(
            self,
            build_seconds=before.build_seconds + self.build_seconds,
            solve_seconds=before.solve_seconds + self.solve_seconds,
            nodes=before.nodes + self.nodes,
        )


@dataclass(frozen=True, slots=True)
class Step:
    """Something a backend did on the way to its answer, for those that go step by step.

    Attributes
    ----------
    name
        What it did: the name of a rule or a layer.
    played
        What of the answer is its doing, each piece as users write it.
    """

    name: str
    played: tuple[str, ...]


class Certificate(Protocol):
    """Why there is no answer, in words that others can check.

    Attributes
    ----------
    kind
        The name of the argument.
    """

    @property
    def kind(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Result[Answer]:
    """What a backend found.

    Attributes
    ----------
    status, stop
        What is known, and why the backend stopped.
    answer
        The answer, if there is one.
    terms
        The objective, term by term.
    backend
        The name of the backend that found it.
    stats
        Time and work.
    route
        How ``auto`` or a backend that goes by rules came to the answer, in words; else empty.
    steps
        The same step by step, where there are steps.
    verified
        Whether the independent checker has accepted the answer, or else the certificate.
    certificate
        Why there is no answer, where the game knows arguments that others can check; else
        ``None``.
    """

    status: Status
    stop: Stop
    answer: Answer | None
    terms: tuple[TermResult, ...]
    backend: str
    stats: Stats = field(default_factory=Stats)
    route: str = ""
    steps: tuple[Step, ...] = ()
    verified: bool = False
    certificate: Certificate | None = None

    @property
    def proven(self) -> bool:
        """Whether the status is a proof: ``optimal`` or ``infeasible``."""
        return self.status in (Status.OPTIMAL, Status.INFEASIBLE)

    def checked(self, holds: bool, seconds: float) -> Result[Answer]:
        """Return the same with what the independent checker says, and how long it took.

        Parameters
        ----------
        holds
            Whether it accepts the answer, or else the certificate.
        seconds
            Wall-clock seconds it took.
        """
        # Field by field: on small questions ``dataclasses.replace`` would be a tenth of the time.
        was = self.stats
        stats = Stats(
            was.queue_seconds,
            was.build_seconds,
            was.solve_seconds,
            seconds,
            was.rows,
            was.columns,
            was.nodes,
        )
        return Result(
            self.status,
            self.stop,
            self.answer,
            self.terms,
            self.backend,
            stats,
            self.route,
            self.steps,
            holds,
            self.certificate,
        )
