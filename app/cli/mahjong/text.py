"""Answers about Mahjong hands for a person to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from app.cli.solved_text import print_cross_check, print_end


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
    for name, label in (
        ("exchanges", "exchanges"),
        ("exchanges_available", "with what is left"),
        ("exchanges_without_copy_limit", "without copy limit"),
    ):
        value = "none" if answer[name] is None else answer[name]
        if name == "exchanges" or answer[name] != answer["exchanges"]:
            out.print(f"{label}: {value}")
    near = answer["nearest"]
    if near is not None:
        shown = " ".join(near["blocks"]) or near["form"]
        stand = f"   (w as {' '.join(near['wilds'])})" if near["wilds"] else ""
        out.print(Text(f"nearest: {shown}{stand}"))
    if answer["useful_tiles"]:
        out.print(Text(f"useful: {_useful(answer['useful_tiles'])}"))
    for one in sorted(
        answer["discards"] or (), key=lambda one: (not one["keeps"], -one["useful_copies"])
    ):
        mark = "keep" if one["keeps"] else "    "
        count = f"{one['useful_copies']:3} tiles"
        out.print(Text(f"  {mark}  discard {one['tile']:3}  {count}: {_names(one)}"))
    _print_end(answer, out)


def _names(one: dict[str, Any]) -> str:
    return " ".join(useful["tile"] for useful in one["useful_tiles"])


def _useful(useful: Sequence[dict[str, Any]]) -> str:
    return ", ".join(f"{one['tile']} ({one['left']})" for one in useful)


def _print_end(answer: dict[str, Any], out: Console) -> None:
    print_cross_check(answer, out)
    print_end(answer, out, f"{answer['stats']['nodes']} nodes or states")
