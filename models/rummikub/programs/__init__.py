"""The integer programs of Rummikub, by name."""

from collections.abc import Callable, Mapping

from models.program import Program
from models.rummikub.move import Move
from models.rummikub.objective import Objective
from models.rummikub.position import Position
from models.rummikub.programs.dhh import dhh_program as dhh_program
from models.rummikub.programs.placement import placement_program as placement_program

PROGRAMS: Mapping[str, Callable[[Position, Objective], Program[Move]]] = {
    "ilp": placement_program,
    "ilp-dhh": dhh_program,
}
