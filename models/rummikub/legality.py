"""Is this a legal set? Decided from the definition, with every reason why not.

Written without the catalogue of sets that the programs are built from, so that the checker, which
stands on this file, shares nothing with what it checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from models.rummikub.meld import Meld, MeldKind
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why tiles are not a legal set: a word for programs, a sentence for people."""

    code: str
    detail: str


def read_meld(tiles: Sequence[Tile], rules: Rules) -> Meld | tuple[Fault, ...]:
    """Read tiles as a legal set.

    Jokers are read where they are written if that makes a run (``R5 J R7``), else where a run of
    these tiles has room (in its gaps first, then above, then below), else as the colours missing
    in a group. What is read, written in order and read again, is the same.

    Parameters
    ----------
    tiles
        The tiles, in the order they were written.
    rules
        The rules.

    Returns
    -------
    Meld | tuple[Fault, ...]
        The set, or every reason why it is none.
    """
    unknown = [tile for tile in dict.fromkeys(tiles) if tile not in rules.order]
    if unknown:
        return tuple(
            Fault("unknown_tile", f"{tile}: the game has no such tile") for tile in unknown
        )
    faults = _size_faults(tiles, rules)
    real = [tile for tile in tiles if not tile.is_joker]
    one_colour = len({tile.colour for tile in real}) <= 1
    one_number = len({tile.number for tile in real}) <= 1
    if not one_colour and not one_number:
        listed = " ".join(map(str, tiles))
        return (
            *faults,
            Fault("not_a_set", f"{listed}: neither one colour in a row nor one number in colours"),
        )
    run_faults = _run_faults(tiles, rules) if one_colour else ()
    group_faults = _group_faults(tiles, rules) if one_number else ()
    if one_colour and one_number and len(real) > 1:
        # R5 R5 J could be meant as either; what is wrong with it is the same.
        return (*faults, *group_faults)
    readable = (one_colour and not run_faults) or (one_number and not group_faults)
    if faults or not readable:
        return (
            *faults,
            *(run_faults if one_colour and not one_number else group_faults or run_faults),
        )
    as_written = _run_as_written(tiles, rules) if one_colour else None
    if as_written is not None:
        return as_written
    return _run(tiles, rules) if one_colour and not run_faults else _group(tiles, rules)


def reading_faults(meld: Meld, rules: Rules) -> tuple[Fault, ...]:
    """Say why a set's tiles are not legal, or are not what the set claims to show."""
    shown, places = meld.stands_for, meld.joker_places
    if len(set(places)) < len(places) or not set(places) <= set(range(len(shown))):
        return (Fault("wrong_reading", f"{meld} has jokers at places {places}: it has no such"),)
    # Jokers may stand for any tiles, so what shows a set is one: nothing else need be looked at.
    right = _is_run(shown) if meld.kind is MeldKind.RUN else _is_group(shown)
    if right and all(tile in rules.order and tile.number for tile in shown):
        return _size_faults(meld.tiles, rules)
    read = read_meld(meld.tiles, rules)
    if not isinstance(read, Meld):
        return read
    stands_for = " ".join(map(str, shown))
    return (Fault("wrong_reading", f"{meld} read as {stands_for}: that is no {meld.kind}"),)


def _is_run(shown: Sequence[Tile]) -> bool:
    colour, first = shown[0] if shown else ("", 0)
    return bool(shown) and all(tile == (colour, first + i) for i, tile in enumerate(shown))


def _is_group(shown: Sequence[Tile]) -> bool:
    numbers, colours = {t.number for t in shown}, {t.colour for t in shown}
    return len(numbers) == 1 and len(colours) == len(shown)


def _size_faults(tiles: Sequence[Tile], rules: Rules) -> tuple[Fault, ...]:
    faults = []
    if len(tiles) < rules.min_set_size:
        counted = "1 tile" if len(tiles) == 1 else f"{len(tiles)} tiles"
        faults.append(Fault("set_too_small", f"{counted}: a set has at least {rules.min_set_size}"))
    jokers = sum(tile.is_joker for tile in tiles)
    limit = rules.max_jokers_in_set
    if limit is not None and jokers > limit:
        faults.append(
            Fault("too_many_jokers_in_set", f"{jokers} jokers in one set: the rules allow {limit}")
        )
    return tuple(faults)


def _run_faults(tiles: Sequence[Tile], rules: Rules) -> tuple[Fault, ...]:
    real = sorted(tile for tile in tiles if not tile.is_joker)
    jokers = len(tiles) - len(real)
    faults = [
        Fault("repeated_tile_in_run", f"{tile} {_times(count)} in a run")
        for tile, count in Counter(real).items()
        if count > 1
    ]
    distinct = sorted(set(real))
    gaps = [(low, high) for low, high in pairwise(distinct) if high.number > low.number + 1]
    needed = sum(high.number - low.number - 1 for low, high in gaps)
    if needed > jokers:
        have = f" and {_jokers(jokers)} can't fill it" if jokers else ""
        if {1, rules.numbers} <= {tile.number for tile in distinct}:
            have += f"; runs do not wrap from {rules.numbers} to 1"
        faults += [
            Fault("broken_run", f"run broken between {low} and {high}{have}") for low, high in gaps
        ]
    if len(tiles) > rules.numbers and not faults:
        faults.append(
            Fault("run_too_long", f"{len(tiles)} tiles in a run: numbers are 1 to {rules.numbers}")
        )
    return tuple(faults)


def _group_faults(tiles: Sequence[Tile], rules: Rules) -> tuple[Fault, ...]:
    faults = [
        Fault(
            "repeated_colour_in_group",
            f"two tiles of one colour in a group: {tile} {_times(count)}",
        )
        for tile, count in Counter(tiles).items()
        if count > 1 and not tile.is_joker
    ]
    if len(tiles) > len(rules.colours) and not faults:
        faults.append(
            Fault(
                "group_too_large",
                f"{len(tiles)} tiles in a group: there are {len(rules.colours)} colours",
            )
        )
    return tuple(faults)


def _run_as_written(tiles: Sequence[Tile], rules: Rules) -> Meld | None:
    anchor = next((place for place, tile in enumerate(tiles) if not tile.is_joker), None)
    if anchor is None:
        return None
    colour, number = tiles[anchor]
    first = number - anchor
    if first < 1 or first + len(tiles) - 1 > rules.numbers:
        return None
    meant = tuple(Tile(colour, first + place) for place in range(len(tiles)))
    if any(tile != wanted for tile, wanted in zip(tiles, meant, strict=True) if not tile.is_joker):
        return None
    return Meld(MeldKind.RUN, meant, tuple(p for p, tile in enumerate(tiles) if tile.is_joker))


def _run(tiles: Sequence[Tile], rules: Rules) -> Meld:
    """Read a legal run from tiles in any order."""
    real = [tile for tile in tiles if not tile.is_joker]
    # Jokers alone are read as the most valuable run they can be.
    colour = real[0].colour if real else rules.colours[0]
    lowest = min((tile.number for tile in real), default=rules.numbers)
    first = min(lowest, rules.numbers - len(tiles) + 1)
    meant = tuple(Tile(colour, first + place) for place in range(len(tiles)))
    return Meld(MeldKind.RUN, meant, tuple(p for p, tile in enumerate(meant) if tile not in real))


def _group(tiles: Sequence[Tile], rules: Rules) -> Meld:
    """Read a legal group from tiles in any order."""
    real = [tile for tile in tiles if not tile.is_joker]
    # Jokers alone are read as the most valuable group they can be.
    number = real[0].number if real else rules.numbers
    colours = {tile.colour for tile in real}
    missing = [colour for colour in rules.colours if colour not in colours]
    colours.update(missing[: len(tiles) - len(real)])
    meant = tuple(Tile(colour, number) for colour in rules.colours if colour in colours)
    return Meld(MeldKind.GROUP, meant, tuple(p for p, tile in enumerate(meant) if tile not in real))


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def _jokers(count: int) -> str:
    return "one joker" if count == 1 else f"{count} jokers"
