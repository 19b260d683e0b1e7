"""Mahjong hands: microseconds a hand, beside other solvers where they are installed.

Every distance is compared with that of every other way, every number of decompositions too.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import mahjong_peers
from models.mahjong.blocks import PAIR, Shape
from models.mahjong.distance import DEFAULT_FORMS
from models.mahjong.hand import Hand
from models.mahjong.rules import PRESETS
from models.mahjong.tiles import Tile
from solvers.mahjong import solve
from solvers.mahjong.dp import DP, distances
from solvers.mahjong.greedy import split
from solvers.mahjong.ilp import ILP
from solvers.result import Limits

SEED = 14
_RULES = PRESETS["standard"]
_LIMITS = Limits()
_ROUNDS = 3

# The slowest ways are measured on fewer hands: their share of the time would be all of it.
_FEW = 200

type Way = Callable[[Sequence[Hand]], list[int]]


def random_hands(count: int) -> list[Hand]:
    """Deal hands of 14 tiles."""
    rng = random.Random(SEED)
    box = [tile for tile in _RULES.kinds for _ in range(_RULES.copies)]
    return [Hand(_RULES, tuple(rng.sample(box, 14))) for _ in range(count)]


def random_wins(count: int) -> list[Hand]:
    """Draw complete hands of 14 tiles, no two the same: four sets and a pair, each as likely."""
    rng = random.Random(SEED)
    sets = [b for b in _RULES.blocks if b.kind != PAIR]
    runs = [b for b in sets if b.kind == Shape.RUN]
    pairs = [b for b in _RULES.blocks if b.kind == PAIR]
    found: dict[tuple[Tile, ...], Hand] = {}
    while len(found) < count:
        # Half of the hands keep to one suit: they have more than one decomposition more often.
        pool = [b for b in sets if b.first.suit == "m"] if rng.random() < 0.5 else sets + runs
        chosen = [*rng.choices(pool, k=4), rng.choice(pairs)]
        tiles = [tile for block in chosen for tile in block.tiles]
        if max(Counter(tiles).values()) <= _RULES.copies:
            hand = Hand(_RULES, tuple(tiles))
            found[hand.tiles] = hand
    return list(found.values())


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print a table of distances, and one of decompositions."""
    rounds = max(repeat, 1 if smoke else _ROUNDS)
    _distances(out, random_hands(200 if smoke else 10_000), rounds)
    _decompositions(out, random_wins(200 if smoke else 2_000), rounds)


def _distances(out: Console, hands: list[Hand], rounds: int) -> None:
    counts = [list(hand.counts) for hand in hands]
    array = np.array(counts)

    def one_by_one(measure: Callable[[Hand], int | None]) -> Way:
        return lambda some: [-1 if (d := measure(hand)) is None else d for hand in some]

    def dp(hand: Hand, *, details: bool) -> int | None:
        answer = DP.distance(hand, DEFAULT_FORMS, _LIMITS, details=details).answer
        return None if answer is None else answer.exchanges

    def verified(hand: Hand, *, details: bool) -> int | None:
        answer = solve.distance(hand, details=details).answer
        return None if answer is None else answer.exchanges

    def ilp(hand: Hand) -> int | None:
        answer = ILP.distance(hand, DEFAULT_FORMS, _LIMITS, details=False).answer
        return None if answer is None else answer.exchanges

    ways: dict[str, Way] = {
        "dp, batch": lambda some: distances(array[: len(some)]).tolist(),
        "dp": one_by_one(lambda hand: dp(hand, details=False)),
        "dp, verified": one_by_one(lambda hand: verified(hand, details=False)),
        "dp, useful tiles and discards": one_by_one(lambda hand: dp(hand, details=True)),
        "the same, verified": one_by_one(lambda hand: verified(hand, details=True)),
        "ilp": one_by_one(ilp),
    }
    for name, peer in mahjong_peers.distances().items():
        ways[name] = lambda some, peer=peer: [peer(one) for one in counts[: len(some)]]  # type: ignore[misc]
    times = _timed(ways, hands, rounds, few={"ilp"}, lower={"xiangting"})
    _print(out, "distance of 14 random tiles", times, len(hands), "dp, batch")


def _decompositions(out: Console, hands: list[Hand], rounds: int) -> None:
    counts = [list(hand.counts) for hand in hands]
    pairs = [_seven_pairs(hand) for hand in hands]

    def number(found: Callable[[Hand], int]) -> Way:
        return lambda some: [found(hand) for hand in some]

    def dp(hand: Hand) -> int:
        answer = DP.decompose(hand, _LIMITS).answer
        return 0 if answer is None else len(answer.found)

    def verified(hand: Hand) -> int:
        answer = solve.decompose(hand).answer
        return 0 if answer is None else len(answer.found)

    def ilp(hand: Hand) -> int:
        answer = ILP.decompose(hand, _LIMITS).answer
        return 0 if answer is None else len(answer.found)

    ways: dict[str, Way] = {
        "dp": number(dp),
        "dp, verified": number(verified),
        "ilp": number(ilp),
    }
    divide = mahjong_peers.divider()
    if divide is not None:
        # It counts seven pairs as one more way.
        ways["mahjong, HandDivider"] = lambda some: [
            divide(one) - more for one, more in zip(counts[: len(some)], pairs, strict=False)
        ]
    times = _timed(ways, hands, rounds, few={"ilp"})
    assert all(split(hand) is not None for hand in hands)
    _print(out, "every decomposition of a win of 14 tiles", times, len(hands), "dp")


def _seven_pairs(hand: Hand) -> int:
    return int(set(hand.counts) == {0, 2})


def _timed(
    ways: Mapping[str, Way],
    hands: Sequence[Hand],
    rounds: int,
    few: set[str],
    lower: set[str] = frozenset(),  # type: ignore[assignment]
) -> dict[str, float]:
    """Time each way in turn, round by round: microseconds a hand, the least of the rounds.

    Raises
    ------
    AssertionError
        If two ways differ, or one in ``lower`` says more: those know forms that others do not.
    """
    times: dict[str, float] = {}
    known: list[int] | None = None
    for turn in range(rounds):
        for name, way in ways.items():
            some = hands[:_FEW] if name in few else hands
            if turn and name in few:
                continue
            started = time.perf_counter()
            found = way(some)
            microseconds = 1e6 * (time.perf_counter() - started) / len(some)
            times[name] = min(times.get(name, microseconds), microseconds)
            known = known or found
            same = zip(found, known, strict=False)
            assert all(a <= b if name in lower else a == b for a, b in same), name
    return times


def _print(out: Console, title: str, times: Mapping[str, float], count: int, base: str) -> None:
    table = Table(title=f"{title}: {count} hands, microseconds a hand")
    table.add_column("way")
    table.add_column("µs", justify="right")
    table.add_column(f"times that of {base}", justify="right")
    for name, microseconds in times.items():
        table.add_row(name, f"{microseconds:.2f}", f"{microseconds / times[base]:.1f}")
    out.print(table)
