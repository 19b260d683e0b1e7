"""``best-first`` and ``predatory``: state-space search."""

from solvers.rummikub.best_first.backend import BEST_FIRST as BEST_FIRST
from solvers.rummikub.best_first.backend import PREDATORY as PREDATORY
from solvers.rummikub.best_first.heuristics import Heuristic as Heuristic
