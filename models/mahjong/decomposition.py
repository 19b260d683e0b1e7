"""A hand split into sets and a pair, and all the ways to do it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from models.mahjong.blocks import PAIR, Block
from models.mahjong.rules import Rules
from models.mahjong.tiles import Tile


class Decomposition(NamedTuple):
    """One way to split a whole hand.

    Attributes
    ----------
    blocks
        The sets in canonical order, then the pair; as they show, wild tiles standing for others.
    wilds
        What the wild tiles stand for, in order: what the blocks show and the hand lacks.
    """

    blocks: tuple[Block, ...]
    wilds: tuple[Tile, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(str, self.blocks))


@dataclass(frozen=True, slots=True)
class Decompositions:
    """What is known of the ways to split a hand that can be split.

    Attributes
    ----------
    found
        Different multisets of blocks, in canonical order.
    complete
        Whether these are all there are.
    """

    found: tuple[Decomposition, ...]
    complete: bool


@lru_cache(maxsize=64)
def _places(rules: Rules) -> dict[Block, int]:
    return {block: place for place, block in enumerate(rules.blocks)}


def in_order(rules: Rules, blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Put blocks in the canonical order: kind by kind, triplets before runs, the pair last."""
    places = _places(rules)
    return tuple(sorted(blocks, key=lambda block: (block.kind == PAIR, places[block])))


def canonical(rules: Rules, found: Iterable[Decomposition]) -> tuple[Decomposition, ...]:
    """Put decompositions, their blocks in order, in the canonical order."""
    listed = tuple(found)
    if len(listed) < 2:
        return listed
    places = _places(rules)
    return tuple(sorted(listed, key=lambda one: [places[block] for block in one.blocks]))


def wilds_in(rules: Rules, tiles: Iterable[Tile], blocks: Iterable[Block]) -> tuple[Tile, ...]:
    """Return what blocks show and natural tiles lack, in order."""
    shown = Counter(tile for block in blocks for tile in block.tiles)
    return rules.in_order((shown - Counter(tiles)).elements())
