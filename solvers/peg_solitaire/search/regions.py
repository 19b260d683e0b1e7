"""Merson regions: how many moves it takes at least to empty a board.

While every hole of a region holds a peg, no jump can end in it; and a region is such that no jump
passes over one of its holes from outside to outside. So the first jump that takes a peg from a full
region starts in it, and with a peg that stands there: it begins a move. Regions without a hole in
common need a move each.

References
----------
.. [1] J. D. Beasley. The Ins and Outs of Peg Solitaire. Oxford University Press, 1985.
.. [2] G. I. Bell. Diagonal Peg Solitaire. Integers 7, G01, 2007.
   https://doi.org/10.48550/arXiv.math/0606122
"""

from __future__ import annotations

from functools import lru_cache

from models.peg_solitaire.board import Board

LARGEST = 6
"""Holes of the largest region looked for: larger ones are rarely full."""


@lru_cache(maxsize=32)
def merson_regions(board: Board) -> tuple[int, ...]:
    """Return the regions of a board that contain no other, the small ones first, as masks."""
    ends: dict[int, set[int]] = {}
    for jump in board.jumps:
        ends.setdefault(jump.over, set()).add(1 << jump.source | 1 << jump.target)
    found: set[int] = set()
    seen: set[int] = set()
    waiting = [1 << hole for hole in range(board.size)]
    while waiting:
        region = waiting.pop()
        if region in seen:
            continue
        seen.add(region)
        # A jump from outside to outside: one of its ends has to belong to the region.
        open_ends = next(
            (
                pair
                for over, pairs in ends.items()
                if region >> over & 1
                for pair in sorted(pairs)
                if not pair & region
            ),
            0,
        )
        if not open_ends:
            found.add(region)
        elif region.bit_count() < LARGEST:
            low = open_ends & -open_ends
            waiting += [region | low, region | open_ends ^ low]
    ordered = sorted(found, key=lambda region: (region.bit_count(), region))
    least: list[int] = []
    for region in ordered:
        if not any(other & region == other for other in least):
            least.append(region)
    return tuple(least)
