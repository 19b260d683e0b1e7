"""A play, and what is known of better ones."""

from __future__ import annotations

from dataclasses import dataclass

from models.peg_solitaire.certificate import Certificate
from models.peg_solitaire.play import Play
from solvers.result import Stop


@dataclass(frozen=True, slots=True)
class Bounded:
    """What a search knows.

    Attributes
    ----------
    play
        The best play found, if any.
    bound
        No play has less of what is counted; ``None`` if nothing is known.
    stop
        Why the search ended; ``None`` if it came to its end.
    certificate
        Why there is no play, where that is proven.
    """

    play: Play | None
    bound: int | None = None
    stop: Stop | None = None
    certificate: Certificate | None = None
