"""Running a command of ``meldwise``."""

from __future__ import annotations

import io
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from app.answers import check_answer, cross_check_answer, solve_answer
from app.cli import crosscheck, keys
from app.cli.arguments import parser
from app.cli.documents import BadInputError, Given, assemble, write
from app.cli.exit_codes import ExitCode
from app.cli.output import print_answer, show_solved
from app.cli.server import server_of
from app.cli.text import print_check, print_key
from app.client.errors import ClientError
from app.schemas.body import Body
from app.schemas.rummikub import CheckBody, ModelBody, SolveBody
from app.schemas.rummikub_answers import CheckAnswer, ModelAnswer, SolveAnswer
from app.settings import Settings, StartError, wrong_settings
from models.rummikub.objective import Term
from models.rummikub.programs import PROGRAMS
from solvers.rummikub.crosscheck import Opinion, cross_check
from solvers.rummikub.solve import solve


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``meldwise`` and return its exit code."""
    if sys.stdout is None:
        # It was closed by whoever started this: what is printed goes nowhere.
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115  (open until the end)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What can't be encoded is quoted from somebody's input: better escaped than a failure.
        sys.stdout.reconfigure(errors="backslashreplace")
    options = parser().parse_args(arguments)
    commands: dict[str, Callable[[Namespace], ExitCode]] = {
        "solve": _solve,
        "cross-check": _cross_check,
        "check": _check,
        "model": _model,
        "jobs": _jobs,
        "batch": _batch,
        "keys": _keys,
        "serve": _serve,
    }
    try:
        code = commands[options.command](options)
        sys.stdout.flush()
    except BadInputError as error:
        print(error, file=sys.stderr)
        return ExitCode.BAD_INPUT
    except ClientError as error:
        print(error, file=sys.stderr)
        return ExitCode.FAULT
    except BrokenPipeError:
        # The reader of a pipe has seen enough.
        _write_no_more()
        return ExitCode.ANSWERED
    except OSError as error:
        _write_no_more()
        print(f"standard output: {error.strerror or error}", file=sys.stderr)
        return ExitCode.FAULT
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    return code


def _write_no_more() -> None:
    """See to it that Python does not try to write what is left when it ends."""
    sys.stdout = None


def _solve(options: Namespace) -> ExitCode:
    limits = {"seconds": options.seconds, "work": options.work}
    fields = _position_fields(options) | {
        "backend": options.backend,
        "limits": {name: limit for name, limit in limits.items() if limit is not None},
    }
    given = assemble(options.file, fields)
    if options.job:
        from app.cli import jobs  # noqa: PLC0415  (as in _elsewhere)

        return jobs.solve(options, given)
    answer = _elsewhere(options, "rummikub/solve", given, SolveBody, SolveAnswer)
    return show_solved(_solve_here(given) if answer is None else answer, options)


def _solve_here(given: Given) -> dict[str, Any]:
    asked = given.read(SolveBody)
    result = solve(asked.position, asked.objective, asked.backend, asked.limits)
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
    answer = _elsewhere(options, "rummikub/check", given, CheckBody, CheckAnswer)
    if answer is None:
        answer = check_answer(given.read(CheckBody))
    print_answer(answer, print_check, as_json=options.json)
    return ExitCode.ANSWERED


def _model(options: Namespace) -> ExitCode:
    fields = _position_fields(options) | {"program": options.program, "format": options.format}
    given = assemble(options.file, fields)
    answer = _elsewhere(options, "rummikub/model", given, ModelBody, ModelAnswer)
    content = _model_here(given) if answer is None else answer["content"]
    if options.output is None:
        sys.stdout.write(content)
    else:
        write(options.output, content)
    return ExitCode.ANSWERED


def _model_here(given: Given) -> str:
    asked = given.read(ModelBody)
    return PROGRAMS[asked.program](asked.position, asked.objective).write(asked.format)


def _elsewhere(
    options: Namespace, kind: str, given: Given, body: type[Body[Any]], shape: type[BaseModel]
) -> dict[str, Any] | None:
    """Have the server answer, if there is one."""
    server = server_of(options)
    if server is None:
        return None
    # Only here: importing an HTTP client takes longer than solving most positions.
    from app.cli.remote import ask  # noqa: PLC0415

    return ask(server, kind, given, body, shape)


def _jobs(options: Namespace) -> ExitCode:
    from app.cli import jobs  # noqa: PLC0415  (as in _elsewhere)

    return jobs.run(options)


def _batch(options: Namespace) -> ExitCode:
    # Only here, as for `serve`: it shares the workers of the service.
    from app.cli import batch  # noqa: PLC0415

    return batch.run(options.file, options.output, options.kind, options.workers)


def _keys(options: Namespace) -> ExitCode:
    made = keys.make(options.name, options.rate, options.burst, options.concurrency)
    print_answer(made, print_key, as_json=options.json)
    return ExitCode.ANSWERED


def _serve(options: Namespace) -> ExitCode:
    # Only here: importing the web framework takes longer than solving most positions.
    from app.serving import serve  # noqa: PLC0415

    given = {name: getattr(options, name) for name in ("host", "port", "workers")}
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        raise BadInputError(wrong_settings(error)) from None
    try:
        return ExitCode.ANSWERED if serve(settings) else ExitCode.FAULT
    except StartError as error:
        raise BadInputError(str(error)) from None


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
