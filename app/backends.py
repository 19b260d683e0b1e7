"""The backends of all games, as the service lists them."""

from __future__ import annotations

from dataclasses import asdict

from app.schemas.service import BackendAnswer, OptionAnswer
from models.rummikub.objective import Term
from solvers.rummikub.options import options_of
from solvers.rummikub.registry import BACKENDS


def listed() -> list[BackendAnswer]:
    """Describe every backend that a request can name, game by game, from the registries."""
    return _rummikub()


def _rummikub() -> list[BackendAnswer]:
    return [
        BackendAnswer(
            game="rummikub",
            name=backend.name,
            summary=backend.summary,
            exact=backend.exact,
            terms=[term for term in Term if term in backend.terms],
            options=[OptionAnswer(**asdict(option)) for option in options_of(backend)],
        )
        for backend in BACKENDS.values()
    ]
