"""The independent verifier: given a position and a move, name every violation.

Exact, in whole numbers, and without a line of code shared with any backend: it knows what a legal
set is from :mod:`models.rummikub.legality`, never from the catalogue the programs are built on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from models.defects import Defect, Defects, Path
from models.rummikub.legality import read_meld, reading_faults
from models.rummikub.meld import Meld
from models.rummikub.move import Move
from models.rummikub.position import Position, check_counts
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile


def check_table(
    sets: Mapping[int, Sequence[Tile]], rules: Rules, path: Path = ("table",)
) -> tuple[Defect, ...]:
    """Name everything that is wrong with a table.

    Parameters
    ----------
    sets
        The tiles of each set by its place.
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
    for place, tiles in sets.items():
        read = read_meld(tiles, rules)
        if not isinstance(read, Meld):
            for fault in read:
                defects.add((*path, place), fault.code, fault.detail)
    places = {(*path, place): tiles for place, tiles in sets.items()}
    check_counts(places, rules, defects, "this table")
    return tuple(defects)


def check_transition(
    old: Sequence[Tile],
    new: Sequence[Tile],
    hand: Sequence[Tile] | None,
    path: Path = ("new_table",),
) -> tuple[Defect, ...]:
    """Name everything that is wrong with where the tiles of a new table come from.

    Parameters
    ----------
    old
        The tiles on the table before.
    new
        The tiles on the table after.
    hand
        The tiles in the hand before, or ``None`` if they are not known.
    path
        Where the new table stands in the document.
    """
    defects = Defects()
    for tile, count in sorted((Counter(old) - Counter(new)).items()):
        defects.add(
            path, "table_tile_taken", f"{_counted(tile, count)} left the table: table tiles stay"
        )
    if hand is not None:
        for tile, count in sorted((Counter(new) - Counter(old) - Counter(hand)).items()):
            defects.add(
                path,
                "tile_from_nowhere",
                f"{_counted(tile, count)} on the new table: neither on the old one nor in hand",
            )
    return tuple(defects)


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
    defects.extend(check_transition([*before.elements()], [*after.elements()], None, ("table",)))
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
    new = Counter((m.kind, m.stands_for, m.joker_places) for m in move.table)
    old_keys = Counter(tuple(sorted(m.tiles)) for m in position.table)
    new_keys = Counter(tuple(sorted(m.tiles)) for m in move.table)
    for key, count in sorted((old_keys - new_keys).items()):
        listed = " ".join(map(str, key))
        defects.add(
            ("table",),
            "table_touched",
            f"{listed} was changed ({count}): before the initial meld the table stays",
        )
    if Counter(move.untouched) != Counter(position.table_tiles):
        defects.add(("untouched",), "table_touched", "before the initial meld the table tiles stay")
    if not move.played:
        return
    # What lies beyond the old sets is the initial meld. Of two sets of the same tiles, one old and
    # one new, the new one is the player's to read: it counts what it is worth at most.
    points = 0
    spare = Counter(old_keys)
    for kind, stands_for, places in sorted(
        new.elements(), key=lambda m: sum(t.number for t in m[1])
    ):
        key = Meld(kind, stands_for, places).key
        if spare[key]:
            spare[key] -= 1
        else:
            points += sum(tile.number for tile in stands_for)
    needed = position.rules.initial_meld_points
    if points < needed:
        defects.add(
            ("table",),
            "initial_meld_too_small",
            f"the first sets are worth {points} points: {needed} are needed",
        )


def _counted(tile: Tile, count: int) -> str:
    return str(tile) if count == 1 else f"{tile} ({count} times)"
