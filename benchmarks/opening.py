"""How often random tiles hold an initial meld of 30 points, by the sweep."""

from __future__ import annotations

import random
from math import sqrt

from rich.console import Console
from rich.table import Table

from models.rummikub.objective import Term
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS
from solvers.result import Limits
from solvers.rummikub.sweep import SWEEP

SHARES = {14: 0.499, 16: 0.632, 20: 0.854, 24: 0.963}
"""Shares of hands that can open, by their size: worked out elsewhere by another program."""

DEALS = 20_000
_SEED = 2006
_STANDARD_ERRORS = 4.0


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Deal hands out of the whole box and count those that can open.

    Raises
    ------
    AssertionError
        If a share is further from the known one than chance explains.
    """
    del repeat  # The deals are the repetition.
    deals = DEALS // 20 if smoke else DEALS
    table = Table(title=f"hands that can lay 30 points at once, {deals} deals, seed {_SEED}")
    for heading in ("tiles", "share", "standard error", "known"):
        table.add_column(heading, justify="right")
    for size, known in SHARES.items():
        share = share_that_opens(size, deals)
        error = sqrt(known * (1 - known) / deals)
        # The known shares are rounded to three digits.
        assert abs(share - known) < _STANDARD_ERRORS * error + 0.0005, (size, share, known)
        table.add_row(str(size), f"{share:.3f}", f"{error:.3f}", f"{known:.3f}")
    out.print(table)


def share_that_opens(size: int, deals: int) -> float:
    """Return the share of random hands of ``size`` tiles that hold an initial meld."""
    rules = PRESETS["standard"]
    box = [tile for tile in rules.order for _ in range(rules.count(tile))]
    dealer = random.Random(_SEED)
    opened = 0
    for _ in range(deals):
        position = Position(rules, tuple(dealer.sample(box, size)), opened=False)
        result = SWEEP.solve(position, (Term.TILES,), Limits())
        assert result.proven
        opened += (result.terms[0].value or 0) > 0
    return opened / deals
