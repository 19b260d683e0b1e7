"""Mahjong hands: microseconds a hand, beside other solvers where they are installed.

Every distance is compared with that of every other way, every number of decompositions too.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import mahjong_peers
from benchmarks.mahjong_peers import Around
from models.mahjong.blocks import PAIR, Shape
from models.mahjong.distance import DEFAULT_FORMS, Distance, Form, Forms
from models.mahjong.hand import Hand
from models.mahjong.rules import PRESETS
from models.mahjong.tiles import WILD, Tile
from solvers.mahjong import solve
from solvers.mahjong.dp import DP
from solvers.mahjong.dp.batch import distances
from solvers.mahjong.greedy import split
from solvers.mahjong.ilp import ILP
from solvers.result import Limits

SEED = 14
_RULES = PRESETS["standard"]
_LIMITS = Limits()
_ROUNDS = 3

# The slowest ways are measured on fewer hands: their share of the time would be all of it.
_FEW = 200

type Way[Found] = Callable[[Sequence[Hand]], list[Found]]


def random_hands(count: int, size: int = 14, *, wilds: int = 0, visible: int = 0) -> list[Hand]:
    """Deal hands, so many of their tiles wild, with so many others visible."""
    rng = random.Random(SEED)
    box = [tile for tile in _RULES.kinds for _ in range(_RULES.copies)]
    natural = size - wilds
    hands = []
    for _ in range(count):
        dealt = rng.sample(box, natural + visible)
        tiles = (*dealt[:natural], *(WILD,) * wilds)
        hands.append(Hand(_RULES, tiles, tuple(dealt[natural:])))
    return hands


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
    """Print a table of distances, one of what is around, and one of decompositions."""
    missing = mahjong_peers.missing()
    if missing:
        out.print(f"not measured, for it is not installed: {', '.join(missing)}")
    rounds = max(repeat, 1 if smoke else _ROUNDS)
    _distances(out, random_hands(200 if smoke else 10_000), rounds)
    _surroundings(out, 200 if smoke else 2_000, rounds)
    _decompositions(out, random_wins(200 if smoke else 2_000), rounds)


def _distances(out: Console, hands: list[Hand], rounds: int) -> None:
    counts = [list(hand.counts) for hand in hands]
    array = np.array(counts)

    def one_by_one(measure: Callable[[Hand], int | None]) -> Way[int]:
        return lambda some: [-1 if (d := measure(hand)) is None else d for hand in some]

    def dp(hand: Hand) -> int | None:
        answer = DP.distance(hand, DEFAULT_FORMS, _LIMITS, details=False).answer
        return None if answer is None else answer.exchanges

    def verified(hand: Hand) -> int | None:
        answer = solve.distance(hand, details=False).answer
        return None if answer is None else answer.exchanges

    def ilp(hand: Hand) -> int | None:
        answer = ILP.distance(hand, DEFAULT_FORMS, _LIMITS, details=False).answer
        return None if answer is None else answer.exchanges

    ways: dict[str, Way[int]] = {
        "dp, batch": lambda some: distances(array[: len(some)]).tolist(),
        "dp": one_by_one(dp),
        "dp, verified": one_by_one(verified),
        "ilp": one_by_one(ilp),
    }
    for name, peer in mahjong_peers.distances().items():
        ways[name] = lambda some, peer=peer: [peer(one) for one in counts[: len(some)]]  # type: ignore[misc]

    def fits(name: str, one: int, first: int) -> bool:
        # It knows forms that the others are not asked for.
        return one <= first if name == "xiangting" else one == first

    times = _timed(ways, hands, rounds, few={"ilp"}, fits=fits)
    _print(out, "distance of 14 random tiles", times, len(hands), "dp, batch")


def _surroundings(out: Console, count: int, rounds: int) -> None:
    """Measure single calls with useful tiles and all discards, of several kinds of hand."""
    hands = random_hands(count)
    every = tuple(Form)
    counts = [list(hand.counts) for hand in hands]

    def around(hand: Hand, forms: Forms) -> list[Around]:
        return _around(DP.distance(hand, forms, _LIMITS).answer)

    def verified(hand: Hand, forms: Forms) -> list[Around]:
        return _around(solve.distance(hand, forms).answer)

    some: dict[str, tuple[list[Hand], Forms]] = {
        "14 tiles": (hands, DEFAULT_FORMS),
        "14 tiles, three forms": (hands, every),
        "14 tiles, 40 visible": (random_hands(count, visible=40), DEFAULT_FORMS),
        "13 tiles, 40 visible": (random_hands(count, 13, visible=40), DEFAULT_FORMS),
        "14 tiles, a wild one, 40 visible": (
            random_hands(count, wilds=1, visible=40),
            DEFAULT_FORMS,
        ),
        "17 tiles": (random_hands(count, 17), DEFAULT_FORMS),
        "35 tiles": (random_hands(count // 10, 35), DEFAULT_FORMS),
    }
    times: dict[str, float] = {}
    for name, (asked, forms) in some.items():
        ways: dict[str, Way[list[Around]]] = {
            f"dp, {name}": lambda few, forms=forms: [around(hand, forms) for hand in few],  # type: ignore[misc]
            "the same, verified": lambda few, forms=forms: [  # type: ignore[misc]
                verified(hand, forms) for hand in few
            ],
        }
        if forms == every:
            for peer, ask in mahjong_peers.surroundings().items():
                ways[f"{peer}, three forms, 1 + 14 calls"] = lambda few, ask=ask: [  # type: ignore[misc]
                    _drawable(hand, ask(one)) for hand, one in zip(few, counts, strict=True)
                ]
        for way, microseconds in _timed(ways, asked, rounds).items():
            times[f"{way} ({name})" if way == "the same, verified" else way] = microseconds
    _print(out, "what is useful now and after each discard", times, count, "dp, 14 tiles")


def _around(answer: Distance | None) -> list[Around]:
    """Return what is useful to a hand, then after each discard of a natural tile."""
    if answer is None or answer.useful is None or answer.discards is None:
        return []
    now = answer.available
    rows = [(now, answer.useful)]
    rows += [(one.exchanges, one.useful) for one in answer.discards if not one.tile.is_wild]
    return [(-1, 0) if far is None else (far, useful) for far, useful in rows]


def _drawable(hand: Hand, found: list[Around]) -> list[Around]:
    """Leave tiles out of which none is left: a discarded tile is not drawn again."""
    left = sum(1 << kind for kind, left in enumerate(hand.left) if left)
    return [(far, useful & left) for far, useful in found]


def _decompositions(out: Console, hands: list[Hand], rounds: int) -> None:
    counts = [list(hand.counts) for hand in hands]
    pairs = [_seven_pairs(hand) for hand in hands]

    def number(found: Callable[[Hand], int]) -> Way[int]:
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

    ways: dict[str, Way[int]] = {
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


def _same(_: str, one: object, other: object) -> bool:
    return one == other


def _timed[Found](
    ways: Mapping[str, Way[Found]],
    hands: Sequence[Hand],
    rounds: int,
    few: Collection[str] = (),
    fits: Callable[[str, Found, Found], bool] = _same,
) -> dict[str, float]:
    """Time each way in turn, round by round: microseconds a hand, the least of the rounds.

    ``few`` are measured once, on fewer hands; ``fits`` compares what a way says with the first one.

    Raises
    ------
    AssertionError
        If what two ways say does not fit together.
    """
    times: dict[str, float] = {}
    known: list[Found] | None = None
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
            pairs = zip(found, known, strict=False)
            assert all(fits(name, one, first) for one, first in pairs), name
    return times


def _print(out: Console, title: str, times: Mapping[str, float], count: int, base: str) -> None:
    table = Table(title=f"{title}: {count} hands, microseconds a hand")
    table.add_column("way")
    table.add_column("µs", justify="right")
    table.add_column(f"times that of {base}", justify="right")
    for name, microseconds in times.items():
        table.add_row(name, f"{microseconds:.2f}", f"{microseconds / times[base]:.1f}")
    out.print(table)
