"""The ten tests of Samuelson & Seibert (2009): every search with every heuristic, and exact twins.

Each test is a table and a hand all of whose tiles can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from models.rummikub.objective import Term
from models.rummikub.position import position_from
from solvers.result import Limits
from solvers.rummikub.best_first import Heuristic
from solvers.rummikub.options import Options
from solvers.rummikub.solve import solve

TESTS: Mapping[int, tuple[str, Sequence[str]]] = {
    1: ("B10 K10", ["R7-13"]),
    2: ("B10 K10", ["R4-7", "R8-13"]),
    3: ("B10 K10", ["RBKO4", "R5-7", "R8-13"]),
    4: ("B10 K10", ["RBK4", "O4-7", "R5-7", "R8-13"]),
    5: ("B10 K10 O7", ["O4-6", "R5-7", "R8-13", "RKB4"]),
    6: ("B10 K10 O7", ["RBKO6", "O4-6", "RBK4", "R5-7", "R8-13"]),
    7: ("O5 K3 K4 K6 K7", ["JRB5"]),
    8: ("K3 K4 K6 K7", ["O5-8", "JRB5"]),
    9: ("O2 K3 K4 K6 K7", ["O3-8", "JRB5"]),
    10: ("O2 K3 K4 K6 K7", ["O8-11", "O3-7", "JRB5"]),
}
"""The hand and the sets of the table, by the number of the test."""

WORK = 2_000
"""Nodes after which a search is stopped."""

_AREA = 6

SEARCHES: Mapping[str, tuple[str, Options]] = {
    "best-first": ("best-first", {}),
    "predatory": ("predatory", {}),
    f"predatory, area {_AREA}": ("predatory", {"alpha": 0, "area": _AREA}),
}
"""A backend and its options, but for the heuristic."""

EXACT = ("ilp", "sweep")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one way did on one test.

    Attributes
    ----------
    nodes
        Nodes expanded by a search, nodes of the program's search tree, or states of the sweep.
    left
        Tiles that stay in the hand.
    seconds
        Wall-clock seconds.
    """

    nodes: int
    left: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Row:
    """One way, on all tests.

    Attributes
    ----------
    way
        What solved.
    heuristic
        Its heuristic; empty for an exact backend.
    outcomes
        By the number of the test.
    """

    way: str
    heuristic: str
    outcomes: Mapping[int, Outcome]


def run(
    tests: Sequence[int] = tuple(TESTS), done: Callable[[], None] = lambda: None
) -> Iterator[Row]:
    """Run the experiment, one row at a time.

    Parameters
    ----------
    tests
        The numbers of the tests.
    done
        Called after each solve.
    """
    for way, (backend, options) in SEARCHES.items():
        for heuristic in Heuristic:
            chosen = {**options, "heuristic": heuristic.value}
            yield Row(way, heuristic, _outcomes(tests, backend, chosen, done))
    for backend in EXACT:
        yield Row(backend, "", _outcomes(tests, backend, {}, done))


def solves(tests: Sequence[int] = tuple(TESTS)) -> int:
    """Count the solves of a run."""
    return len(tests) * (len(SEARCHES) * len(Heuristic) + len(EXACT))


def _outcomes(
    tests: Sequence[int], backend: str, options: Options, done: Callable[[], None]
) -> dict[int, Outcome]:
    outcomes = {}
    for number in tests:
        hand, table = TESTS[number]
        position = position_from({"hand": hand, "table": table})
        result = solve(position, (Term.TILES,), backend, Limits(work=WORK), options)
        stats = result.stats
        left = len(position.hand) - (result.terms[0].value or 0)
        seconds = stats.build_seconds + stats.solve_seconds
        outcomes[number] = Outcome(stats.nodes, left, seconds)
        done()
    return outcomes
