"""What makes the first request of a process slow, done before it comes."""

from __future__ import annotations

from app.tasks import mahjong, peg_solitaire, rummikub


def warm_up() -> None:
    """Import, compile and fill caches by solving something small with every backend."""
    rummikub.warm_up()
    mahjong.warm_up()
    peg_solitaire.warm_up()
