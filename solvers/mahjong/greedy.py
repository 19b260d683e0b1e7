"""``greedy``: the one-pass test for a win, for hands without wild tiles.

Numbers of a triplet add up to a multiple of three, and so do those of a run: what the sum of a suit
leaves over names the pair's number up to a multiple of three. Once the pair is gone the lowest tile
decides: fewer than three of it can only start runs, and of three or more three may as well be a
triplet (three equal runs are three triplets). The published form takes the first pair that has the
right number; here each is tried, in the suit whose count says that the pair is there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.decomposition import Decomposition, Decompositions, in_order
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import HONOUR_LETTER, Tile
from solvers.mahjong.backend import Question
from solvers.result import Budget, Limits, Result, Stats, Status, Stop


@dataclass(frozen=True, slots=True)
class Greedy:
    """The backend; see :class:`solvers.mahjong.backend.Backend` for the attributes."""

    name: str = "greedy"
    summary: str = "the sum names the pair, then the lowest tile decides; tests for a win only"
    exact: bool = True
    questions: frozenset[Question] = field(default=frozenset({Question.WIN}))

    def refusal(self, hand: Hand) -> str | None:
        """Say that there are wild tiles, or ``None``."""
        if not hand.wilds:
            return None
        return f"greedy takes no wild tiles: this hand has {hand.wilds}"

    def decompose(
        self, hand: Hand, limits: Limits, *, every: bool = False
    ) -> Result[Decompositions]:
        """Split a hand in one way; whatever is asked, it lists no more."""
        budget = Budget(limits)
        started = time.perf_counter()
        reason = budget.exhausted()
        if reason is not None:
            return Result(Status.NO_ANSWER, reason, None, (), self.name)
        budget.spent += 1
        blocks = split(hand)
        stats = Stats(solve_seconds=time.perf_counter() - started, nodes=budget.spent)
        if blocks is None:
            return Result(Status.INFEASIBLE, Stop.COMPLETED, None, (), self.name, stats)
        answer = Decompositions((Decomposition(in_order(hand.rules, blocks)),), complete=False)
        status = Status.FEASIBLE if every else Status.OPTIMAL
        return Result(status, Stop.COMPLETED, answer, (), self.name, stats)


GREEDY = Greedy()


def split(hand: Hand) -> tuple[Block, ...] | None:
    """Return the blocks of one way to split a hand without wild tiles, or ``None``."""
    rules = hand.rules
    if len(hand.tiles) != hand.complete_size:
        return None
    blocks: list[Block] = []
    pairs = 0
    for suit, counts in _suits(rules, hand.counts):
        over = sum(counts) % 3
        if over == 1:
            return None
        pairs += over == 2
        found = _with_pair(rules, suit, counts) if over else _sets(rules, suit, counts)
        if found is None:
            return None
        blocks += found
    return tuple(blocks) if pairs == rules.pair else None


def _suits(rules: Rules, counts: Sequence[int]) -> Iterator[tuple[str, Sequence[int]]]:
    for place, suit in enumerate(rules.suits):
        yield suit, counts[place * rules.numbers : (place + 1) * rules.numbers]
    if rules.honours:
        yield HONOUR_LETTER, counts[-rules.honours :]


def _with_pair(rules: Rules, suit: str, counts: Sequence[int]) -> list[Block] | None:
    total = sum(number * count for number, count in enumerate(counts, 1))
    for number, count in enumerate(counts, 1):
        # Twice the pair's number is the sum, but for multiples of three.
        if count < 2 or (2 * number - total) % 3:
            continue
        found = _sets(rules, suit, [c - 2 * (n == number) for n, c in enumerate(counts, 1)])
        if found is not None:
            tile = Tile(suit, number)
            return [*found, Block(PAIR, tile)]
    return None


def _sets(rules: Rules, suit: str, counts: Sequence[int]) -> list[Block] | None:
    """Take the lowest tile off until nothing is left, or something that makes no set."""
    left = [*counts, 0, 0]
    start = rules.order[Tile(suit, 1)]
    runs_count = Shape.RUN in rules.shapes and suit != HONOUR_LETTER
    blocks: list[Block] = []
    for place in range(len(counts)):
        tile = rules.kinds[start + place]
        triplets = left[place] // 3 if Shape.TRIPLET in rules.shapes else 0
        runs = left[place] - 3 * triplets
        blocks += [Block(Shape.TRIPLET, tile)] * triplets
        if not runs:
            continue
        if not runs_count or min(left[place + 1], left[place + 2]) < runs:
            return None
        left[place + 1] -= runs
        left[place + 2] -= runs
        blocks += [Block(Shape.RUN, tile)] * runs
    return blocks
