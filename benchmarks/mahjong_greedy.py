"""The greedy test for a win as published, against ours: the share of wins in three suits it misses.

It was published for tiles of one suit (https://stackoverflow.com/a/4155177), and is taken here for
several as it stands.

Of random wins, by running both; and of all there are, by counting. The published test takes, of
each number that the pair may have by the sum of the tiles, the first tile of which there are two.
That is right if and only if no earlier suit has two of it, and the suit of the pair splits into
sets without it. So of an earlier suit only the numbers of which it has two matter, and suits are
counted once instead of hands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.table import Table

from models.mahjong.blocks import PAIR
from models.mahjong.hand import Hand
from models.mahjong.rules import PRESETS
from models.mahjong.tiles import Tile
from solvers.mahjong.greedy import split

SEED = 4
WINS, SMOKE_WINS = 3_000, 200
SETS = 4
ALL_WINS = 5_237_550
"""Complete hands of 14 tiles in three suits."""

_RULES = PRESETS["no-honours"]
_NUMBERS, _COPIES = _RULES.numbers, _RULES.copies

type Held = tuple[int, ...]
type Numbers = frozenset[int]


def published(hand: Hand) -> bool:
    """Say whether a hand without honours is complete, as the published test does."""
    total = sum(tile.number for tile in hand.tiles)
    for number in _numbers():
        twice = [t for t in hand.rules.kinds if t.number == number and hand.tiles.count(t) >= 2]
        if (2 * number - total) % 3 == 0 and twice and _only_sets(hand, twice[0]):
            return True
    return False


def random_wins(count: int, seed: int = SEED) -> list[Hand]:
    """Draw complete hands of 14 tiles in three suits: four sets and a pair, each as likely."""
    rng = random.Random(seed)
    sets = [block for block in _RULES.blocks if block.kind != PAIR]
    pairs = [block for block in _RULES.blocks if block.kind == PAIR]
    found: list[Hand] = []
    while len(found) < count:
        blocks = [*rng.choices(sets, k=SETS), rng.choice(pairs)]
        tiles = [tile for block in blocks for tile in block.tiles]
        if max(Counter(tiles).values()) <= _COPIES:
            found.append(Hand(_RULES, tuple(tiles)))
    return found


def missed_of_all() -> tuple[int, int]:
    """Count the wins of 14 tiles in three suits, and those that the published test misses."""
    bare = _holdings_of_sets()
    wins = missed = 0
    for rest in range(3):
        # Of a suit of so many sets: how many holdings have two of just these numbers, all of which
        # leave this over when divided by three.
        twice = [Counter(_twice(held, rest) for held in holdings) for holdings in bare]
        for sets, pairs in enumerate(_pairs_of(holdings) for holdings in bare):
            for right, times in pairs.items():
                if min(right) % 3 != rest:
                    continue
                for one, other, ways in _two_suits(twice, SETS - sets):
                    # The suit of the pair comes first, second, or last.
                    for earlier in (frozenset(), one, one | other):
                        wins += times * ways
                        missed += times * ways * (right <= earlier)
    return wins, missed


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print how many wins each form misses."""
    del repeat
    wins = random_wins(SMOKE_WINS if smoke else WINS)
    table = Table(title="wins of 14 tiles in three suits that a greedy test misses")
    for heading in ("form", "of", "missed", "share"):
        table.add_column(heading, justify="left" if heading == "form" else "right")
    missed = sum(not published(hand) for hand in wins)
    ours = sum(split(hand) is None for hand in wins)
    assert not ours
    every, missed_in_all = missed_of_all()
    assert every == ALL_WINS
    for form, count, wrong in (
        ("published, random wins", len(wins), missed),
        ("published, all wins there are", every, missed_in_all),
        ("ours, random wins", len(wins), ours),
    ):
        table.add_row(form, f"{count:,}", f"{wrong:,}", f"{100 * wrong / count:.2f} %")
    out.print(table)


def _only_sets(hand: Hand, pair: Tile) -> bool:
    """Whether the hand without the pair is sets: the lowest tile decides."""
    held = Counter(hand.tiles)
    held[pair] -= 2
    for suit, number in hand.rules.kinds:
        count = held[Tile(suit, number)]
        run = [Tile(suit, number + more) for more in (0, 1, 2)]
        runs = count % 3
        held[Tile(suit, number)] -= count - runs
        if runs and any(held[tile] < runs for tile in run):
            return False
        for tile in run:
            held[tile] -= runs
    return not any(held.values())


def _holdings_of_sets() -> list[set[Held]]:
    """Return the holdings of one suit that are 0 to 4 sets, grown set by set."""
    blocks = [
        tuple(sum(tile.number == number for tile in block.tiles) for number in _numbers())
        for block in _RULES.blocks
        if block.kind != PAIR and block.first.suit == _RULES.suits[0]
    ]
    found: list[set[Held]] = [{(0,) * _NUMBERS}]
    for _ in range(SETS):
        grown = (_sum(held, block) for held in found[-1] for block in blocks)
        found.append({held for held in grown if max(held) <= _COPIES})
    return found


def _pairs_of(holdings: set[Held]) -> Mapping[Numbers, int]:
    """Give each of these holdings a pair: which numbers it can then be of, and how often."""
    right: dict[Held, set[int]] = {}
    for held in holdings:
        for number in _numbers():
            grown = _sum(held, tuple(2 * (number == other) for other in _numbers()))
            if max(grown) <= _COPIES:
                right.setdefault(grown, set()).add(number)
    return Counter(frozenset(numbers) for numbers in right.values())


def _two_suits(twice: list[Counter[Numbers]], sets: int) -> Iterator[tuple[Numbers, Numbers, int]]:
    """Return what two other suits of so many sets have two of, and in how many ways."""
    for here in range(sets + 1):
        for one, times in twice[here].items():
            for other, more in twice[sets - here].items():
                yield one, other, times * more


def _twice(held: Held, rest: int) -> Numbers:
    return frozenset(
        n for n, count in zip(_numbers(), held, strict=True) if count > 1 and n % 3 == rest
    )


def _numbers() -> range:
    return range(1, _NUMBERS + 1)


def _sum(held: Held, more: Held) -> Held:
    return tuple(map(sum, zip(held, more, strict=True)))
