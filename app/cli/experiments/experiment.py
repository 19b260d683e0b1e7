"""What an experiment is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass

from app.cli.documents import write
from app.cli.exit_codes import ExitCode


def nothing_else(_: argparse.ArgumentParser) -> None:
    """Take no options but ``--output``."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """A published experiment that can be repeated.

    Attributes
    ----------
    summary
        What it does, as the command line says it.
    run
        Runs it as the options say, and writes its report to the file ``output``, or to standard
        output.
    add_options
        Adds the options it has beside ``--output``.
    """

    summary: str
    run: Callable[[argparse.Namespace], ExitCode]
    add_options: Callable[[argparse.ArgumentParser], None] = nothing_else


def open_output(*files: str | None) -> None:
    """See whether files can be written, before the work and not after it.

    Raises
    ------
    BadInputError
        If one can't be.
    """
    for file in files:
        if file is not None:
            write(file, "")


def put(output: str | None, report: str) -> None:
    """Write a report where it goes."""
    if output is None:
        sys.stdout.write(report)
    else:
        write(output, report)
