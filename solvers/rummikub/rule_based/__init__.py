"""``rule-based``: a player that goes by rules, layer by layer, and searches hardly at all."""

from solvers.rummikub.rule_based.backend import RULE_BASED as RULE_BASED
from solvers.rummikub.rule_based.backend import RuleBased as RuleBased
from solvers.rummikub.rule_based.player import LAYERS as LAYERS
