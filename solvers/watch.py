"""Looking on while a backend works: being told of each better answer, and having it stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.result import Result


class Watch:
    """Somebody who looks on. This one sees nothing and never wants a stop.

    Backends ask :meth:`wants_stop` often enough that a stop takes a few hundredths of a second, and
    call :meth:`improved` with each better answer they come by; both from the thread that solves, or
    from one that works for it, one call at a time.

    Attributes
    ----------
    listens
        Whether it is told of better answers: for one who only may stop, nobody makes them.
    """

    listens: bool = False

    def wants_stop(self) -> bool:
        """Whether the backend shall stop now, with the best it has; once true, it stays true.

        It is asked often, and must be quick and raise nothing.
        """
        return False

    def improved(self, result: Result[Any]) -> None:
        """Take a better answer than the last, or the same one with a tighter bound.

        It reads like a result that ended just now: ``feasible`` (``optimal`` where its bounds prove
        it), stopped by nothing (``completed``), terms and bounds as always, not verified yet.
        """


class _Nobody(Watch):
    """Nobody: one and the same after copying or pickling, so that ``is NOBODY`` can be asked."""

    def __reduce__(self) -> str:
        return "NOBODY"


NOBODY: Watch = _Nobody()
"""Nobody looks on."""


def dressed(watch: Watch, dress: Callable[[Result[Any]], Result[Any]]) -> Watch:
    """Have a watch told of results as ``dress`` makes them. Nobody stays nobody."""
    return watch if watch is NOBODY else _Dressed(watch, dress)


class _Dressed(Watch):
    def __init__(self, watch: Watch, dress: Callable[[Result[Any]], Result[Any]]) -> None:
        self._watch = watch
        self.listens = watch.listens
        self._dress = dress

    def wants_stop(self) -> bool:
        """Whether who looks on wants a stop."""
        return self._watch.wants_stop()

    def improved(self, result: Result[Any]) -> None:
        """Pass a result on, dressed."""
        self._watch.improved(self._dress(result))
