"""A service whose workers note what they do.

``python -m tests.faults.recording FILE`` serves like ``meldwise serve``, and notes in the file
when a worker begins and ends the work on a question. Questions are told apart by their limit of
work, which is too large to matter.
"""

import os
import sys
from functools import partial
from pathlib import Path

import app.main
import app.tasks.rummikub
import app.tasks.warm
from app.answered import Answered
from app.cli import main
from app.schemas.rummikub.asked import SolveRequest
from app.tasks.rummikub import solve_rummikub
from app.workers import Work
from tests.faults.killed_service import ENDS, STARTS, note


def warm_up(file: Path) -> None:
    """Warm up a worker, and have it take notes."""
    app.tasks.warm.warm_up()

    def noting(work: Work, asked: SolveRequest) -> Answered:
        note(file, STARTS, asked.limits.work, "-", os.getpid())
        try:
            return solve_rummikub(work, asked)
        finally:
            note(file, ENDS, asked.limits.work, "-", os.getpid())

    # What comes to a worker is the name of a task; in the worker it is this one.
    setattr(app.tasks.rummikub, "solve_rummikub", noting)  # noqa: B010


if __name__ == "__main__":
    setattr(app.main, "warm_up", partial(warm_up, Path(sys.argv[1])))  # noqa: B010
    sys.exit(main(["serve"]))
