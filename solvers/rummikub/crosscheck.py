"""Several backends on one position, side by side, and whether they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from models.rummikub.move import Move
from models.rummikub.objective import DEFAULT_OBJECTIVE, Objective
from models.rummikub.position import Position
from solvers.result import Limits, Result, Status, Stop
from solvers.rummikub.backend import Backend
from solvers.rummikub.registry import able
from solvers.rummikub.results import nothing_known
from solvers.rummikub.solve import RejectedAnswerError, verified
from solvers.rummikub.watching import only_better


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one backend says.

    Attributes
    ----------
    backend
        Its name.
    result
        Its result; verified, unless there is a fault. ``None`` if it failed.
    fault
        How it failed, or what the checker has against its result; else empty.
    """

    backend: str
    result: Result[Move] | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """The opinions of several backends on one request.

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
    given: Opinion | None = None,
) -> CrossCheck:
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
    opinions = [] if given is None else [given]
    limits = limits or Limits()
    # Each backend begins anew, and whoever looks on need not see that.
    known = () if given is None or given.result is None else given.result.terms
    limits = replace(limits, watch=only_better(limits.watch, objective, known))
    opinions += [
        _opinion(backend, position, objective, limits)
        for backend in backends
        if given is None or backend.name != given.backend
    ]
    return CrossCheck(tuple(opinions), tuple(_contradictions(objective, opinions)))


def _opinion(backend: Backend, position: Position, objective: Objective, limits: Limits) -> Opinion:
    if limits.watch.wants_stop():
        # It is not asked, and knows nothing: what it claims is nothing too.
        return Opinion(backend.name, nothing_known(objective, backend.name, Stop.CANCELLED))
    try:
        result = backend.solve(position, objective, limits)
    except Exception as error:
        # Whatever it is, it is a finding: what the other backends say is worth more for it.
        return Opinion(backend.name, None, f"failed: {type(error).__name__}: {error}")
    try:
        return Opinion(backend.name, verified(backend, position, result))
    except RejectedAnswerError as error:
        # The rejected answer is the evidence.
        found = "; ".join(map(str, error.violations))
        return Opinion(backend.name, result, f"the checker rejects its answer: {found}")


def _contradictions(objective: Objective, opinions: Sequence[Opinion]) -> list[str]:
    """Find what can't all be true.

    Proofs must prove the same, and no move may be better than another result's bound.
    """
    found = [f"{opinion.backend}: {opinion.fault}" for opinion in opinions if opinion.fault]
    results = [(o.backend, o.result) for o in opinions if o.result is not None and not o.fault]
    for (name, result), (other_name, other) in combinations(results, 2):
        if _contradict(objective, result, other) or _contradict(objective, other, result):
            verb, other_verb = ("proves" if r.proven else "has" for r in (result, other))
            sentence = f"{name} {verb} {_said(result)}, {other_name} {other_verb} {_said(other)}"
            found.append(sentence)
    return found


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
