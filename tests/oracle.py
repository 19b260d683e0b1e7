"""Brute force: small enough to be obviously right, and sharing no code with what it judges.

It tries every part of the hand, every choice of table sets to keep, and every way to cut the rest
into sets, straight from the definition of a set.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from models.rummikub.objective import Term
from models.rummikub.position import Position
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile

type Tiles = tuple[Tile, ...]


def best_value_as_set(tiles: Sequence[Tile], rules: Rules) -> int | None:
    """What the tiles are worth as one set, read as favourably as can be; None if they are none."""
    real = [tile for tile in tiles if tile.colour != "J"]
    jokers = len(tiles) - len(real)
    cap = rules.max_jokers_in_set
    if len(tiles) < rules.min_set_size or (cap is not None and jokers > cap):
        return None
    worth = []
    for number in range(1, rules.numbers + 1):
        colours = [tile.colour for tile in real]
        if (
            all(tile.number == number for tile in real)
            and len(set(colours)) == len(colours)
            and len(tiles) <= len(rules.colours)
        ):
            worth.append(number * len(tiles))
        window = range(number, number + len(tiles))
        numbers = [tile.number for tile in real]
        if (
            len(set(colours)) <= 1
            and len(set(numbers)) == len(numbers)
            and set(numbers) <= set(window)
            and window[-1] <= rules.numbers
        ):
            worth.append(sum(window))
    return max(worth, default=None)


@lru_cache(maxsize=100_000)
def most_points(tiles: Tiles, rules: Rules) -> int | None:
    """The greatest value of a way to cut sorted tiles into sets; None if there is no way."""
    if not tiles:
        return 0
    first, rest = tiles[0], tiles[1:]
    best = None
    for size in range(rules.min_set_size - 1, len(rest) + 1):
        for others in set(combinations(rest, size)):
            worth = best_value_as_set((first, *others), rules)
            if worth is not None:
                left = Counter(rest) - Counter(others)
                more = most_points(tuple(sorted(left.elements())), rules)
                if more is not None and (best is None or worth + more > best):
                    best = worth + more
    return best


def parts[T](counts: Counter[T]) -> Iterator[Counter[T]]:
    """Every sub-multiset."""
    for chosen in product(*(range(count + 1) for count in counts.values())):
        yield Counter(dict(zip(counts, chosen, strict=True)))


def optimum(position: Position, objective: Sequence[Term]) -> tuple[int, ...] | None:
    """The lexicographic optimum; None if the table can't be laid out."""
    rules = position.rules
    old = Counter(tuple(sorted(meld.tiles)) for meld in position.table)
    found = []
    for played in parts(Counter(position.hand)):
        if not position.opened:
            pool = tuple(sorted(played.elements()))
            points = most_points(pool, rules)
            if not pool or (points is not None and points >= rules.initial_meld_points):
                found.append(values(position, objective, played, old.total()))
            continue
        for kept in parts(old):
            pool_counts = Counter(position.table_counts) + played
            for tiles, times in kept.items():
                for tile in tiles:
                    pool_counts[tile] -= times
            if most_points(tuple(sorted(pool_counts.elements())), rules) is not None:
                found.append(values(position, objective, played, kept.total()))
    if not found:
        return None
    signs = [-1 if term == Term.PENALTY else 1 for term in objective]
    return max(found, key=lambda v: [s * x for s, x in zip(signs, v, strict=True)])


def values(
    position: Position, objective: Sequence[Term], played: Counter[Tile], kept: int
) -> tuple[int, ...]:
    """The value of each term."""
    left = Counter(position.hand) - played
    penalty = position.rules.joker_penalty
    known = {
        Term.TILES: played.total(),
        Term.VALUE: sum(tile.number * n for tile, n in played.items() if tile.colour != "J"),
        Term.PENALTY: sum((penalty if t.colour == "J" else t.number) * n for t, n in left.items()),
        Term.KEPT_SETS: kept,
        Term.HELD_JOKERS: sum(n for tile, n in left.items() if tile.colour == "J"),
    }
    return tuple(known[term] for term in objective)
