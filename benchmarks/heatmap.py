"""A table of numbers as coloured cells, as SVG: the darker, the larger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

_CELL_WIDTH, _CELL_HEIGHT = 62, 22
_LEFT, _TOP, _BOTTOM = 190, 100, 30
_DARK = (31, 95, 191)


def heatmap(
    columns: Sequence[str], rows: Mapping[str, Sequence[float]], most: float, caption: str
) -> str:
    """Draw numbers from 0 to ``most``, a row for each name."""
    width = _LEFT + len(columns) * _CELL_WIDTH + 40
    height = _TOP + len(rows) * _CELL_HEIGHT + _BOTTOM
    shapes = ['<rect width="100%" height="100%" fill="#ffffff"/>']
    for place, name in enumerate(columns):
        x, y = _LEFT + (place + 0.5) * _CELL_WIDTH, _TOP - 8
        shapes.append(f'<g transform="rotate(-35 {x:.1f} {y})">{_text(x, y, name, "start")}</g>')
    for line, (name, numbers) in enumerate(rows.items()):
        y = _TOP + line * _CELL_HEIGHT
        shapes.append(_text(_LEFT - 8, y + 15, name, "end"))
        for place, number in enumerate(numbers):
            share = min(1.0, number / most)
            red, green, blue = (round(255 - share * (255 - dark)) for dark in _DARK)
            x = _LEFT + place * _CELL_WIDTH
            shapes.append(
                f'<rect x="{x}" y="{y}" width="{_CELL_WIDTH}" height="{_CELL_HEIGHT}" '
                f'fill="#{red:02x}{green:02x}{blue:02x}" stroke="#ffffff"/>'
            )
            ink = "#ffffff" if share > 0.5 else "#333333"
            shapes.append(_text(x + _CELL_WIDTH / 2, y + 15, f"{number:.1f}", "middle", ink))
    shapes.append(_text(_LEFT, height - 10, caption, "start"))
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" font-family="Verdana, DejaVu Sans, sans-serif" font-size="12">\n'
        f"{body}\n</svg>\n"
    )


def _text(x: float, y: float, content: str, anchor: str, colour: str = "#333333") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(content)}</text>"
    )
