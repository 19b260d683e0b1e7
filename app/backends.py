"""The backends of all games, as the service lists them."""

from __future__ import annotations

from dataclasses import asdict

from app.schemas.service import BackendAnswer, OptionAnswer
from models.peg_solitaire.problem import Kind
from models.rummikub.objective import Term
from solvers.mahjong import registry as mahjong
from solvers.mahjong.backend import Question
from solvers.peg_solitaire import registry as peg_solitaire
from solvers.rummikub.options import options_of
from solvers.rummikub.registry import BACKENDS


def listed() -> list[BackendAnswer]:
    """Describe every backend that a request can name, game by game, from the registries."""
    return [*_rummikub(), *_mahjong(), *_peg_solitaire()]


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


def _mahjong() -> list[BackendAnswer]:
    return [
        BackendAnswer(
            game="mahjong",
            name=backend.name,
            summary=backend.summary,
            exact=backend.exact,
            terms=[question for question in Question if question in backend.questions],
            options=[],
        )
        for backend in mahjong.BACKENDS.values()
    ]


def _peg_solitaire() -> list[BackendAnswer]:
    return [
        BackendAnswer(
            game="peg-solitaire",
            name=backend.name,
            summary=backend.summary,
            exact=backend.exact,
            terms=[kind for kind in Kind if kind in backend.kinds],
            options=[],
        )
        for backend in peg_solitaire.BACKENDS.values()
    ]
