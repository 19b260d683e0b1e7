"""Several backends on one position: whom to ask, and what contradicts what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.rummikub.move import Move
from models.rummikub.objective import DEFAULT_OBJECTIVE, Objective
from models.rummikub.position import Position
from solvers.crosscheck import CrossCheck, Inquiry, Opinion, Said
from solvers.result import Limits, Result, Status, Stop
from solvers.rummikub.backend import Backend
from solvers.rummikub.registry import able
from solvers.rummikub.results import nothing_known
from solvers.rummikub.solve import verified
from solvers.rummikub.watching import only_better


def cross_check(
    position: Position,
    objective: Objective = DEFAULT_OBJECTIVE,
    limits: Limits | None = None,
    backends: Sequence[Backend] | None = None,
    given: Opinion[Move] | None = None,
) -> CrossCheck[Move]:
    """Have every exact backend that can take a request answer it.

    What a heuristic finds speaks for or against no proof, so none is asked unless it is named.

    Once a watch wants a stop, the backend at work ends with the best it has, and the others are not
    started: their opinion is ``no_answer``, cancelled, which contradicts nothing.

    Parameters
    ----------
    position
        The position.
    objective
        The terms.
    limits
        Limits of each backend. Their watch is told of an answer only if it is better than those of
        the backends before.
    backends
        Which to ask; by default the exact ones that can take the request.
    given
        An opinion that is known already, held against the others; its backend is not asked again.
    """
    if backends is None:
        backends = [backend for backend in able(position, objective) if backend.exact]
    limits = limits or Limits()
    # Each backend begins anew, and whoever looks on need not see that.
    known = () if given is None or given.result is None else given.result.terms
    limits = replace(limits, watch=only_better(limits.watch, objective, known))
    inquiry: Inquiry[Backend, Move] = Inquiry(
        ask=lambda backend: backend.solve(position, objective, limits),
        verify=lambda backend, result: verified(backend, position, result),
        unknown=lambda name: nothing_known(objective, name, Stop.CANCELLED),
        contradiction=lambda one, other: _contradiction(objective, one, other),
    )
    return inquiry.put(backends, limits, given)


def _contradiction(objective: Objective, one: Said[Move], other: Said[Move]) -> str | None:
    """Say how two results contradict each other.

    Proofs must prove the same, and no move may be better than another result's bound.
    """
    (name, result), (other_name, other_result) = one, other
    if not (
        _contradict(objective, result, other_result) or _contradict(objective, other_result, result)
    ):
        return None
    verb, other_verb = ("proves" if r.proven else "has" for r in (result, other_result))
    return f"{name} {verb} {_said(result)}, {other_name} {other_verb} {_said(other_result)}"


def _values(result: Result[Move]) -> tuple[int | None, ...]:
    return tuple(term.value for term in result.terms)


def _said(result: Result[Move]) -> str:
    terms = ", ".join(
        f"{term.name} {term.value}" + ("" if result.proven else f" of at most {term.bound}")
        for term in result.terms
    )
    return f"{result.status} ({terms})" if result.status is not Status.INFEASIBLE else "infeasible"


def _contradict(objective: Objective, one: Result[Move], other: Result[Move]) -> bool:
    """Whether what ``one`` has rules out what ``other`` claims; the first difference decides."""
    if one.status is Status.INFEASIBLE:
        return other.answer is not None
    if one.status is Status.OPTIMAL and other.status is Status.OPTIMAL:
        return _values(one) != _values(other)
    if one.answer is None:
        return False
    for term, reached, claimed in zip(objective, one.terms, other.terms, strict=True):
        if reached.value is None or claimed.bound is None:
            return False
        if term.better(reached.value, claimed.bound):
            return True
        if reached.value != claimed.bound or claimed.value != claimed.bound:
            return False
    return False
