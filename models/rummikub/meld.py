"""One legal set: a run or a group, and what its jokers stand for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from models.rummikub.tiles import JOKER, Tile


class MeldKind(StrEnum):
    """The two kinds of set."""

    RUN = "run"
    GROUP = "group"


type MeldKey = tuple[Tile, ...]
"""The tiles of a set, sorted: two sets of the same tiles have the same key."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A set of tiles with its reading; Python owns the word *set*.

    Attributes
    ----------
    kind
        Run or group.
    stands_for
        The numbered tiles the set shows, in order, as if it held no joker.
    joker_places
        The places in ``stands_for`` that a joker takes.
    """

    kind: MeldKind
    stands_for: tuple[Tile, ...]
    joker_places: tuple[int, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle letters and numbers alone; a process that reads a set often makes it once."""
        colours = "".join([tile[0] for tile in self.stands_for])
        numbers = tuple([tile[1] for tile in self.stands_for])
        return _remembered, (self.kind.value, colours, numbers, self.joker_places)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles as they lie, jokers as jokers."""
        if not self.joker_places:
            return self.stands_for
        return tuple(
            JOKER if place in self.joker_places else tile
            for place, tile in enumerate(self.stands_for)
        )

    @property
    def value(self) -> int:
        """Points of the set, a joker counting the number it stands for."""
        return sum(tile.number for tile in self.stands_for)

    @property
    def key(self) -> MeldKey:
        """What the set is made of, whatever its order and its jokers' meaning."""
        return tuple(sorted(self.tiles))

    def __len__(self) -> int:
        return len(self.stands_for)

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles))


@lru_cache(maxsize=8192)
def _remembered(
    kind: str, colours: str, numbers: tuple[int, ...], joker_places: tuple[int, ...]
) -> Meld:
    return Meld(MeldKind(kind), tuple(map(Tile, colours, numbers)), joker_places)
