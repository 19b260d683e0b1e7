"""Every backend by name."""

from __future__ import annotations

from collections.abc import Mapping

from models.defects import Defects, Path, shown, suggestion
from models.mahjong.hand import Hand
from solvers.mahjong import auto
from solvers.mahjong.backend import Backend, Measurer, Question, Splitter
from solvers.mahjong.dp import DP
from solvers.mahjong.greedy import GREEDY
from solvers.mahjong.ilp import ILP

SPLITTERS: Mapping[str, Splitter] = {backend.name: backend for backend in (DP, ILP, GREEDY)}
"""The backends that split hands, beside :data:`AUTO`."""

MEASURERS: Mapping[str, Measurer] = {backend.name: backend for backend in (DP, ILP)}
"""The backends that measure distances, beside :data:`AUTO`."""

BACKENDS: Mapping[str, Backend] = {**SPLITTERS, **MEASURERS}
"""The backends that users can name, beside :data:`AUTO`."""

AUTO = auto.AUTO.name


def splitter(name: str) -> Splitter:
    """Return a backend that :func:`check_backend` has nothing against."""
    return auto.AUTO if name == AUTO else SPLITTERS[name]


def measurer(name: str) -> Measurer:
    """Return a backend that :func:`check_backend` has nothing against."""
    return auto.AUTO if name == AUTO else MEASURERS[name]


def check_backend(
    name: str, hand: Hand | None, question: Question, path: Path, defects: Defects
) -> None:
    """Note why a backend can't take a request, with those that can.

    Parameters
    ----------
    name
        The name of a backend, or ``auto``.
    hand
        The hand, or ``None`` if it could not be read: then only the name and the question are
        looked at.
    question
        What is asked.
    path
        Where the name stands in the document.
    defects
        Takes the reason.
    """
    if name == AUTO:
        return
    if name not in BACKENDS:
        names = [AUTO, *BACKENDS]
        hint = f"{suggestion(name, names)}known backends: {', '.join(names)}"
        defects.add(path, "unknown_backend", f"{shown(name)}: {hint}")
        return
    refusal = _refusal(BACKENDS[name], hand, question)
    if refusal is not None:
        others = ", ".join(backend.name for backend in able(hand, question))
        defects.add(path, "backend_cannot", f"{refusal}; backends that can: {others}")


def able(hand: Hand | None, question: Question) -> list[Backend]:
    """Return the backends that can take a request, in the order of :data:`BACKENDS`."""
    return [b for b in BACKENDS.values() if _refusal(b, hand, question) is None]


_CANNOT: Mapping[Question, str] = {
    Question.WIN: "does not test for a win",
    Question.DECOMPOSITIONS: "does not list every decomposition (it can say if there is one)",
    Question.DISTANCE: "does not measure distances",
}


def _refusal(backend: Backend, hand: Hand | None, question: Question) -> str | None:
    if question not in backend.questions:
        return f"{backend.name} {_CANNOT[question]}"
    return backend.refusal(hand) if hand is not None else None
