"""The integer programs of Mahjong hands."""

from models.mahjong.programs.decompose import decompose_program as decompose_program
from models.mahjong.programs.decompose import forbid as forbid
from models.mahjong.programs.distance import distance_program as distance_program
