"""Choosing the backend that a request names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from models.defects import Defects, Path, short, suggestion
from solvers.backend import AnyBackend


def choose[Backend: AnyBackend](
    name: str,
    auto: Backend,
    backends: Mapping[str, Backend],
    refusal: Callable[[Backend], str | None],
    path: Path,
    defects: Defects,
) -> Backend | None:
    """Find the backend for a request.

    Parameters
    ----------
    name
        The name of a backend.
    auto
        The one that takes whatever any other can.
    backends
        The others, by name.
    refusal
        Says why one of these can't take the request, or ``None`` if it can.
    path
        Where the name stands in the document.
    defects
        Takes the reason when the backend can't take the request, with those that can.

    Returns
    -------
    Backend | None
        ``None`` when a defect was noted.
    """
    if name == auto.name:
        return auto
    if name not in backends:
        names = [auto.name, *backends]
        hint = f"{suggestion(name, names)}known backends: {', '.join(names)}"
        defects.add(path, "unknown_backend", f"{short(name)}: {hint}")
        return None
    reason = refusal(backends[name])
    if reason is None:
        return backends[name]
    others = ", ".join(backend.name for backend in able(backends, refusal))
    defects.add(path, "backend_cannot", f"{reason}; backends that can: {others}")
    return None


def able[Backend: AnyBackend](
    backends: Mapping[str, Backend], refusal: Callable[[Backend], str | None]
) -> list[Backend]:
    """Return the backends that refuse nothing, in their order."""
    return [backend for backend in backends.values() if refusal(backend) is None]
