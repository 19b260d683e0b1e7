"""What makes the first request of a process slow, done before it comes."""

from __future__ import annotations

from app.tasks import mahjong, peg_solitaire, rummikub
from solvers.mahjong.dp import warm_batches


def warm_up() -> None:
    """Import, compile and fill caches by solving something small with every backend."""
    rummikub.warm_up()
    mahjong.warm_up()
    peg_solitaire.warm_up()


def compile_all() -> None:
    """Compile whatever is compiled, once where the software is installed; what is made is kept."""
    warm_up()
    warm_batches()
