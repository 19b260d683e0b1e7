"""``ilp``: the placement program, relaxation first."""

from models.rummikub.programs.placement import placement_program
from solvers.lexicographic import Method
from solvers.rummikub.program_backend import ProgramBackend

ILP = ProgramBackend(
    name="ilp",
    summary="placement program: jokerless sets, and where each joker stands; HiGHS relaxations",
    write=placement_program,
    method=Method.SEARCH,
)
