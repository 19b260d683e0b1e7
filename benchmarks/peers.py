"""Other solvers, measured in the same run where they are installed.

``pip install rummikub-solver`` (https://github.com/mjpieters/rummikub-solver) is the best exact
one found on the package index; it solves Den Hertog & Hulshof's program with HiGHS through CVXPY.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

from benchmarks.positions import Measured
from models.rummikub.tiles import Tile


def peers() -> dict[str, Callable[[Measured], tuple[int, int]]]:
    """Return the peers that are installed, by name; each returns the tiles it plays."""
    if importlib.util.find_spec("rummikub_solver") is None:
        return {}
    return {"rummikub-solver": _rummikub_solver()}


def _rummikub_solver() -> Callable[[Measured], tuple[int, int]]:
    from rummikub_solver import RuleSet, SolverMode  # noqa: PLC0415

    # Built once, as its documentation does: only the game is made anew for each position.
    rules = RuleSet()

    def number(case: Measured, tile: Tile) -> int:
        colours = case.position.rules.colours
        if tile.is_joker:
            return int(rules.tile_count)
        return colours.index(tile.colour) * case.position.rules.numbers + tile.number

    def solve(case: Measured) -> tuple[int, int]:
        game = rules.new_game()
        game.initial = False
        game.add_table(*(number(case, t) for meld in case.position.table for t in meld.tiles))
        game.add_rack(*(number(case, tile) for tile in case.position.hand))
        found = rules.solve(game, SolverMode.TILE_COUNT)
        return (len(found.tiles) if found else 0), 0

    return solve
