"""A hand: the tiles, what can be seen of the others, and which rules hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from models.defects import Defects, InvalidInputError, Path
from models.mahjong.notation import read_tiles, tile_text
from models.mahjong.rules import DEFAULT_PRESET, PRESETS, Rules, read_rules
from models.mahjong.tiles import WILD, Tile


@dataclass(frozen=True)
class Hand:
    """The tiles of one player, of any number.

    Attributes
    ----------
    rules
        The rules.
    tiles
        The tiles, in canonical order.
    visible
        Tiles that are seen elsewhere and so can't be drawn, in canonical order.

    Raises
    ------
    InvalidInputError
        With everything that is wrong.
    """

    rules: Rules
    tiles: tuple[Tile, ...]
    visible: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        defects = Defects()
        _check(self.tiles, self.visible, self.rules, (), defects)
        defects.raise_if_any()
        object.__setattr__(self, "tiles", self.rules.in_order(self.tiles))
        object.__setattr__(self, "visible", self.rules.in_order(self.visible))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many tiles of each kind are held, in the order of ``rules.kinds``."""
        return _counts(self.rules, self.tiles)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """How many tiles of each kind are neither held nor visible; as ``counts``."""
        copies = self.rules.copies
        if not self.visible:
            return tuple([copies - held for held in self.counts])
        seen = _counts(self.rules, self.visible)
        return tuple([copies - a - b for a, b in zip(self.counts, seen, strict=True)])

    @cached_property
    def wilds(self) -> int:
        """How many wild tiles are held."""
        return self.tiles.count(WILD)

    @cached_property
    def sets(self) -> int:
        """How many sets a complete hand has."""
        return self.rules.sets_of(len(self.tiles))

    @cached_property
    def complete_size(self) -> int:
        """How many tiles a complete hand has."""
        return 3 * self.sets + 2 * self.rules.pair

    def to_json(self) -> dict[str, Any]:
        """Write the hand as a JSON object that :func:`read_hand` reads back."""
        written = {"rules": self.rules.to_json(), "hand": tile_text(self.tiles)}
        return written | ({"visible": tile_text(self.visible)} if self.visible else {})


def read_hand(raw: Mapping[str, Any], defects: Defects, path: Path = ()) -> Hand | None:
    """Read a hand from JSON.

    Parameters
    ----------
    raw
        An object with ``hand`` and any of ``visible`` and ``rules``; other fields are left to the
        caller.
    defects
        Takes everything that is wrong.
    path
        Where the object stands in the document.

    Returns
    -------
    Hand | None
        ``None`` when something is wrong.
    """
    before = len(defects)
    given = raw.get("rules", DEFAULT_PRESET)
    rules = read_rules(given, (*path, "rules"), defects)
    if rules is None and not isinstance(given, str):
        # Without the right rules, tiles would be called wrong that may be right.
        found = Defects()
        for name in ("hand", "visible"):
            read_tiles(raw.get(name, []), PRESETS[DEFAULT_PRESET], (*path, name), found)
        defects.extend(tuple(defect for defect in found if defect.code == "wrong_type"))
        return None
    rules = rules or PRESETS[DEFAULT_PRESET]
    readable = len(defects)
    tiles = read_tiles(raw.get("hand", []), rules, (*path, "hand"), defects)
    visible = read_tiles(raw.get("visible", []), rules, (*path, "visible"), defects)
    if tiles or len(defects) == readable:
        _check(tiles, visible, rules, path, defects)
    return Hand(rules, tiles, visible) if len(defects) == before else None


def hand_from(raw: Mapping[str, Any]) -> Hand:
    """Read a hand from JSON.

    Raises
    ------
    InvalidInputError
        With everything that is wrong.
    """
    defects = Defects()
    hand = read_hand(raw, defects)
    if hand is None:
        raise InvalidInputError(tuple(defects))
    return hand


def _counts(rules: Rules, tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    counts = [0] * (len(rules.kinds) + 1)
    order = rules.order
    for tile in tiles:
        counts[order[tile]] += 1
    return tuple(counts[:-1])


def _check(
    tiles: tuple[Tile, ...], visible: tuple[Tile, ...], rules: Rules, path: Path, defects: Defects
) -> None:
    """Note an empty hand, and every tile of which there are more than the game has, or none."""
    if not tiles:
        defects.add((*path, "hand"), "empty_hand", 'the hand is empty: give its tiles ("123m11z")')
    held, seen = Counter(tiles), Counter(visible)
    for tile in sorted(held.keys() | seen.keys()):
        place = "hand" if tile in held else "visible"
        if tile not in rules.order:
            defects.add((*path, place), "unknown_tile", f"{tile}: the game has no such tile")
            continue
        has = rules.count(tile)
        if held[tile] + seen[tile] > has:
            name = "wild tiles" if tile.is_wild else f"tiles {tile}"
            where = "hand and visible tiles together" if held[tile] and seen[tile] else place
            place = "hand" if held[tile] > has or not seen[tile] else "visible"
            detail = f"{held[tile] + seen[tile]} {name} in {where}: the game has {has}"
            defects.add((*path, place), "too_many_copies", detail)
