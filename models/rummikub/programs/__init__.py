"""The integer programs of Rummikub."""

from models.rummikub.programs.dhh import dhh_program as dhh_program
from models.rummikub.programs.placement import placement_program as placement_program
