"""A position: what is in the hand, what is on the table, and which rules hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from models.defects import Defects, InvalidInputError, Path, shown
from models.rummikub.legality import read_meld, reading_faults
from models.rummikub.meld import Meld
from models.rummikub.notation import read_tiles, tile_codes, too_many_tiles
from models.rummikub.rules import DEFAULT_PRESET, PRESETS, Rules, read_rules
from models.rummikub.tiles import Tile


@dataclass(frozen=True)
class Position:
    """One player's view before a move.

    The table is known either as sets (``table``) or, when nobody remembers how it lay, as tiles
    (``table_tiles``); never both.

    Attributes
    ----------
    rules
        The rules.
    hand
        The tiles in the hand, in canonical order.
    table
        The sets on the table.
    table_tiles
        The tiles on the table when only they are known, in canonical order.
    opened
        Whether the player has laid the initial meld. If not, only tiles of the hand may be laid,
        and the table stays as it is.

    Raises
    ------
    InvalidInputError
        With everything that is wrong.
    """

    rules: Rules
    hand: tuple[Tile, ...]
    table: tuple[Meld, ...] = ()
    table_tiles: tuple[Tile, ...] = ()
    opened: bool = True

    def __post_init__(self) -> None:
        defects = Defects()
        if self.table and self.table_tiles:
            defects.add(("table_tiles",), "table_twice", _TABLE_TWICE)
        if not self.hand and not self.table and not self.table_tiles:
            defects.add((), "empty_position", _EMPTY)
        for place, meld in enumerate(self.table):
            for fault in _faults_of(meld, self.rules):
                defects.add(("table", place), fault.code, fault.detail)
        places: dict[Path, Sequence[Tile]] = {
            ("table", i): meld.tiles for i, meld in enumerate(self.table)
        }
        places |= {("table_tiles",): self.table_tiles, ("hand",): self.hand}
        check_counts(places, self.rules, defects)
        defects.raise_if_any()
        object.__setattr__(self, "hand", self.rules.in_order(self.hand))
        object.__setattr__(self, "table_tiles", self.rules.in_order(self.table_tiles))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made of, tiles as letters and numbers, to be read without checks."""
        hand, table_tiles = ([*zip(*tiles, strict=True)] for tiles in (self.hand, self.table_tiles))
        return _unpickled, (self.rules, hand, self.table, table_tiles, self.opened)

    @cached_property
    def hand_counts(self) -> Counter[Tile]:
        """How often each tile is in the hand."""
        return Counter(self.hand)

    @cached_property
    def table_counts(self) -> Counter[Tile]:
        """How often each tile is on the table, however the table is known."""
        return Counter(self.table_tiles) + Counter(t for meld in self.table for t in meld.tiles)

    @cached_property
    def table_keys(self) -> Counter[tuple[Tile, ...]]:
        """How often each set lies on the table, as :attr:`Meld.key`."""
        return Counter(meld.key for meld in self.table)

    def to_json(self) -> dict[str, Any]:
        """Write the position as a JSON object that :func:`read_position` reads back."""
        written: dict[str, Any] = {"rules": self.rules.to_json(), "hand": tile_codes(self.hand)}
        if self.table_tiles:
            written["table_tiles"] = tile_codes(self.table_tiles)
        else:
            written["table"] = [tile_codes(meld.tiles) for meld in self.table]
        return written | {"opened": self.opened}


def _unpickled(
    rules: Rules,
    hand: Sequence[Sequence[Any]],
    table: tuple[Meld, ...],
    table_tiles: Sequence[Sequence[Any]],
    opened: bool,
) -> Position:
    """Make a position that was one before."""
    position = object.__new__(Position)
    vars(position).update(
        rules=rules,
        hand=tuple(map(Tile, *hand)) if hand else (),
        table=table,
        table_tiles=tuple(map(Tile, *table_tiles)) if table_tiles else (),
        opened=opened,
    )
    return position


_TABLE_TWICE = (
    "the table is given twice: give table (the sets) or table_tiles (the tiles), not both"
)
_EMPTY = "the position is empty: give the tiles in hand, the table, or both"


def read_position(raw: Mapping[str, Any], defects: Defects, path: Path = ()) -> Position | None:
    """Read a position from JSON.

    Parameters
    ----------
    raw
        An object with any of ``hand``, ``table``, ``table_tiles``, ``opened`` and ``rules``; other
        fields are left to the caller.
    defects
        Takes everything that is wrong.
    path
        Where the object stands in the document.

    Returns
    -------
    Position | None
        ``None`` when something is wrong.
    """
    before = len(defects)
    rules = read_rules(raw.get("rules", DEFAULT_PRESET), (*path, "rules"), defects)
    opened = raw.get("opened", True)
    if not isinstance(opened, bool):
        defects.add((*path, "opened"), "wrong_type", f"{shown(opened)}: give true or false")
    if rules is None and not isinstance(raw.get("rules"), str):
        # Without the right rules, tiles would be called wrong that may be right: what is no tile
        # under any rules is all that can be said. A name that can't be read leaves the letters of
        # the boxed game to go by.
        _note_wrong_types(raw, path, defects)
        return None
    rules = rules or PRESETS[DEFAULT_PRESET]
    readable = len(defects)
    hand = read_tiles(raw.get("hand", []), rules, (*path, "hand"), defects)
    table_tiles = read_tiles(raw.get("table_tiles", []), rules, (*path, "table_tiles"), defects)
    sets = read_table(raw.get("table", []), rules, (*path, "table"), defects)
    melds = [
        _legal_meld(tiles, rules, (*path, "table", place), defects) for place, tiles in sets.items()
    ]
    if raw.get("table") and table_tiles:
        defects.add((*path, "table_tiles"), "table_twice", _TABLE_TWICE)
    if not hand and not table_tiles and not sets and len(defects) == readable:
        defects.add(path, "empty_position", _EMPTY)
    places: dict[Path, Sequence[Tile]] = {
        (*path, "table", place): tiles for place, tiles in sets.items()
    }
    places |= {(*path, "table_tiles"): table_tiles, (*path, "hand"): hand}
    check_counts(places, rules, defects)
    if len(defects) > before:
        return None
    table = tuple(meld for meld in melds if meld is not None)
    return Position(rules, hand, table, table_tiles, opened)


def position_from(raw: Mapping[str, Any]) -> Position:
    """Read a position from JSON.

    Raises
    ------
    InvalidInputError
        With everything that is wrong.
    """
    defects = Defects()
    position = read_position(raw, defects)
    if position is None:
        raise InvalidInputError(tuple(defects))
    return position


def _note_wrong_types(raw: Mapping[str, Any], path: Path, defects: Defects) -> None:
    found, rules = Defects(), PRESETS[DEFAULT_PRESET]
    read_tiles(raw.get("hand", []), rules, (*path, "hand"), found)
    read_table(raw.get("table", []), rules, (*path, "table"), found)
    read_tiles(raw.get("table_tiles", []), rules, (*path, "table_tiles"), found)
    defects.extend(tuple(d for d in found if d.code in ("wrong_type", "empty_tile")))


def read_table(
    raw: object, rules: Rules, path: Path, defects: Defects
) -> dict[int, tuple[Tile, ...]]:
    """Read the sets of a table from JSON, legal or not.

    Parameters
    ----------
    raw
        A list with a text or a list of tiles a set.
    rules
        The rules.
    path
        Where the list stands in the document.
    defects
        Takes every tile that can't be read.

    Returns
    -------
    dict[int, tuple[Tile, ...]]
        The tiles of each set all of whose tiles could be read, by its place in the list.
    """
    if not isinstance(raw, list):
        defects.add(
            path, "wrong_type", 'give the table as a list of sets: ["R7-9", ["R4", "B4", "J"]]'
        )
        return {}
    sets: dict[int, tuple[Tile, ...]] = {}
    count = 0
    for place, item in enumerate(raw):
        if place == rules.total_tiles:
            detail = f"more than {place} sets: the game has no more tiles; the rest was not read"
            defects.add((*path, place), "too_many_sets", detail)
            break
        before = len(defects)
        tiles = read_tiles(item, rules, (*path, place), defects)
        count += len(tiles)
        if len(defects) == before:
            sets[place] = tiles
            if count > rules.total_tiles:
                defects.add((*path, place), "too_many_tiles", too_many_tiles(rules))
        if count > rules.total_tiles or defects.full:
            break
    return sets


def check_counts(
    places: Mapping[Path, Sequence[Tile]],
    rules: Rules,
    defects: Defects,
    where: str = "hand and table together",
) -> None:
    """Note every tile of which there are more than the box holds, or none at all.

    Parameters
    ----------
    places
        The tiles at each place of the document. Counting goes from place to place, and the one at
        which a tile becomes too many is blamed.
    rules
        The rules.
    defects
        Takes a defect for each such tile.
    where
        What was counted, for the message.
    """
    counts: Counter[Tile] = Counter()
    blamed: dict[Tile, Path] = {}
    for path, tiles in places.items():
        counts.update(tiles)
        for tile in tiles:
            if tile not in rules.order:
                defects.add(path, "unknown_tile", f"{tile}: the game has no such tile")
            elif counts[tile] > rules.count(tile):
                blamed.setdefault(tile, path)
    for tile in rules.in_order(blamed):
        held, has = counts[tile], rules.count(tile)
        name = "joker" if tile.is_joker else str(tile)
        one_more = f"a {_ordinal(has + 1)} {name}" if held == has + 1 else f"{held} × {name}"
        detail = f"{one_more} in {where}: the game has {_spelled(has)}"
        defects.add(blamed[tile], "too_many_copies", detail)


def _legal_meld(tiles: Sequence[Tile], rules: Rules, path: Path, defects: Defects) -> Meld | None:
    read = _reading_of(tuple(tiles), rules)
    if isinstance(read, Meld):
        return read
    for fault in read:
        defects.add(path, fault.code, fault.detail)
    return None


# The same sets come again and again. The checker remembers nothing: it reads each set itself.
_reading_of = lru_cache(maxsize=8192)(read_meld)
_faults_of = lru_cache(maxsize=8192)(reading_faults)


def _ordinal(count: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    return words[count - 1] if count <= len(words) else f"{count}th"


def _spelled(count: int) -> str:
    words = ("none", "one", "two", "three", "four", "five", "six")
    return words[count] if count < len(words) else str(count)
