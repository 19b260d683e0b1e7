"""Running the command about peg solitaire."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.answers.peg_solitaire import solve_answer
from app.cli.documents import STDIN, assemble, write
from app.cli.elsewhere import Question, elsewhere
from app.cli.exit_codes import ExitCode
from app.cli.output import code_of, print_answer
from app.cli.peg_solitaire.picture import draw
from app.cli.peg_solitaire.text import print_play
from app.schemas.peg_solitaire.answers import PegSolveAnswer
from app.schemas.peg_solitaire.asked import PegSolveBody
from models.peg_solitaire.boards import ALIASES, BOARDS
from solvers.peg_solitaire.solve import solve

_SOLVE = Question("peg-solitaire/solve", PegSolveBody, PegSolveAnswer)
_PLACE = re.compile(r"\s*(\d{1,4})\s*[, ]\s*(\d{1,4})\s*", re.ASCII)


def _peg(options: Namespace) -> ExitCode:
    limits = {"seconds": options.seconds, "work": options.work}
    file = _file(options.board)
    given = assemble(
        file,
        {
            "board": None if file is not None else _board(options.board),
            "directions": options.directions,
            "problem": options.problem,
            "start": _position(options.start),
            "goal": _position(options.goal),
            "backend": options.backend,
            "limits": {name: limit for name, limit in limits.items() if limit is not None},
        },
        {"board": "BOARD"},
    )
    if options.job:
        from app.cli import jobs  # noqa: PLC0415  (as in elsewhere)

        return jobs.solve(options, _SOLVE, given, _show)
    answer = elsewhere(options, _SOLVE, given)
    if answer is None:
        asked = given.read(PegSolveBody)
        answer = solve_answer(asked.problem, solve(asked.problem, asked.backend, asked.limits), 0.0)
    return _show(answer, options)


def _show(answer: dict[str, Any], options: Namespace) -> ExitCode:
    """Draw and print a ``PegSolveAnswer`` as the options say."""
    if options.svg is not None:
        write(options.svg, draw(answer))
    print_answer(answer, print_play, as_json=options.json)
    return code_of(answer)


def _file(board: str) -> str | None:
    """Return the file that is meant, if it is not a board."""
    if board in BOARDS or board in ALIASES or "o" in board.split("/"):
        return None
    looks_like_one = board.endswith(".json") or (set(board) - set("o ./") and "/" in board)
    is_file = board == STDIN or looks_like_one or Path(board).is_file()
    return board if is_file else None


def _board(given: str) -> str | list[str]:
    """Read a board: a name, or rows with slashes between."""
    return given.split("/") if "/" in given or set(given) <= {"o", " "} else given


def _position(given: str | None) -> list[int] | list[str] | None:
    """Read a position: a place ``3,3``, or rows with slashes between."""
    if given is None:
        return None
    place = _PLACE.fullmatch(given)
    return given.split("/") if place is None else [int(place[1]), int(place[2])]


COMMANDS: Mapping[str, Callable[[Namespace], ExitCode]] = {"peg": _peg}
"""The commands by name."""
