"""Every backend by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from models.defects import Defects, Path
from models.rummikub.objective import Objective
from models.rummikub.position import Position
from solvers import choice
from solvers.rummikub import auto
from solvers.rummikub.backend import Backend
from solvers.rummikub.best_first import BEST_FIRST, PREDATORY
from solvers.rummikub.bitmask import BITMASK
from solvers.rummikub.ilp import ILP
from solvers.rummikub.ilp_dhh import ILP_DHH
from solvers.rummikub.options import Options, options_of, read_options
from solvers.rummikub.rule_based import RULE_BASED
from solvers.rummikub.sweep import SWEEP

BACKENDS: Mapping[str, Backend] = {
    backend.name: backend
    for backend in (SWEEP, ILP, BITMASK, ILP_DHH, BEST_FIRST, PREDATORY, RULE_BASED)
}
"""The backends that users can name, beside :data:`AUTO`."""

AUTO = auto.AUTO.name


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
    refusal = _refusal(position, objective)
    return choice.choose(name, auto.AUTO, BACKENDS, refusal, path, defects)


def choose_options(name: str, raw: object, path: Path, defects: Defects) -> Options:
    """Read the options of a request.

    Parameters
    ----------
    name
        The name of a backend, or ``auto``. What :func:`choose` does not know is passed over here.
    raw
        The options as JSON; ``None`` for none.
    path
        Where they stand in the document.
    defects
        Takes everything that is wrong.

    Returns
    -------
    Options
        Those that could be read.
    """
    backend = auto.AUTO if name == AUTO else BACKENDS.get(name)
    # An empty object is what most requests have, and it need not be held against anything.
    if raw is None or raw == {} or backend is None:
        return {}
    others = [b.name for b in BACKENDS.values() if options_of(b)]
    return read_options(backend, raw, path, defects, others)


def able(position: Position | None, objective: Objective) -> list[Backend]:
    """Return the backends that can take a request, in the order of :data:`BACKENDS`."""
    return choice.able(BACKENDS, _refusal(position, objective))


def _refusal(position: Position | None, objective: Objective) -> Callable[[Backend], str | None]:
    def refusal(backend: Backend) -> str | None:
        unsupported = [term for term in objective if term not in backend.terms]
        if unsupported:
            return f"{backend.name} does not support {', '.join(unsupported)}"
        return backend.refusal(position, objective) if position is not None else None

    return refusal
