"""What makes one move better than another: a list of terms, the first deciding first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum

from models.defects import Defects, Path, short, shown, suggestion
from models.rummikub.move import Move
from models.rummikub.position import Position


class Term(StrEnum):
    """One quantity to make as good as possible, exactly and in whole numbers.

    ``tiles``: the most tiles played. ``value``: the greatest sum of the numbers on the tiles
    played, a joker counting 0. ``penalty``: the fewest points left in the hand, a joker counting
    what the rules say. ``kept_sets``: the most sets of the table left as they are (Den Hertog &
    Hulshof 2006, section 4). ``held_jokers``: the most jokers kept in the hand.
    """

    TILES = "tiles"
    VALUE = "value"
    PENALTY = "penalty"
    KEPT_SETS = "kept_sets"
    HELD_JOKERS = "held_jokers"

    @property
    def smaller_is_better(self) -> bool:
        """Whether a smaller value of the term is the better one."""
        return self is Term.PENALTY

    def better(self, value: int, other: int) -> bool:
        """Whether ``value`` is strictly better than ``other``."""
        return value < other if self.smaller_is_better else value > other


type Objective = tuple[Term, ...]
"""Terms in lexicographic order: a later one only decides between equals in all before it."""

DEFAULT_OBJECTIVE: Objective = (Term.TILES, Term.KEPT_SETS)


def evaluate(term: Term, position: Position, move: Move) -> int:
    """Work out the value of a term from a move, in whole numbers."""
    return _EVALUATE[term](position, move)


def evaluate_all(objective: Objective, position: Position, move: Move) -> tuple[int, ...]:
    """Work out the value of every term of an objective."""
    return tuple(evaluate(term, position, move) for term in objective)


def is_better(objective: Objective, values: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether ``values`` beat ``other``, the first term that differs deciding."""
    for term, value, rival in zip(objective, values, other, strict=True):
        if value != rival:
            return term.better(value, rival)
    return False


def _penalty(position: Position, move: Move) -> int:
    left = position.hand_counts - Counter(move.played)
    return sum(
        count * (position.rules.joker_penalty if tile.is_joker else tile.number)
        for tile, count in left.items()
    )


def _kept_sets(position: Position, move: Move) -> int:
    return sum((position.table_keys & Counter(meld.key for meld in move.table)).values())


_EVALUATE: Mapping[Term, Callable[[Position, Move], int]] = {
    Term.TILES: lambda _, move: len(move.played),
    Term.VALUE: lambda _, move: sum(tile.number for tile in move.played),
    Term.PENALTY: _penalty,
    Term.KEPT_SETS: _kept_sets,
    Term.HELD_JOKERS: lambda position, move: (
        sum(t.is_joker for t in position.hand) - sum(t.is_joker for t in move.played)
    ),
}


def read_objective(raw: object, path: Path, defects: Defects, *, flat: bool = False) -> Objective:
    """Read an objective from JSON: a term or a list of terms; ``None`` is the default.

    Parameters
    ----------
    raw
        The JSON value.
    path
        Where the value stands in the document.
    defects
        Takes everything that is wrong.
    flat
        Whether the table is only known as tiles: ``kept_sets`` then has no meaning, and the default
        leaves it out.

    Returns
    -------
    Objective
        The terms that could be read.
    """
    if raw is None:
        return (Term.TILES,) if flat else DEFAULT_OBJECTIVE
    names = [raw] if isinstance(raw, str) else raw
    if not isinstance(names, list) or not names:
        defects.add(path, "wrong_type", f"give a list of terms, from: {', '.join(Term)}")
        return ()
    terms: list[Term] = []
    for place, name in enumerate(names):
        if defects.full:
            break
        at = (*path, place) if isinstance(raw, list) else path
        if not isinstance(name, str) or name not in tuple(Term):
            hint = f"{suggestion(name, Term)}known terms: {', '.join(Term)}"
            defects.add(
                at,
                "unknown_objective",
                f"{short(name) if isinstance(name, str) else shown(name)}: {hint}",
            )
        elif name in terms:
            defects.add(at, "repeated_objective", f"{name} is there already; a term decides once")
        elif name == Term.KEPT_SETS and flat:
            defects.add(
                at,
                "kept_sets_without_sets",
                "kept_sets needs the table as sets (table, not table_tiles)",
            )
        else:
            terms.append(Term(name))
    return tuple(terms)
