"""All positions of a play as a picture (SVG), for people and documents."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

_STEP, _PEG, _HOLE = 14, 5.2, 2.4
_MARGIN, _GAP, _TITLE, _LABEL = 16, 18, 30, 16
_MOST_WIDTH = 900
_LETTER = 7


def draw(answer: dict[str, Any]) -> str:
    """Draw a ``PegSolveAnswer``: each board with the jump that led to it; or the start alone."""
    boards: list[tuple[str, Sequence[str], Any]] = [("start", answer["start"], None)]
    for number, board in enumerate(answer["boards"] or (), 1):
        boards.append((str(number), board, answer["jumps"][number - 1]))
    wide = max(map(len, answer["board"])) * _STEP
    high = len(answer["board"]) * _STEP + _LABEL
    each = max(1, (_MOST_WIDTH - 2 * _MARGIN + _GAP) // (wide + _GAP))
    rows = -(-len(boards) // each)
    title = 2 * _MARGIN + _LETTER * len(answer["summary"])
    width = max(2 * _MARGIN + min(each, len(boards)) * (wide + _GAP) - _GAP, title)
    height = 2 * _MARGIN + _TITLE + rows * (high + _GAP) - _GAP
    shapes = [_text(_MARGIN, _MARGIN + 12, answer["summary"], 13)]
    for place, (label, board, jump) in enumerate(boards):
        x = _MARGIN + place % each * (wide + _GAP)
        y = _MARGIN + _TITLE + place // each * (high + _GAP)
        shapes += [_text(x, y + 10, label, 10), *_board(board, jump, x, y + _LABEL)]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif">'
    )
    back = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join([head, back, *shapes, "</svg>"]) + "\n"


def _board(board: Sequence[str], jump: Any, x: int, y: int) -> list[str]:
    shapes = []
    for r, line in enumerate(board):
        for c, mark in enumerate(line):
            if mark != " ":
                landed = jump is not None and jump[1] == [r, c]
                shapes.append(_mark(mark, x, y, r, c, landed=landed))
    if jump is not None:
        (r0, c0), (r1, c1) = jump
        shapes.append(
            f'<line x1="{_at(x, c0)}" y1="{_at(y, r0)}" x2="{_at(x, c1)}" y2="{_at(y, r1)}" '
            'stroke="#d1495b" stroke-width="1.6"/>'
        )
    return shapes


def _mark(mark: str, x: int, y: int, row: int, column: int, *, landed: bool) -> str:
    radius, fill = (_PEG, "#1f4e79") if mark == "o" else (_HOLE, "#c9ced6")
    if landed:
        fill = "#d1495b"
    return f'<circle cx="{_at(x, column)}" cy="{_at(y, row)}" r="{radius}" fill="{fill}"/>'


def _at(origin: int, index: int) -> float:
    return origin + (index + 0.5) * _STEP


def _text(x: int, y: int, text: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="#222222">{escape(text)}</text>'
