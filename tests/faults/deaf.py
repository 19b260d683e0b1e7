"""A service whose ``ilp`` knows neither limits nor anybody who wants it to stop.

``python -m tests.faults.deaf`` serves like ``meldwise serve``.
"""

import sys
from typing import Any, NoReturn

import app.main
import app.tasks.warm
from app.cli import main
from solvers.rummikub.program_backend import ProgramBackend


def go_on_for_ever(*_: Any) -> NoReturn:
    while True:
        pass


def warm_up() -> None:
    """Warm up a worker, and make it deaf."""
    app.tasks.warm.warm_up()
    setattr(ProgramBackend, "solve", go_on_for_ever)  # noqa: B010


if __name__ == "__main__":
    setattr(app.main, "warm_up", warm_up)  # noqa: B010
    sys.exit(main(["serve"]))
