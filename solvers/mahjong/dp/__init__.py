"""``dp``: dynamic programs over the kinds of tile, group by group, compiled."""

from solvers.mahjong.dp.backend import DP as DP
from solvers.mahjong.dp.backend import DynamicProgram as DynamicProgram
from solvers.mahjong.dp.backend import warm_batches as warm_batches
