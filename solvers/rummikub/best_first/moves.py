"""The moves of the search: take one tile off a collection, or add a loose one to it."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.rummikub.best_first.collection import Collections
from solvers.rummikub.best_first.state import State

type Change = tuple[State, State]
"""Collections that go, and those that come in their place."""


def changes(collections: Collections, state: State) -> Iterator[Change]:
    """List the moves from a state, in an order that only depends on the state.

    Equal collections are not told apart. A loose tile is a collection of one: added to another, it
    makes two, from which any run or group grows.
    """
    distinct = sorted(set(state))
    for number in distinct:
        for parts in collections.taken(number):
            yield (number,), parts
    for loose in distinct:
        if len(collections.tiles[loose]) > 1:
            continue
        for number in distinct:
            # Two loose tiles make the same pair whichever is added to the other.
            both_loose = len(collections.tiles[number]) == 1
            if number == loose or (both_loose and number < loose):
                continue
            whole = collections.joined(number, loose)
            if whole is not None:
                yield (number, loose), (whole,)
    # Two equal tiles are in no run and no group together, unless they are jokers.
    for loose in distinct:
        if len(collections.tiles[loose]) == 1 and state.count(loose) > 1:
            whole = collections.joined(loose, loose)
            if whole is not None:
                yield (loose, loose), (whole,)


def after(state: State, change: Change) -> State:
    """Return the state after a move."""
    gone, come = change
    numbers = list(state)
    for number in gone:
        numbers.remove(number)
    numbers += come
    numbers.sort()
    return tuple(numbers)
