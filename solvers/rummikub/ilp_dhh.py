"""``ilp-dhh``: Den Hertog & Hulshof's program as printed, by HiGHS's own branch and bound."""

from models.rummikub.catalogue import readings
from models.rummikub.position import Position
from models.rummikub.programs.dhh import dhh_program
from solvers.lexicographic import Method
from solvers.rummikub.program_backend import ProgramBackend

MOST_READINGS = 200_000
"""Sets it will go through to list its columns: about a second's work. The box for four has 1831."""


def _refuse(position: Position) -> str | None:
    count = readings(position.rules)
    if count <= MOST_READINGS:
        return None
    return f"ilp-dhh lists every set: these rules have some {count}, and it takes {MOST_READINGS}"


ILP_DHH = ProgramBackend(
    name="ilp-dhh",
    summary="Den Hertog & Hulshof (2006): all possible sets as columns; HiGHS branch and bound",
    write=dhh_program,
    method=Method.BRANCH,
    refuse=_refuse,
)
