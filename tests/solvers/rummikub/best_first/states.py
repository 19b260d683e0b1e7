"""States written by hand, and read."""

from collections.abc import Sequence

from models.defects import Defects
from models.rummikub.notation import read_tiles
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile
from solvers.rummikub.best_first.collection import Collections, Tiles
from solvers.rummikub.best_first.state import Space, State


def places(written: str, rules: Rules) -> Tiles:
    """Tiles as a collection has them."""
    defects = Defects()
    tiles = read_tiles(written, rules, (), defects)
    defects.raise_if_any()
    return tuple(sorted(rules.order[tile] for tile in tiles))


def state_of(space: Space, rules: Rules, *written: str) -> State:
    """The state of these collections."""
    numbers = [space.collections.number(places(tiles, rules)) for tiles in written]
    return tuple(sorted(n for n in numbers if n is not None))


def tiles_in(collections: Collections, number: int, rules: Rules) -> str:
    """A collection, written."""
    kinds: Sequence[Tile] = tuple(rules.order)
    return " ".join(str(kinds[tile]) for tile in collections.tiles[number])


def written(space: Space, rules: Rules, state: State) -> list[str]:
    """The collections of a state, written and sorted."""
    return sorted(tiles_in(space.collections, number, rules) for number in state)
