"""What every backend does with what it found."""

from __future__ import annotations

from models.mahjong.distance import Distance
from solvers.result import TermResult

TERM = "exchanges_available"
"""The one term of a distance: how many tiles are lacking, within what is available."""


def distance_terms(answer: Distance | None) -> tuple[TermResult, ...]:
    """Return the term of a distance; a distance that is known is proven."""
    value = None if answer is None else answer.available
    return (TermResult(TERM, value, value),)
