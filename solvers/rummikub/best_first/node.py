"""A state in the queue of a search."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.rummikub.best_first.state import State


@dataclass(slots=True, eq=False)
class Node:
    """A state, and how the search came to it.

    Attributes
    ----------
    state
        The state.
    value
        Its heuristic.
    loose
        Tiles in illegal collections, whatever the heuristic: what would go back to the hand.
    depth
        Moves from the start.
    born
        How many states were met before it: ties go to the eldest.
    expanded
        Whether its moves have been looked at.
    """

    state: State
    value: int
    loose: int
    depth: int
    born: int
    expanded: bool = False
