"""What the programs with time have in common: jumps in layers, and the positions between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pulp import LpAffineExpression, LpProblem, LpVariable

from models.peg_solitaire.board import Board, bits
from models.peg_solitaire.play import Play
from models.program import Pause, implied_columns, no_pause, whole_columns

type State = LpVariable | int
"""Whether a hole holds a peg: a column, or 0 or 1 where it is given."""


@dataclass(frozen=True)
class Layers:
    """The columns of a program with time.

    Attributes
    ----------
    board
        The board.
    jumps
        Whether each jump is made in each layer; shape (layers, jumps).
    states
        The position before each layer and after the last; shape (layers + 1, holes).
    """

    board: Board
    jumps: Sequence[Sequence[LpVariable]]
    states: Sequence[Sequence[State]]

    def decode(self, values: Sequence[int]) -> Play:
        """Read a play from column values. Jumps of one layer touch no hole in common."""
        return Play(
            tuple(
                jump
                for layer in self.jumps
                for jump, column in zip(self.board.jumps, layer, strict=True)
                if values[column.id]
            )
        )

    def total(self) -> LpAffineExpression:
        """Count the jumps of all layers."""
        return LpAffineExpression.from_list([(x, 1) for layer in self.jumps for x in layer])


def add_layers(
    problem: LpProblem,
    board: Board,
    start: int,
    goal: int | None,
    layers: int,
    pause: Pause = no_pause,
) -> Layers:
    r"""Add the columns and rows of jumps in layers.

    With :math:`x_{jt} = 1` if jump *j* is made in layer *t*, and :math:`b_{ht}` the pegs in hole
    *h* before it:

    .. math::

        b_{h,t+1} &= b_{ht} - \sum_{j \text{ takes } h} x_{jt} + \sum_{j \text{ lands in } h} x_{jt}
        \\
        \sum_{j \text{ takes } h} x_{jt} &\le b_{ht}, \qquad
        \sum_{j \text{ lands in } h} x_{jt} \le 1 - b_{ht}

    So two jumps of a layer have no hole in common, and may be made in any order. States follow
    from the jumps: they are whole where the jumps are, and need not be declared so.

    Parameters
    ----------
    problem
        Gets them.
    board
        The board.
    start
        The position before the first layer.
    goal
        The position after the last; ``None`` leaves it open.
    layers
        How many layers.
    pause
        Called between layers.
    """
    holes = board.holes
    taking = [[n for n, j in enumerate(board.jumps) if j.taken >> h & 1] for h in range(board.size)]
    landing = [[n for n, j in enumerate(board.jumps) if j.target == h] for h in range(board.size)]
    places = ["_".join(map(str, holes[j.source] + holes[j.target])) for j in board.jumps]
    named = {f"jump_{t}_{place}": 1 for t in range(layers) for place in places}
    columns = whole_columns(problem, named)
    jumps = [columns[t * len(places) : (t + 1) * len(places)] for t in range(layers)]
    between = layers - 1 if goal is not None else layers
    names = [f"peg_{t}_{r}_{c}" for t in range(1, between + 1) for r, c in holes]
    pegs = implied_columns(problem, names)
    states: list[Sequence[State]] = [position_states(board, start)]
    states += [pegs[t * board.size : (t + 1) * board.size] for t in range(between)]
    if goal is not None and layers:
        states.append(position_states(board, goal))
    made = Layers(board, jumps, states)
    for t in range(layers):
        pause()
        for h, (r, c) in enumerate(holes):
            at = f"{t}_{r}_{c}"
            takes = [(jumps[t][n], 1) for n in taking[h]]
            lands = [(jumps[t][n], 1) for n in landing[h]]
            change = [*takes, *((x, -sign) for x, sign in lands)]
            _add_row(problem, change, [(states[t + 1][h], 1), (states[t][h], -1)], 0, f"hole_{at}")
            if takes:
                _add_limit(problem, takes, [(states[t][h], -1)], 0, f"take_{at}")
            if lands:
                _add_limit(problem, lands, [(states[t][h], 1)], 1, f"land_{at}")
    return made


def position_states(board: Board, pegs: int) -> list[State]:
    """Return a given position as states."""
    held = set(bits(pegs))
    return [int(h in held) for h in range(board.size)]


def one_jump_each(problem: LpProblem, layers: Layers) -> None:
    """Add rows: every layer has exactly one jump."""
    for t, layer in enumerate(layers.jumps):
        row = LpAffineExpression.from_list([(x, 1) for x in layer])
        problem.addConstraint(row == 1, f"one_{t}")


def stuck_at_the_end(problem: LpProblem, layers: Layers) -> None:
    """Add dead-end rows: no jump is possible after the last layer."""
    end = layers.states[-1]
    for n, jump in enumerate(layers.board.jumps):
        states = [(end[jump.source], 1), (end[jump.over], 1), (end[jump.target], -1)]
        _add_limit(problem, [], states, 1, f"stuck_{n}")


def _split(
    terms: Sequence[tuple[LpVariable, int]], states: Sequence[tuple[State, int]]
) -> tuple[LpAffineExpression, int]:
    """Return the columns among terms and states, and what the given states sum up to."""
    given = sum(state * sign for state, sign in states if isinstance(state, int))
    columns = [(state, sign) for state, sign in states if not isinstance(state, int)]
    return LpAffineExpression.from_list([*terms, *columns]), given


def _add_row(
    problem: LpProblem,
    terms: Sequence[tuple[LpVariable, int]],
    states: Sequence[tuple[State, int]],
    right: int,
    name: str,
) -> None:
    expression, given = _split(terms, states)
    problem.addConstraint(expression == right - given, name)


def _add_limit(
    problem: LpProblem,
    terms: Sequence[tuple[LpVariable, int]],
    states: Sequence[tuple[State, int]],
    right: int,
    name: str,
) -> None:
    expression, given = _split(terms, states)
    problem.addConstraint(expression <= right - given, name)
