"""Every backend by name, and which one ``auto`` takes."""

from __future__ import annotations

from collections.abc import Mapping

from models.defects import Defects, Path, short, suggestion
from models.rummikub.objective import Objective
from models.rummikub.position import Position
from solvers.rummikub.backend import Backend
from solvers.rummikub.ilp import ILP
from solvers.rummikub.ilp_dhh import ILP_DHH

BACKENDS: Mapping[str, Backend] = {backend.name: backend for backend in (ILP, ILP_DHH)}
"""The backends; the first exact one that supports a request is the one ``auto`` takes."""

AUTO = "auto"


def choose(
    name: str, position: Position | None, objective: Objective, path: Path, defects: Defects
) -> Backend | None:
    """Find the backend for a request.

    Parameters
    ----------
    name
        The name of a backend, or ``auto``.
    position
        The position, or ``None`` if it could not be read: then only the name and the terms are
        looked at.
    objective
        The terms.
    path
        Where the name stands in the document.
    defects
        Takes the reason when the backend can't take the request, with those that can.

    Returns
    -------
    Backend | None
        ``None`` when a defect was noted.
    """
    if name != AUTO and name not in BACKENDS:
        names = [AUTO, *BACKENDS]
        hint = f"{suggestion(name, names)}known backends: {', '.join(names)}"
        defects.add(path, "unknown_backend", f"{short(name)}: {hint}")
        return None
    able = [b for b in BACKENDS.values() if _refusal(b, position, objective) is None]
    if name == AUTO:
        return next(b for b in able if b.exact)
    backend = BACKENDS[name]
    refusal = _refusal(backend, position, objective)
    if refusal is None:
        return backend
    defects.add(
        path, "backend_cannot", f"{refusal}; backends that can: {', '.join(b.name for b in able)}"
    )
    return None


def _refusal(backend: Backend, position: Position | None, objective: Objective) -> str | None:
    unsupported = [term for term in objective if term not in backend.terms]
    if unsupported:
        return f"{backend.name} does not support {', '.join(unsupported)}"
    return backend.refusal(position, objective) if position is not None else None
