"""``ilp-dhh``: Den Hertog & Hulshof's program as printed, by HiGHS's own branch and bound."""

from models.rummikub.programs.dhh import dhh_program
from solvers.lexicographic import Method
from solvers.rummikub.program_backend import ProgramBackend

ILP_DHH = ProgramBackend(
    name="ilp-dhh",
    summary="Den Hertog & Hulshof (2006): all possible sets as columns; HiGHS branch and bound",
    write=dhh_program,
    method=Method.BRANCH,
)
