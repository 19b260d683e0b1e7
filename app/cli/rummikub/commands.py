"""Running the commands about Rummikub."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import Any

from app.answers.rummikub import check_answer, cross_check_answer, solve_answer
from app.cli.documents import Given, assemble, read_options, write
from app.cli.elsewhere import Question, elsewhere
from app.cli.exit_codes import ExitCode
from app.cli.output import code_of, print_answer
from app.cli.rummikub import crosscheck
from app.cli.rummikub.picture import draw
from app.cli.rummikub.text import print_check, print_solve
from app.schemas.rummikub.answers import CheckAnswer, ModelAnswer, SolveAnswer
from app.schemas.rummikub.asked import CheckBody, ModelBody, SolveBody
from models.rummikub.objective import Term
from models.rummikub.programs import PROGRAMS
from solvers.crosscheck import Opinion
from solvers.rummikub.crosscheck import cross_check
from solvers.rummikub.solve import solve

_SOLVE = Question("rummikub/solve", SolveBody, SolveAnswer)
_CHECK = Question("rummikub/check", CheckBody, CheckAnswer)
_MODEL = Question("rummikub/model", ModelBody, ModelAnswer)


def _solve(options: Namespace) -> ExitCode:
    limits = {"seconds": options.seconds, "work": options.work}
    fields = _position_fields(options) | {
        "backend": options.backend,
        "options": read_options(options.option),
        "limits": {name: limit for name, limit in limits.items() if limit is not None},
    }
    given = assemble(options.file, fields)
    if options.job:
        from app.cli import jobs  # noqa: PLC0415  (as in elsewhere)

        return jobs.solve(options, _SOLVE, given, _show)
    answer = elsewhere(options, _SOLVE, given)
    return _show(_solve_here(given) if answer is None else answer, options)


def _solve_here(given: Given) -> dict[str, Any]:
    asked = given.read(SolveBody)
    result = solve(asked.position, asked.objective, asked.backend, asked.limits, asked.options)
    answer = solve_answer(asked.position, result, 0.0)
    if asked.cross_check:
        own = Opinion(asked.backend, result)
        checked = cross_check(asked.position, asked.objective, asked.limits, given=own)
        answer["cross_check"] = cross_check_answer(asked.position, checked)
    return answer


def _cross_check(options: Namespace) -> ExitCode:
    # By default the term that every backend supports.
    objective = _terms(options.objective) or [Term.TILES]
    return crosscheck.run(options.file, objective, options.seconds, options.output)


def _check(options: Namespace) -> ExitCode:
    fields = {
        "table": options.table,
        "new_table": options.new_table,
        "hand": options.hand,
        "opened": options.opened,
        "rules": options.rules,
    }
    given = assemble(options.file, fields)
    answer = elsewhere(options, _CHECK, given)
    if answer is None:
        answer = check_answer(given.read(CheckBody))
    print_answer(answer, print_check, as_json=options.json)
    return ExitCode.ANSWERED


def _model(options: Namespace) -> ExitCode:
    fields = _position_fields(options) | {"program": options.program, "format": options.format}
    given = assemble(options.file, fields)
    answer = elsewhere(options, _MODEL, given)
    content = _model_here(given) if answer is None else answer["content"]
    if options.output is None:
        sys.stdout.write(content)
    else:
        write(options.output, content)
    return ExitCode.ANSWERED


def _model_here(given: Given) -> str:
    asked = given.read(ModelBody)
    return PROGRAMS[asked.program](asked.position, asked.objective).write(asked.format)


def _position_fields(options: Namespace) -> dict[str, Any]:
    return {
        "hand": options.hand,
        "table": options.table,
        "table_tiles": options.table_tiles,
        "opened": options.opened,
        "rules": options.rules,
        "objective": _terms(options.objective),
    }


def _terms(given: str | None) -> list[str] | None:
    return None if given is None else given.replace(",", " ").split()


def _show(answer: dict[str, Any], options: Namespace) -> ExitCode:
    """Draw and print a ``SolveAnswer`` as the options of ``meldwise solve`` say."""
    if options.svg is not None:
        write(options.svg, draw(answer))
    print_answer(answer, print_solve, as_json=options.json)
    return code_of(answer)


COMMANDS: Mapping[str, Callable[[Namespace], ExitCode]] = {
    "solve": _solve,
    "cross-check": _cross_check,
    "check": _check,
    "model": _model,
}
"""The commands by name."""
