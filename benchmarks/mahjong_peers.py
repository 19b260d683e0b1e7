"""Other solvers for Mahjong hands, measured in the same run where they are installed.

``pip install mahjong==2.1.0 xiangting==6.0.2``: the most used one in Python
(https://github.com/MahjongRepository/mahjong), and one in Rust with compiled tables
(https://github.com/Apricot-S/xiangting-py).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

PEERS = ("mahjong", "xiangting")
"""What they are called, as packages and as modules."""

type Counts = list[int]
"""Copies of each of the 34 kinds."""


type Around = tuple[int, int]
"""The tiles that are lacking, and the useful kinds, each a bit."""


def missing() -> list[str]:
    """Return the peers that are not installed."""
    return [name for name in PEERS if importlib.util.find_spec(name) is None]


def distances() -> dict[str, Callable[[Counts], int]]:
    """Return the peers that are installed, by name; each returns how many tiles are lacking."""
    found: dict[str, Callable[[Counts], int]] = {}
    if importlib.util.find_spec("mahjong") is not None:
        from mahjong.shanten import Shanten  # noqa: PLC0415

        regular = Shanten.calculate_shanten_for_regular_hand
        found["mahjong"] = lambda counts: int(regular(counts)) + 1
    if importlib.util.find_spec("xiangting") is not None:
        from xiangting import PlayerCount, calculate_replacement_number  # noqa: PLC0415

        players = PlayerCount.FOUR
        found["xiangting"] = lambda counts: int(calculate_replacement_number(counts, players))
    return found


def surroundings() -> dict[str, Callable[[Counts], list[Around]]]:
    """Return the peers that say what is useful, by name: to a hand, then after each discard."""
    if importlib.util.find_spec("xiangting") is None:
        return {}
    from xiangting import PlayerCount, calculate_necessary_tiles  # noqa: PLC0415

    players = PlayerCount.FOUR

    def around(counts: Counts) -> list[Around]:
        found = [calculate_necessary_tiles(counts, players)]
        for kind, held in enumerate(counts):
            if held:
                counts[kind] -= 1
                found.append(calculate_necessary_tiles(counts, players))
                counts[kind] += 1
        return found

    return {"xiangting": around}


def divider() -> Callable[[Counts], int] | None:
    """Return what splits a hand and says in how many ways, if it is installed."""
    if importlib.util.find_spec("mahjong") is None:
        return None
    from mahjong.hand_calculating.divider import HandDivider  # noqa: PLC0415

    return lambda counts: len(HandDivider.divide_hand(counts))
