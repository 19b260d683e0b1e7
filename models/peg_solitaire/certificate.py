"""Why a goal can't be reached: the arguments that others can check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from models.peg_solitaire.board import Board


@dataclass(frozen=True, slots=True)
class PositionClass:
    """Start and goal differ in their position class (the rule of three).

    A jump changes three holes in a row. Of the marked holes each three in a row hold an even
    number, so no jump changes whether the marked holes hold an even or an odd number of pegs. Start
    and goal differ in that.

    Attributes
    ----------
    marked
        The marked holes, as a mask.

    References
    ----------
    .. [1] M. Reiss. Beiträge zur Theorie des Solitär-Spiels. Journal für die reine und angewandte
       Mathematik 54, 344-379, 1857. https://doi.org/10.1515/crll.1857.54.344
    .. [2] N. G. de Bruijn. A solitaire game and its relation to a finite field. Journal of
       Recreational Mathematics 5(2), 133-137, 1972.
    """

    kind: ClassVar[str] = "position-class"
    marked: int

    def to_json(self, board: Board) -> dict[str, Any]:
        """Write it with the places of the marked holes."""
        return {"kind": self.kind, "marked": [list(cell) for cell in board.cells(self.marked)]}


@dataclass(frozen=True, slots=True)
class Pagoda:
    """A pagoda function (resource count): no jump raises it, and the goal has more than the start.

    Attributes
    ----------
    weights
        A whole number a hole, with ``w[source] + w[over] >= w[target]`` for every jump and a
        greater sum over the pegs of the goal than over those of the start; shape (holes,).

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy. Winning Ways for your Mathematical Plays,
       volume 2, chapter 23. Academic Press, 1982.
    """

    kind: ClassVar[str] = "pagoda"
    weights: tuple[int, ...]

    def to_json(self, board: Board) -> dict[str, Any]:
        """Write it with a weight a hole, in reading order."""
        del board
        return {"kind": self.kind, "weights": list(self.weights)}


@dataclass(frozen=True, slots=True)
class Refuted:
    """Weights that no numbers of jumps within a box can meet.

    The weights count every jump ``j`` as ``w[target] - w[source] - w[over]``, and the way from
    start to goal as the difference of their sums. Within the box the jumps make less than that.

    Attributes
    ----------
    weights
        A whole number a hole; shape (holes,).
    """

    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """Either a jump is made at most so often, or more often: both ways are refuted.

    Attributes
    ----------
    jump
        The jump, by its place in ``Board.jumps``.
    most
        How often it is made at most in the first way.
    at_most, more
        What refutes each way.
    """

    jump: int
    most: int
    at_most: Refuted | Split
    more: Refuted | Split


@dataclass(frozen=True, slots=True)
class JumpCounts:
    """No whole numbers of jumps, whatever their order, lead from the start to the goal.

    How often each jump is made, ``x``, must solve ``A x = goal - start`` with a row a hole: a jump
    adds a peg at its target and takes one at its source and over. Every jump is made from 0 times
    up to as many times as pegs must go. The tree splits that box until weights refute each part.

    Attributes
    ----------
    tree
        The refutation.
    """

    kind: ClassVar[str] = "jump-counts"
    tree: Refuted | Split

    def to_json(self, board: Board) -> dict[str, Any]:
        """Write the tree; a jump as its source and target."""
        return {"kind": self.kind, "tree": _tree_json(self.tree, board)}


def _tree_json(node: Refuted | Split, board: Board) -> dict[str, Any]:
    if isinstance(node, Refuted):
        return {"weights": list(node.weights)}
    jump = board.jumps[node.jump]
    return {
        "jump": [list(board.holes[jump.source]), list(board.holes[jump.target])],
        "most": node.most,
        "at_most": _tree_json(node.at_most, board),
        "more": _tree_json(node.more, board),
    }


@dataclass(frozen=True, slots=True)
class Exhaustion:
    """Every position that can be reached was looked at, and the goal is not among them.

    Attributes
    ----------
    positions
        How many were looked at; those that symmetry or an argument ruled out are not counted.
    """

    kind: ClassVar[str] = "exhaustion"
    positions: int

    def to_json(self, board: Board) -> dict[str, Any]:
        """Write it."""
        del board
        return {"kind": self.kind, "positions": self.positions}


type Certificate = PositionClass | Pagoda | JumpCounts | Exhaustion
"""Why a goal can't be reached."""
