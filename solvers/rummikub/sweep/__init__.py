"""``sweep``: the dynamic program over the numbers, compiled."""

from solvers.rummikub.sweep.backend import SWEEP as SWEEP
from solvers.rummikub.sweep.backend import Sweep as Sweep
from solvers.rummikub.sweep.backend import warm as warm
