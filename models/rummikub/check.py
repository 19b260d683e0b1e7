"""The independent verifier: given a position and a move, name every violation.

Exact, in whole numbers, and without a line of code shared with any backend: it knows what a legal
set is from :mod:`models.rummikub.legality`, never from the catalogue the programs are built on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from models.defects import Defect, Defects, Path
from models.rummikub.legality import read_meld, reading_faults
from models.rummikub.meld import Meld, MeldKey
from models.rummikub.move import Move
from models.rummikub.position import Position, check_counts
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile

type Sets = Mapping[int, Sequence[Tile]]
"""The tiles of each set of a table, legal or not, by its place."""


def check_table(sets: Sets, rules: Rules, path: Path = ("table",)) -> tuple[Defect, ...]:
    """Name everything that is wrong with a table.

    Parameters
    ----------
    sets
        The sets.
    rules
        The rules.
    path
        Where the table stands in the document.

    Returns
    -------
    tuple[Defect, ...]
        Faults of each set, then tiles of which there are too many; empty for a legal table.
    """
    defects = Defects()
    _check_sets(sets, rules, path, defects)
    check_counts(_places(sets, path), rules, defects, "this table")
    return tuple(defects)


def check_change(
    rules: Rules, old: Sets, new: Sets, hand: Sequence[Tile] | None, *, opened: bool
) -> tuple[Defect, ...]:
    """Name everything that is wrong with a move from one table to another.

    Parameters
    ----------
    rules
        The rules.
    old, new
        The table before and after.
    hand
        The hand before, or ``None`` if it is not known: what is new on the table is then taken to
        come from it.
    opened
        Whether the player had laid the initial meld.
    """
    defects = Defects()
    _check_sets(old, rules, ("table",), defects)
    _check_sets(new, rules, ("new_table",), defects)
    held = _places(old, ("table",)) | {("hand",): tuple(hand or ())}
    check_counts(held, rules, defects, "this table" if hand is None else "hand and table together")
    check_counts(_places(new, ("new_table",)), rules, defects, "this table")
    before, after = _tiles(old), _tiles(new)
    check_tiles_stay(Counter(before) - Counter(after), ("new_table",), defects)
    if hand is not None:
        check_tiles_known(Counter(after) - Counter(before), hand, ("new_table",), defects)
    played = rules.in_order((Counter(after) - Counter(before)).elements()) if not defects else ()
    if not defects and not opened and (played or before):
        # What is legal but for the initial meld is held to it like our own answers are.
        position = Position(rules, tuple(hand or played), _melds(old, rules), opened=False)
        for violation in check_move(position, Move(played, _melds(new, rules))):
            defects.add(("new_table",), violation.code, violation.detail)
    return tuple(defects)


def _check_sets(sets: Sets, rules: Rules, path: Path, defects: Defects) -> None:
    for place, tiles in sets.items():
        read = read_meld(tiles, rules)
        for fault in () if isinstance(read, Meld) else read:
            defects.add((*path, place), fault.code, fault.detail)


def check_tiles_stay(gone: Counter[Tile], path: Path, defects: Defects) -> None:
    """Note every tile that left the table.

    Parameters
    ----------
    gone
        How many fewer of each tile lie on the table than before.
    path
        Where the new table stands in the document.
    defects
        Takes a defect for each such tile.
    """
    for tile, count in sorted(gone.items()):
        detail = f"{_counted(tile, count)} left the table: table tiles stay"
        defects.add(path, "table_tile_taken", detail)


def check_tiles_known(
    gained: Counter[Tile], hand: Sequence[Tile], path: Path, defects: Defects
) -> None:
    """Note every tile that is new on the table and did not come from the hand.

    Parameters
    ----------
    gained
        How many more of each tile lie on the table than before.
    hand
        The hand before.
    path
        Where the new table stands in the document.
    defects
        Takes a defect for each such tile.
    """
    for tile, count in sorted((gained - Counter(hand)).items()):
        detail = f"{_counted(tile, count)} on the new table: neither on the old one nor in hand"
        defects.add(path, "tile_from_nowhere", detail)


def _places(sets: Sets, path: Path) -> dict[Path, Sequence[Tile]]:
    return {(*path, place): tiles for place, tiles in sets.items()}


def _tiles(sets: Sets) -> list[Tile]:
    return [tile for tiles in sets.values() for tile in tiles]


def _melds(sets: Sets, rules: Rules) -> tuple[Meld, ...]:
    read = (read_meld(tiles, rules) for tiles in sets.values())
    return tuple(meld for meld in read if isinstance(meld, Meld))


def check_move(position: Position, move: Move) -> tuple[Defect, ...]:
    """Name everything that is wrong with a move.

    Parameters
    ----------
    position
        The position before the move.
    move
        The move.

    Returns
    -------
    tuple[Defect, ...]
        Every violation; empty for a legal move.
    """
    defects = Defects()
    for place, meld in enumerate(move.table):
        for fault in reading_faults(meld, position.rules):
            defects.add(("table", place), fault.code, fault.detail)
    played = Counter(move.played)
    for tile, count in sorted((played - Counter(position.hand)).items()):
        defects.add(("played",), "not_in_hand", f"{_counted(tile, count)} played but not in hand")
    after = Counter(tile for meld in move.table for tile in meld.tiles) + Counter(move.untouched)
    before = Counter(tile for meld in position.table for tile in meld.tiles)
    before += Counter(position.table_tiles)
    check_tiles_stay(before - after, ("table",), defects)
    gained = after - before
    for tile, count in sorted((gained - played).items()):
        defects.add(
            ("table",), "tile_from_nowhere", f"{_counted(tile, count)} on the table but not played"
        )
    for tile, count in sorted((played - gained).items()):
        defects.add(
            ("played",), "tile_vanished", f"{_counted(tile, count)} played but not on the table"
        )
    _check_untouched(position, move, defects)
    if not position.opened:
        _check_initial_meld(position, move, defects)
    return tuple(defects)


def _check_untouched(position: Position, move: Move, defects: Defects) -> None:
    """Tiles may only lie loose where they lay loose, and the player may not touch them yet."""
    allowed = () if position.opened and move.played else position.table_tiles
    if move.untouched and Counter(move.untouched) != Counter(allowed):
        listed = " ".join(map(str, move.untouched))
        defects.add(
            ("untouched",), "loose_tiles", f"{listed} lie loose: each tile belongs to a set"
        )


def _check_initial_meld(position: Position, move: Move, defects: Defects) -> None:
    old = Counter(meld.key for meld in position.table)
    check_sets_stay(old, Counter(meld.key for meld in move.table), ("table",), defects)
    if Counter(move.untouched) != Counter(position.table_tiles):
        defects.add(("untouched",), "table_touched", "before the initial meld the table tiles stay")
    if move.played:
        check_initial_points(old, move.table, position.rules, ("table",), defects)


def check_sets_stay(
    old: Counter[MeldKey], new: Counter[MeldKey], path: Path, defects: Defects
) -> None:
    """Note every set of the old table that the new one lacks: the initial meld is still owed.

    Parameters
    ----------
    old, new
        How often each set lies on the table before and after, by :attr:`Meld.key`.
    path
        Where the new table stands in the document.
    defects
        Takes a defect for each such set.
    """
    for key, count in sorted((old - new).items()):
        listed = " ".join(map(str, key))
        detail = f"{listed} was changed ({count}): before the initial meld the table stays"
        defects.add(path, "table_touched", detail)


def check_initial_points(
    old: Counter[MeldKey], new: Iterable[Meld], rules: Rules, path: Path, defects: Defects
) -> None:
    """Note that the first sets a player lays are worth too little.

    What lies beyond the old sets is the initial meld. Of two sets of the same tiles, one old and
    one new, the new one is the player's to read: it counts what it is worth at most.

    Parameters
    ----------
    old
        How often each set lay on the table before, by :attr:`Meld.key`.
    new
        The sets on the table after.
    rules
        The rules.
    path
        Where the new table stands in the document.
    defects
        Takes the defect.
    """
    left = old.copy()
    points = 0
    for meld in sorted(new, key=lambda meld: meld.value):
        if left[meld.key]:
            left[meld.key] -= 1
        else:
            points += meld.value
    needed = rules.initial_meld_points
    if points < needed:
        detail = f"the first sets are worth {points} points: {needed} are needed"
        defects.add(path, "initial_meld_too_small", detail)


def _counted(tile: Tile, count: int) -> str:
    return str(tile) if count == 1 else f"{tile} ({count} times)"
