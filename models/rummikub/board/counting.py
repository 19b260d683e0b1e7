"""Parts of a board that count the elementary steps: what a proof of its costs stands on.

A step is one look-up in a map, one entry written or struck out, one neighbour of a tile read or
linked, and one element of whatever is gone through as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from models.rummikub.board.chains import Link, Parts
from models.rummikub.board.place import Place
from models.rummikub.tiles import Tile

_AT_A_KEY = ("__getitem__", "__setitem__", "__delitem__", "__contains__", "get", "pop")
_ALL = ("__iter__", "__reversed__", "keys", "values", "items", "copy", "clear", "__eq__")
# These could hide any number of steps, so a board that used them would not be counted right.
_BARRED = ("update", "setdefault", "popitem", "__or__", "__ior__")


class CountedParts(Parts):
    """Makes maps and links that count.

    Attributes
    ----------
    steps
        The steps that were taken so far.
    """

    def __init__(self) -> None:
        self.steps = 0
        self._map = type("CountedMap", (dict,), _methods(self))
        self._link = type("CountedLink", (Link,), _accesses(self))

    def map[K, V](self) -> dict[K, V]:
        """Make an empty map."""
        made: dict[K, V] = self._map()
        return made

    def link(self, place: Place, tile: Tile) -> Link:
        """Make a tile that is linked to no other."""
        made: Link = self._link(place, tile)
        return made


def _methods(parts: CountedParts) -> dict[str, Any]:
    def at_a_key(name: str) -> Callable[..., Any]:
        plain = getattr(dict, name)

        def counted(self: dict[Any, Any], *arguments: Any) -> Any:
            parts.steps += 1
            return plain(self, *arguments)

        return counted

    def all_of_it(name: str) -> Callable[..., Any]:
        plain = getattr(dict, name)

        def counted(self: dict[Any, Any], *arguments: Any) -> Any:
            parts.steps += len(self)
            return plain(self, *arguments)

        return counted

    barred = dict.fromkeys(_BARRED)
    return (
        {name: at_a_key(name) for name in _AT_A_KEY}
        | {name: all_of_it(name) for name in _ALL}
        | barred
    )


def _accesses(parts: CountedParts) -> dict[str, Any]:
    def read(self: Link, name: str) -> Any:
        if name in ("left", "right"):
            parts.steps += 1
        return object.__getattribute__(self, name)

    def write(self: Link, name: str, value: object) -> None:
        parts.steps += 1
        object.__setattr__(self, name, value)

    return {"__slots__": (), "__getattribute__": read, "__setattr__": write}
