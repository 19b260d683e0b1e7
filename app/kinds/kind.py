"""A kind of question: how it is asked, which task of a worker answers it, and in what shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from app.answered import Answered
from app.schemas.body import Body
from app.schemas.example import Examples
from app.workers.work import Work


@dataclass(frozen=True, slots=True)
class Kind[Asked]:
    """A kind of question.

    Attributes
    ----------
    game, verb
        Its two names: ``POST /v1/{game}/{verb}`` asks it.
    summary, description
        What it is for, in a line and in a paragraph.
    body, answer
        Schemas of what is asked and of what is answered.
    examples
        Bodies by what they show.
    task
        What a worker does.
    context
        What is logged of a request with a fault of ours.
    solves
        How many solves a request has done at most, each within the request's time limit; 0 where
        the work is bounded by the size of the request alone.
    text_task
        What a worker does for a caller who prefers plain text, where that is offered.
    """

    game: str
    verb: str
    summary: str
    description: str
    body: type[Body[Asked]]
    answer: type[BaseModel]
    examples: Examples
    task: Callable[[Work, Asked], Answered]
    context: Callable[[Asked], object]
    solves: Callable[[Asked], int] = lambda _: 0
    text_task: Callable[[Work, Asked], Answered] | None = None

    @property
    def name(self) -> str:
        """What jobs and batches call it: ``rummikub/solve``."""
        return f"{self.game}/{self.verb}"

    def read(self, raw: object, most_seconds: float | None = None) -> Asked:
        """Read a question from a JSON value.

        Parameters
        ----------
        raw
            The JSON value.
        most_seconds
            The largest time limit it may ask for; ``None`` for any.

        Raises
        ------
        InvalidInputError
            With every defect of shape and of sense.
        """
        return self.body.read(raw, most_seconds)

    def timed(self, asked: Asked, default_seconds: float) -> tuple[Asked, float]:
        """Give a question that names no time limit the default.

        Parameters
        ----------
        asked
            The question.
        default_seconds
            The time limit of a solve that names none.

        Returns
        -------
        tuple[Asked, float]
            The question with a time limit, and the seconds that all of its work may take.
        """
        solves = self.solves(asked)
        if not solves:
            return asked, default_seconds
        timed: Any = asked
        limit = default_seconds if timed.limits.seconds is None else timed.limits.seconds
        timed = replace(timed, limits=replace(timed.limits, seconds=limit))
        return timed, solves * limit
