"""Every backend by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from models.defects import Defects, Path
from models.peg_solitaire.problem import Problem
from solvers import choice
from solvers.peg_solitaire.auto import Auto
from solvers.peg_solitaire.backend import Backend
from solvers.peg_solitaire.paper import PAPER
from solvers.peg_solitaire.parallel import PARALLEL
from solvers.peg_solitaire.search import SEARCH
from solvers.peg_solitaire.sequential import SEQUENTIAL

BACKENDS: Mapping[str, Backend] = {
    backend.name: backend for backend in (SEARCH, PARALLEL, SEQUENTIAL, PAPER)
}
"""The backends that users can name, beside :data:`AUTO`, which takes the first that can."""

AUTO = Auto(tuple(BACKENDS.values()))
"""The default."""


def choose(name: str, problem: Problem | None, path: Path, defects: Defects) -> Backend | None:
    """Find the backend for a request.

    Parameters
    ----------
    name
        The name of a backend, or ``auto``.
    problem
        The problem, or ``None`` if it could not be read: then only the name is looked at.
    path
        Where the name stands in the document.
    defects
        Takes the reason when the backend can't take the request, with those that can.

    Returns
    -------
    Backend | None
        ``None`` when a defect was noted.
    """
    return choice.choose(name, AUTO, BACKENDS, _refusal(problem), path, defects)


def able(problem: Problem) -> list[Backend]:
    """Return the backends that can take a problem, in the order of :data:`BACKENDS`."""
    return choice.able(BACKENDS, _refusal(problem))


def _refusal(problem: Problem | None) -> Callable[[Backend], str | None]:
    def refusal(backend: Backend) -> str | None:
        if problem is None:
            return None
        if problem.kind not in backend.kinds:
            return f"{backend.name} does not support {problem.kind}"
        return backend.refusal(problem)

    return refusal
