"""``bitmask``: a dynamic program over the sub-multisets of at most 24 tiles."""

from solvers.rummikub.bitmask.backend import BITMASK as BITMASK
from solvers.rummikub.bitmask.meter import MOST_TILES as MOST_TILES
from solvers.rummikub.bitmask.meter import LimitReachedError as LimitReachedError
from solvers.rummikub.bitmask.partition import Partition as Partition
from solvers.rummikub.bitmask.partition import most_sets as most_sets
from solvers.rummikub.bitmask.partition import partition as partition
from solvers.rummikub.bitmask.partition import partition_defects as partition_defects
