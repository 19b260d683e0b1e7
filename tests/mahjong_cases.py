"""The Mahjong hands with known truth in tests/data, random rules and hands, and a brute force."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from hypothesis import strategies as st

from models.mahjong.blocks import Shape
from models.mahjong.hand import Hand, hand_from
from models.mahjong.rules import Rules
from models.mahjong.tiles import WILD, Tile
from tests.cases import Case, load

CASES: list[Case] = load("mahjong.json")["cases"]  # type: ignore[call-overload]


def hand(tiles: str, **fields: Any) -> Hand:
    """Read a hand that must be right."""
    return hand_from({"hand": tiles, **fields})


@st.composite
def odd_rules(draw: st.DrawFn) -> Rules:
    """Rules that nobody plays by: other suits, numbers, copies, shapes, with or without a pair."""
    shapes = st.sets(st.sampled_from(Shape), min_size=1).map(tuple)
    return Rules(
        suits=tuple("mps"[: draw(st.integers(1, 3))]),
        numbers=draw(st.integers(1, 6)),
        honours=draw(st.integers(0, 3)),
        copies=draw(st.integers(1, 6)),
        shapes=draw(shapes),
        sets=draw(st.one_of(st.none(), st.integers(0, 5))),
        pair=draw(st.booleans()),
        wilds=draw(st.integers(0, 3)),
    )


standard = st.just(Rules())


@st.composite
def hands(
    draw: st.DrawFn,
    rules: st.SearchStrategy[Rules] = standard,
    most: int = 14,
    *,
    visible: bool = True,
    wilds: bool = True,
) -> Hand:
    """A hand out of the box, and some of the other tiles visible."""
    chosen = draw(rules)
    box = [tile for tile in chosen.kinds for _ in range(chosen.copies)]
    box += [WILD] * chosen.wilds * wilds
    dealt = draw(st.permutations(box))
    size = draw(st.integers(1, min(most, len(box))))
    seen = draw(st.integers(0, min(12, len(box) - size))) if visible else 0
    return Hand(chosen, tuple(dealt[:size]), tuple(dealt[size : size + seen]))


def sets_of(rules: Rules) -> Iterator[tuple[Tile, ...]]:
    """Every set, straight from the definition."""
    for suit, number in rules.kinds:
        if Shape.TRIPLET in rules.shapes:
            yield (Tile(suit, number),) * 3
        if Shape.RUN in rules.shapes and suit != "z" and number + 2 <= rules.numbers:
            yield tuple(Tile(suit, number + more) for more in range(3))


@lru_cache(maxsize=20_000)
def complete_hands(rules: Rules, sets: int, copies: int) -> frozenset[tuple[tuple[Tile, int], ...]]:
    """The tile multisets of every complete hand with at most so many copies; small rules only."""
    found = set()
    pairs: list[tuple[Tile, ...]] = [(tile, tile) for tile in rules.kinds] if rules.pair else [()]
    for chosen in combinations_with_replacement(list(sets_of(rules)), sets):
        for pair in pairs:
            shown = Counter(tile for block in (*chosen, pair) for tile in block)
            if not shown or max(shown.values()) <= copies:
                found.add(tuple(sorted(shown.items())))
    return frozenset(found)


def distance(where: Hand, *, copies: int | None = None, available: bool = False) -> int | None:
    """The distance, by looking at every complete hand."""
    rules = where.rules
    held = Counter(tile for tile in where.tiles if not tile.is_wild)
    left = dict(zip(rules.kinds, where.left, strict=True))
    best: int | None = None
    for target in complete_hands(rules, where.sets, rules.copies if copies is None else copies):
        lacking = Counter(dict(target)) - held
        beyond = sum(max(0, n - left[tile]) for tile, n in lacking.items()) if available else 0
        if beyond <= where.wilds:
            drawn = max(0, lacking.total() - where.wilds)
            best = drawn if best is None else min(best, drawn)
    return best


def ways(where: Hand) -> set[tuple[tuple[str, ...], ...]]:
    """Every way to split a hand, as sorted texts of blocks, by looking at every complete hand."""
    rules = where.rules
    held = Counter(tile for tile in where.tiles if not tile.is_wild)
    found: set[tuple[tuple[str, ...], ...]] = set()
    pairs: list[tuple[Tile, ...]] = [(tile, tile) for tile in rules.kinds] if rules.pair else [()]
    if len(where.tiles) != where.complete_size:
        return found
    for chosen in combinations_with_replacement(list(sets_of(rules)), where.sets):
        for pair in pairs:
            shown = Counter(tile for block in (*chosen, pair) for tile in block)
            if held <= shown and (not shown or max(shown.values()) <= rules.copies):
                texts = (tuple(map(str, block)) for block in (*chosen, pair) if block)
                found.add(tuple(sorted(texts)))
    return found
