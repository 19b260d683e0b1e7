"""The table after a move as a picture (SVG), for people and documents."""

from __future__ import annotations

from html import escape
from typing import Any

_COLOURS = {"R": "#c8102e", "B": "#1f5fbf", "O": "#e07a00", "K": "#222222", "J": "#8e24aa"}
_TILE_WIDTH, _TILE_HEIGHT, _GAP = 34, 44, 14
_MARGIN, _MOST_WIDTH = 20, 860
_ROW = _TILE_HEIGHT + 2 * _GAP


def draw(answer: dict[str, Any]) -> str:
    """Draw a ``SolveAnswer``: sets left as they were are pale, tiles from the hand are framed."""
    shapes: list[str] = []
    x, y = _MARGIN, _MARGIN + 34
    for one in answer["table"] or ():
        width = len(one["tiles"]) * _TILE_WIDTH
        if x > _MARGIN and x + width > _MOST_WIDTH - _MARGIN:
            x, y = _MARGIN, y + _ROW
        shapes += _set(one, x, y)
        x += width + _GAP
    y += _ROW
    if answer["hand_left"]:
        shapes.append(_text(_MARGIN, y + 27, "left in hand", "#e8f0e8"))
        for place, code in enumerate(answer["hand_left"]):
            shapes.append(_tile(_MARGIN + 100 + place * _TILE_WIDTH, y, code))
        y += _ROW
    title = _text(_MARGIN, _MARGIN + 14, answer["summary"], "#ffffff")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_MOST_WIDTH} {y}" '
        f'width="{_MOST_WIDTH}" font-family="Verdana, DejaVu Sans, sans-serif">\n'
        f'<rect width="100%" height="100%" rx="10" fill="#2e6b4f"/>\n{title}\n'
        + "\n".join(shapes)
        + "\n</svg>\n"
    )


def _set(one: dict[str, Any], x: int, y: int) -> list[str]:
    shapes = []
    from_hand = list(one["from_hand"])
    for place, (code, meant) in enumerate(zip(one["tiles"], one["stands_for"], strict=True)):
        framed = code in from_hand
        if framed:
            from_hand.remove(code)
        note = meant if code == "J" else ""
        at = x + place * _TILE_WIDTH
        shapes.append(_tile(at, y, code, framed=framed, pale=one["kept"], note=note))
    return shapes


def _tile(
    x: int, y: int, code: str, *, framed: bool = False, pale: bool = False, note: str = ""
) -> str:
    frame = 'stroke="#ffd400" stroke-width="4"' if framed else 'stroke="#b9ad92"'
    colour = _COLOURS.get(code[0], "#222222")
    face = "J" if code == "J" else code[1:]
    shape = (
        f'<g opacity="{0.7 if pale else 1}"><rect x="{x + 2}" y="{y}" width="{_TILE_WIDTH - 4}" '
        f'height="{_TILE_HEIGHT}" rx="5" fill="#fbf4e1" {frame}/>'
        f'<text x="{x + _TILE_WIDTH / 2:g}" y="{y + 24}" text-anchor="middle" font-weight="bold" '
        f'font-size="17" fill="{colour}">{escape(face)}</text>'
    )
    # The letter, for those who can't tell the colours apart; under a joker, what it stands for.
    below = escape(note or code[0])
    return (
        f'{shape}<text x="{x + _TILE_WIDTH / 2:g}" y="{y + 38}" text-anchor="middle" '
        f'font-size="10" fill="{colour}">{below}</text></g>'
    )


def _text(x: int, y: int, content: str, colour: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="14" fill="{colour}">{escape(content)}</text>'
