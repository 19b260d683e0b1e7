"""The backends of all games, as the service lists them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum

from app.schemas.service import BackendAnswer, OptionAnswer
from models.peg_solitaire.problem import Kind
from models.rummikub.objective import Term
from solvers.backend import AnyBackend
from solvers.mahjong import registry as mahjong
from solvers.mahjong.backend import Question
from solvers.peg_solitaire import registry as peg_solitaire
from solvers.rummikub import registry as rummikub
from solvers.rummikub.options import Option, options_of


def listed() -> list[BackendAnswer]:
    """Describe every backend that a request can name, game by game, from the registries."""
    return [
        *_of("rummikub", rummikub.BACKENDS, Term, lambda backend: backend.terms, options_of),
        *_of("mahjong", mahjong.BACKENDS, Question, lambda backend: backend.questions),
        *_of("peg-solitaire", peg_solitaire.BACKENDS, Kind, lambda backend: backend.kinds),
    ]


def _of[Backend: AnyBackend](
    game: str,
    backends: Mapping[str, Backend],
    terms: type[StrEnum],
    supported: Callable[[Backend], Collection[str]],
    options: Callable[[Backend], Sequence[Option]] = lambda _: (),
) -> Iterator[BackendAnswer]:
    for backend in backends.values():
        yield BackendAnswer(
            game=game,
            name=backend.name,
            summary=backend.summary,
            exact=backend.exact,
            terms=[term for term in terms if term in supported(backend)],
            options=[OptionAnswer(**asdict(option)) for option in options(backend)],
        )
