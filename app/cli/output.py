"""Where an answer goes: to a terminal as English, to a pipe as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from rich.console import Console

from app.cli.console import console
from app.cli.exit_codes import ExitCode
from solvers.result import Status


def print_answer(
    answer: dict[str, Any],
    as_text: Callable[[dict[str, Any], Console], None],
    *,
    as_json: bool | None,
) -> None:
    """Print an answer: as JSON if asked for or piped, else for a person."""
    if as_json or (as_json is None and not sys.stdout.isatty()):
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        as_text(answer, console())


def code_of(answer: dict[str, Any]) -> ExitCode:
    """Return the exit code of an answer, of whatever kind."""
    if answer.get("status") == Status.NO_ANSWER:
        return ExitCode.NO_ANSWER
    return ExitCode.DISAGREEMENT if answer.get("agree") is False else ExitCode.ANSWERED
