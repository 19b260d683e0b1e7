"""What HiGHS says while it branches in one thread, kept for the thread that looks on.

Callbacks come amid HiGHS's own work, in its thread, so they only take notes. What is made of the
notes is made in the thread that looks on, and what that thread wants is a note too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from solvers.matrix import Floats, Integers, Matrix

TOLERANCE = 1e-4
"""How far a float of HiGHS may be from the whole number it stands for."""

type Found = Callable[[Integers, int | None], None]
"""Takes a better point, verified in whole numbers, and the bound at that time."""


class Heard:
    """The notes of one run.

    Parameters
    ----------
    matrix
        The columns and rows that points are held against.
    found
        Told of each better point, if anybody wants to be.

    Attributes
    ----------
    point
        The last point that was told of, or ``None``.
    bound
        The last bound HiGHS had, or ``None``.
    nodes
        Nodes of its search tree when it last said how many.
    """

    def __init__(self, matrix: Matrix, found: Found | None) -> None:
        self.point: Integers | None = None
        self.bound: int | None = None
        self.nodes = 0
        self._matrix = matrix
        self._found = found
        self._stop = False
        self._points: deque[tuple[Floats, float]] = deque()

    def interrupt(self) -> None:
        """Have HiGHS stop when it asks next."""
        self._stop = True

    def heed(self, event: Any) -> None:
        """Take HiGHS's question whether to go on: a ``kCallbackMipInterrupt``."""
        self.nodes = max(0, int(event.data_out.mip_node_count))
        self.bound = whole_bound(event.data_out.mip_dual_bound)
        if self._stop:
            event.data_in.user_interrupt = True

    def note(self, event: Any) -> None:
        """Take down a better point: a ``kCallbackMipImprovingSolution``."""
        # A copy: the array is HiGHS's own.
        point = np.array(event.data_out.mip_solution)
        self._points.append((point, event.data_out.mip_dual_bound))

    def tell(self) -> None:
        """Pass on the points noted since the last time; one that breaks a row is left out."""
        while self._points:
            floats, bound = self._points.popleft()
            point = np.rint(floats).astype(np.int64)
            if self._matrix.is_satisfied_by(point):
                self.point = point
                if self._found is not None:
                    self._found(point, whole_bound(bound))


class Patience:
    """Answers HiGHS's question whether to go on with yes, so many times.

    Attributes
    ----------
    over
        Whether it was asked once more.
    """

    def __init__(self, questions: int | None) -> None:
        self._left = questions or 0
        self.over = False

    def lose(self, event: Any) -> None:
        """Take a question: a ``kCallbackMipInterrupt``."""
        self._left -= 1
        if self._left < 0:
            self.over = True
            event.data_in.user_interrupt = True


def whole_bound(bound: float) -> int | None:
    """Round a bound down; ``None`` if it is none.

    It may be a hair off the whole number it stands for: rounding up a hair stays valid.
    """
    return int(np.floor(bound + TOLERANCE)) if np.isfinite(bound) else None
