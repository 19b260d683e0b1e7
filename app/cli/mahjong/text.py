"""Answers about Mahjong hands for a person to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from app.cli.solved_text import print_cross_check, print_end
from models.mahjong.distance import shanten
from solvers.result import Status


def print_decompositions(answer: dict[str, Any], out: Console) -> None:
    """Print a ``MahjongDecomposeAnswer``."""
    out.print(Text(answer["summary"], style="bold"))
    ways = zip(answer["decompositions"] or (), answer["wilds"] or (), strict=True)
    for blocks, wilds in ways:
        line = Text(f"  {' '.join(blocks)}")
        if wilds:
            line.append(f"   (w as {' '.join(wilds)})")
        out.print(line)
    _print_end(answer, out)


def print_distance(answer: dict[str, Any], out: Console) -> None:
    """Print a ``MahjongDistanceAnswer``."""
    out.print(Text(answer["summary"], style="bold"))
    out.print()
    if answer["status"] == Status.NO_ANSWER:
        out.print("exchanges: not known")
        _print_end(answer, out)
        return
    for name, label in (
        ("exchanges", "exchanges"),
        ("exchanges_available", "with what is left"),
        ("exchanges_without_copy_limit", "without copy limit"),
    ):
        if name == "exchanges" or answer[name] != answer["exchanges"]:
            out.print(f"{label}: {_distance(answer[name])}")
    near = answer["nearest"]
    if near is not None:
        out.print(Text(f"nearest: {_nearest(near)}"))
    if answer["useful_tiles"]:
        out.print(Text(f"useful: {_useful(answer['useful_tiles'])}"))
    # Nobody wants to hear which tile of a complete hand might go.
    if answer["exchanges_available"] != 0 or near["tiles_out"]:
        _print_discards(answer["discards"] or (), out)
    _print_end(answer, out)


def _distance(exchanges: int | None) -> str:
    if exchanges is None:
        return "there is no such complete hand"
    return f"{exchanges} (shanten {shanten(exchanges)})"


def _nearest(near: dict[str, Any]) -> str:
    """Write a complete hand, and what comes and goes for it: thirteen orphans are no blocks."""
    parts = [" ".join(near["blocks"]) or near["form"].replace("-", " ")]
    if near["wilds"]:
        parts.append(f"(w as {' '.join(near['wilds'])})")
    changes = [
        f"{way} {' '.join(near[tiles])}"
        for way, tiles in (("in", "tiles_in"), ("out", "tiles_out"))
        if near[tiles]
    ]
    if changes:
        parts.append(f"({', '.join(changes)})")
    return "   ".join(parts)


def _print_discards(discards: Sequence[dict[str, Any]], out: Console) -> None:
    """Print those that keep the distance first, and the others apart.

    A hand that is farther has more tiles that help: side by side, the worse would look better.
    """
    for keeps, heading in (
        (True, "discards that keep the distance, and what helps then:"),
        (False, "discards that set the hand back, and what helps then:"),
    ):
        some = [one for one in discards if one["keeps"] is keeps]
        if some:
            out.print(heading)
        for one in sorted(some, key=lambda one: -one["useful_copies"]):
            out.print(Text(f"  {one['tile']:3} {_then(one)}"))


def _then(one: dict[str, Any]) -> str:
    if one["exchanges"] is None:
        return "no complete hand"
    if one["exchanges"] == 0:
        return "nothing is lacking"
    names = " ".join(useful["tile"] for useful in one["useful_tiles"])
    return f"{one['exchanges']} away, {one['useful_copies']:3} left: {names}"


def _useful(useful: Sequence[dict[str, Any]]) -> str:
    return ", ".join(f"{one['tile']} ({one['left']})" for one in useful)


def _print_end(answer: dict[str, Any], out: Console) -> None:
    print_cross_check(answer, out)
    print_end(answer, out, f"{answer['stats']['nodes']} nodes or states")
