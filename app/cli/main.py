"""Running a command of ``meldwise``."""

from __future__ import annotations

import io
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from pydantic import ValidationError

from app.cli import keys, mahjong, peg_solitaire, rummikub
from app.cli.arguments import parser
from app.cli.documents import BadInputError
from app.cli.exit_codes import ExitCode
from app.cli.experiments import EXPERIMENTS
from app.cli.keys import print_key
from app.cli.output import print_answer
from app.client.errors import ClientError
from app.settings import Settings, StartError, wrong_settings


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
        **rummikub.COMMANDS,
        **mahjong.COMMANDS,
        **peg_solitaire.COMMANDS,
        "jobs": _jobs,
        "batch": _batch,
        "experiment": _experiment,
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


def _jobs(options: Namespace) -> ExitCode:
    from app.cli import jobs  # noqa: PLC0415  (as in elsewhere)

    return jobs.run(options)


def _batch(options: Namespace) -> ExitCode:
    # Only here, as for `serve`: it shares the workers of the service.
    from app.cli import batch  # noqa: PLC0415

    return batch.run(options.file, options.output, options.kind, options.workers)


def _experiment(options: Namespace) -> ExitCode:
    return EXPERIMENTS[options.name].run(options)


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
