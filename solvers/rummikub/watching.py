"""A watch between a backend and who looks on. Nobody stays nobody."""

from __future__ import annotations

from typing import Any

from models.rummikub.objective import Objective
from solvers.result import Result, TermResult
from solvers.watch import NOBODY, Watch


def only_better(watch: Watch, objective: Objective, known: tuple[TermResult, ...] = ()) -> Watch:
    """Have a watch told only of better answers than before, or of tighter bounds.

    Parameters
    ----------
    watch
        The watch.
    objective
        The terms by which answers are compared.
    known
        What the watch knows already, term by term; empty for nothing.
    """
    return watch if watch is NOBODY else _OnlyBetter(watch, objective, known)


class _OnlyBetter(Watch):
    def __init__(self, watch: Watch, objective: Objective, known: tuple[TermResult, ...]) -> None:
        self._watch = watch
        self.listens = watch.listens
        self._objective = objective
        self._told = known

    def wants_stop(self) -> bool:
        """Whether who looks on wants a stop."""
        return self._watch.wants_stop()

    def improved(self, result: Result[Any]) -> None:
        """Pass a result on if it is news."""
        if not self._told or _is_news(self._objective, result.terms, self._told):
            self._told = result.terms
            self._watch.improved(result)


def _is_news(
    objective: Objective, terms: tuple[TermResult, ...], told: tuple[TermResult, ...]
) -> bool:
    """Whether the first term that differs has a better value, or else a tighter bound."""
    for term, one, other in zip(objective, terms, told, strict=True):
        if one.value is not None and other.value is not None and one.value != other.value:
            return term.better(one.value, other.value)
    for term, one, other in zip(objective, terms, told, strict=True):
        if one.bound != other.bound:
            return one.bound is not None and (
                other.bound is None or term.better(other.bound, one.bound)
            )
    return False
