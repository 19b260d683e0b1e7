"""What is known by counting: hands of one suit that are complete."""

from collections import Counter
from collections.abc import Iterator

import pytest

from models.mahjong.hand import Hand
from models.mahjong.rules import PRESETS
from solvers.mahjong.dp import DP
from solvers.mahjong.greedy import split
from solvers.result import Limits

RULES = PRESETS["one-suit"]


def holdings(tiles: int, kinds: int, copies: int) -> Iterator[tuple[int, ...]]:
    """Every way to hold so many tiles."""
    if kinds == 0:
        if tiles == 0:
            yield ()
        return
    for count in range(min(tiles, copies) + 1):
        for rest in holdings(tiles - count, kinds - 1, copies):
            yield (count, *rest)


def hand_of(counts: tuple[int, ...]) -> Hand:
    tiles = (tile for tile, n in zip(RULES.kinds, counts, strict=True) for _ in range(n))
    return Hand(RULES, tuple(tiles))


def test_13259_of_118800_hands_of_14_tiles_are_wins_and_the_greedy_test_sees_each() -> None:
    """Ways: 11,984 hands have one, 1,087 two, 172 three, 16 four."""
    ways: Counter[int] = Counter()
    for counts in holdings(14, 9, 4):
        where = hand_of(counts)
        answer = DP.decompose(where, Limits()).answer
        found = 0 if answer is None else len(answer.found)
        ways[found] += 1
        assert (split(where) is not None) == (found > 0), counts
    assert ways.total() == 118_800
    assert dict(ways) == {0: 118_800 - 13_259, 1: 11_984, 2: 1_087, 3: 172, 4: 16}


def completions(sets: int) -> set[tuple[int, ...]]:
    """The holdings of one suit that are so many sets, grown set by set; no copy limit but four."""
    found: set[tuple[int, ...]] = {(0,) * 9}
    blocks: list[tuple[int, ...]] = [tuple(3 * (k == n) for k in range(9)) for n in range(9)]
    blocks += [tuple(int(n <= k < n + 3) for k in range(9)) for n in range(7)]
    for _ in range(sets):
        found = {
            grown
            for held in found
            for block in blocks
            if max(grown := tuple(map(sum, zip(held, block, strict=True)))) <= 4
        }
    return found


@pytest.mark.parametrize(("suits", "wins"), [(1, 13_259), (3, 5_237_550)])
def test_the_numbers_of_wins_of_14_tiles_in_one_and_three_suits(suits: int, wins: int) -> None:
    """w(9,1,4) and w(9,3,4): by suits, those with sets alone and the one with the pair."""
    bare = [len(completions(sets)) for sets in range(5)]
    paired: list[int] = []
    for sets in range(5):
        with_pair = set()
        for held in completions(sets):
            for kind in range(9):
                grown = tuple(n + 2 * (k == kind) for k, n in enumerate(held))
                if max(grown) <= 4:
                    with_pair.add(grown)
        paired.append(len(with_pair))
        # Each of them is a win for the backend too.
        if sets < 3:
            for counts in with_pair:
                result = DP.decompose(hand_of(counts), Limits(), every=False)
                assert result.answer is not None
    others = [1, 0, 0, 0, 0]
    for _ in range(suits - 1):
        others = [sum(others[a] * bare[s - a] for a in range(s + 1)) for s in range(5)]
    total = suits * sum(paired[s] * others[4 - s] for s in range(5))
    assert total == wins


def test_20_hands_of_5_tiles_are_wins_in_a_suit_of_4_numbers() -> None:
    """w(4,1,1) = 20 where there are four copies."""
    wins = 0
    for counts in holdings(5, 4, 4):
        where = hand_of((*counts, 0, 0, 0, 0, 0))
        wins += DP.decompose(where, Limits(), every=False).answer is not None
    assert wins == 20
