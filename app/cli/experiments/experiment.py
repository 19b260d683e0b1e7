"""What an experiment is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.cli.exit_codes import ExitCode


@dataclass(frozen=True, slots=True)
class Experiment:
    """A published experiment that can be repeated.

    Attributes
    ----------
    summary
        What it does, as the command line says it.
    run
        Runs it, and writes its report to a file, or to standard output.
    """

    summary: str
    run: Callable[[str | None], ExitCode]
