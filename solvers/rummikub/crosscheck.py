"""Several backends on one position, side by side, and whether they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.rummikub.move import Move
from models.rummikub.objective import DEFAULT_OBJECTIVE, Objective, Term
from models.rummikub.position import Position
from solvers.result import Limits, Result
from solvers.rummikub.backend import Backend
from solvers.rummikub.registry import able
from solvers.rummikub.solve import RejectedAnswerError, verified


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one backend says.

    Attributes
    ----------
    backend
        Its name.
    result
        Its result, verified; ``None`` if the checker rejected it.
    rejected
        What the checker had against it, else empty.
    """

    backend: str
    result: Result[Move] | None
    rejected: str = ""


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """The opinions of all backends that can take a request.

    Attributes
    ----------
    opinions
        One a backend.
    disagreements
        A sentence for each contradiction; empty where they agree.
    """

    opinions: tuple[Opinion, ...]
    disagreements: tuple[str, ...]

    @property
    def agree(self) -> bool:
        """Whether no two opinions contradict each other."""
        return not self.disagreements


def cross_check(
    position: Position,
    objective: Objective = DEFAULT_OBJECTIVE,
    limits: Limits | None = None,
    backends: Sequence[Backend] | None = None,
) -> CrossCheck:
    """Have every backend that can take a request answer it.

    Parameters
    ----------
    position
        The position.
    objective
        The terms.
    limits
        Limits of each backend.
    backends
        Which to ask; by default all that can take the request.
    """
    asked = able(position, objective) if backends is None else backends
    opinions = tuple(_opinion(b, position, objective, limits or Limits()) for b in asked)
    return CrossCheck(opinions, tuple(_contradictions(objective, opinions)))


def _opinion(backend: Backend, position: Position, objective: Objective, limits: Limits) -> Opinion:
    try:
        result = verified(backend, position, backend.solve(position, objective, limits))
    except RejectedAnswerError as error:
        return Opinion(backend.name, None, "; ".join(map(str, error.violations)))
    return Opinion(backend.name, result)


def _contradictions(objective: Objective, opinions: Sequence[Opinion]) -> list[str]:
    """Find what can't all be true.

    Proofs must prove the same. What is not proven must not be better than what is, nor must its
    bound rule out what is proven.
    """
    found = [
        f"{o.backend}: the checker rejects its answer: {o.rejected}" for o in opinions if o.rejected
    ]
    results = [(o.backend, o.result) for o in opinions if o.result is not None]
    proofs = [(name, result) for name, result in results if result.proven]
    if not proofs:
        return found
    reference, proof = proofs[0]
    for name, result in results:
        if result.proven and (result.status, _values(result)) != (proof.status, _values(proof)):
            found.append(f"{reference} proves {_said(proof)}, {name} proves {_said(result)}")
        elif not result.proven and _beaten(objective, proof, result):
            found.append(f"{reference} proves {_said(proof)}, {name} has {_said(result)}")
    return found


def _values(result: Result[Move]) -> tuple[int | None, ...]:
    return tuple(term.value for term in result.terms)


def _said(result: Result[Move]) -> str:
    terms = ", ".join(f"{term.name} {term.value}" for term in result.terms)
    return f"{result.status} ({terms})" if result.answer is not None else str(result.status)


def _beaten(objective: Objective, proof: Result[Move], other: Result[Move]) -> bool:
    """Whether an unproven result contradicts a proof, the first term that differs deciding."""
    if proof.answer is None:
        return other.answer is not None
    for term, proven, claimed in zip(objective, proof.terms, other.terms, strict=True):
        if proven.value is None:
            return False
        if claimed.bound is not None and term.better(proven.value, claimed.bound):
            return True
        if claimed.value is None:
            return False
        if claimed.value != proven.value:
            return Term(term).better(claimed.value, proven.value)
    return False
