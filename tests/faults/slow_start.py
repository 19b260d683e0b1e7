"""A service whose workers take long to warm up.

``python -m tests.faults.slow_start`` serves like ``meldwise serve``.
"""

import sys
import time

import app.main
from app.cli import main


def warm_up() -> None:
    """Take longer than any test waits."""
    time.sleep(600)


if __name__ == "__main__":
    setattr(app.main, "warm_up", warm_up)  # noqa: B010
    sys.exit(main(["serve"]))
