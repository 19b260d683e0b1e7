"""The integer programs of peg solitaire, by name."""

from collections.abc import Callable, Mapping
from typing import Any

from models.peg_solitaire.problem import Problem
from models.peg_solitaire.programs.fewest_left import fewest_left_program as fewest_left_program
from models.peg_solitaire.programs.fools import fools_program as fools_program
from models.peg_solitaire.programs.long_hop import long_hop_program as long_hop_program
from models.peg_solitaire.programs.paper import paper_program as paper_program
from models.peg_solitaire.programs.parallel import likely_layers as likely_layers
from models.peg_solitaire.programs.parallel import parallel_program as parallel_program
from models.peg_solitaire.programs.sequential import sequential_program as sequential_program
from models.peg_solitaire.programs.time_free import time_free_program as time_free_program
from models.program import Program

PROGRAMS: Mapping[str, Callable[[Problem], Program[Any]]] = {
    "paper": paper_program,
    "sequential": sequential_program,
    "parallel": parallel_program,
    "time-free": time_free_program,
    "long-hop": long_hop_program,
}
"""Programs that a problem alone determines. Those of the other kinds need a horizon."""
