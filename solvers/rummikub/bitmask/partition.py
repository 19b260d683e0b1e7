"""Tiles cut into as many sets as can be: a pool, or what stays in a hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from models.defects import Defect, Defects, InvalidInputError
from models.program import lexicographic_weights
from models.rummikub.meld import Meld
from models.rummikub.position import check_counts
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile
from solvers.result import Budget, Limits
from solvers.rummikub.bitmask.meter import MOST_TILES, Meter
from solvers.rummikub.bitmask.table import Cut, Question, SubsetTable


@dataclass(frozen=True, slots=True)
class Partition:
    """A way to cut tiles into sets.

    Attributes
    ----------
    sets
        As many sets as can be, by their lowest tile; none where every tile must be used and that
        is not possible.
    possible
        Whether the tiles can be cut as asked. Always, where tiles may be left over.
    left
        The tiles in no set, in canonical order: of all ways to as many sets, the fewest.
    flexibility
        The largest number of sets the tiles hold, where tiles may be left over: at least
        ``len(sets)``, and just that unless every tile must be used.
    states
        States of the dynamic program that were worked out.
    """

    sets: tuple[Meld, ...]
    possible: bool
    left: tuple[Tile, ...]
    flexibility: int
    states: int


def partition(tiles: tuple[Tile, ...], rules: Rules, *, whole: bool, limits: Limits) -> Partition:
    """Cut tiles into as many sets as can be.

    Parameters
    ----------
    tiles
        The tiles, 24 at most, in any order.
    rules
        The rules.
    whole
        Whether every tile must be used.
    limits
        How long it may take; ``work`` counts states.

    Raises
    ------
    InvalidInputError
        If there are too many tiles (``too_many_tiles``), or tiles the box does not hold.
    LimitReachedError
        If a limit was reached before the answer was known.
    """
    defects = partition_defects(tiles, rules)
    if defects:
        raise InvalidInputError(defects)
    counts = Counter(tiles)
    meter = Meter(Budget(limits))
    most = _most(counts, rules, meter)
    cut: Cut | None = most
    if whole and most.left:
        cut = SubsetTable(Question(counts, free={}, laying=-1), rules, meter).best()
    if cut is None:
        return Partition((), False, rules.in_order(tiles), len(most.melds), meter.states)
    left = rules.in_order(cut.left.elements())
    return Partition(cut.melds, True, left, len(most.melds), meter.states)


def most_sets(tiles: tuple[Tile, ...], rules: Rules) -> int:
    """Count the largest number of sets that tiles hold at once, some left over or not.

    Of the tiles that stay in a hand this is its *flexibility*.

    Raises
    ------
    InvalidInputError
        As :func:`partition` does.
    """
    return partition(tiles, rules, whole=False, limits=Limits()).flexibility


def _most(counts: Counter[Tile], rules: Rules, meter: Meter) -> Cut:
    """Find the most sets, and of all ways to them one that leaves the fewest tiles."""
    a_set, a_tile = lexicographic_weights([counts.total(), counts.total()])
    leaving = dict.fromkeys(counts, a_tile)
    cut = SubsetTable(Question(counts, counts, leaving, laying=-a_set), rules, meter).best()
    assert cut is not None  # noqa: S101  (for the type checker: all tiles may be left over)
    return cut


def partition_defects(tiles: tuple[Tile, ...], rules: Rules) -> tuple[Defect, ...]:
    """Say why tiles can't be taken: too many for this program, or more than the box holds."""
    defects = Defects()
    if len(tiles) > MOST_TILES:
        detail = (
            f"{len(tiles)} tiles: bitmask takes at most {MOST_TILES}; whether more can be laid out"
            " whole, solve says with them as table_tiles and a backend that is exact, such as ilp"
        )
        defects.add(("tiles",), "too_many_tiles", detail)
    check_counts({("tiles",): tiles}, rules, defects, "these tiles")
    return tuple(defects)
