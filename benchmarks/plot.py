"""A plot of times over sizes, the times on a logarithmic scale, as SVG."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, floor, log10

_WIDTH, _HEIGHT = 760, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 130, 20, 50
_COLOURS = ("#222222", "#1f5fbf", "#e07a00", "#c8102e", "#2e6b4f", "#8e24aa")


@dataclass(slots=True)
class Series:
    """One line: its name and its points (size, middle, low, high)."""

    name: str
    points: list[tuple[float, float, float, float]] = field(default_factory=list)

    def add(self, size: float, middle: float, low: float, high: float) -> None:
        """Add a point with its spread."""
        self.points.append((size, middle, low, high))


def plot(series: list[Series], size_label: str, time_label: str) -> str:
    """Draw lines with their spread as bands."""
    points = [point for one in series for point in one.points]
    most = max(size for size, *_ in points)
    low = floor(log10(min(point[2] for point in points)))
    high = ceil(log10(max(point[3] for point in points)))

    def x(size: float) -> float:
        return _LEFT + size / most * (_WIDTH - _LEFT - _RIGHT)

    def y(time: float) -> float:
        share = (log10(time) - low) / (high - low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    shapes = ['<rect width="100%" height="100%" fill="#ffffff"/>']
    for exponent in range(low, high + 1):
        level = y(10.0**exponent)
        shapes.append(_line([(_LEFT, level), (_WIDTH - _RIGHT, level)], "#dddddd", 1))
        shapes.append(_text(_LEFT - 8, level + 4, f"{10.0**exponent:g}", "end"))
    sizes = sorted({size for size, *_ in points})
    shapes += [_text(x(size), _HEIGHT - _BOTTOM + 18, f"{size:g}", "middle") for size in sizes]
    shapes.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 10, size_label, "middle"))
    shapes.append(f'<g transform="rotate(-90 16 200)">{_text(16, 200, time_label, "middle")}</g>')
    for one, colour in zip(series, _COLOURS, strict=False):
        band = [(x(s), y(h)) for s, _, _, h in one.points]
        band += [(x(s), y(lo)) for s, _, lo, _ in reversed(one.points)]
        corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in band)
        shapes.append(f'<polygon points="{corners}" fill="{colour}" opacity="0.12"/>')
        shapes.append(_line([(x(s), y(m)) for s, m, _, _ in one.points], colour, 2))
    ends = [(y(one.points[-1][1]), one.name, c) for one, c in zip(series, _COLOURS, strict=False)]
    lowest = 0.0
    for end, name, colour in sorted(ends):
        # Labels of lines that end together are written below each other.
        lowest = max(end + 4, lowest + 14)
        shapes.append(_text(_WIDTH - _RIGHT + 8, lowest, name, "start", colour))
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" font-family="Verdana, DejaVu Sans, sans-serif" font-size="12">\n'
        f"{body}\n</svg>\n"
    )


def _line(points: list[tuple[float, float]], colour: str, width: int) -> str:
    corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
    return f'<polyline points="{corners}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def _text(x: float, y: float, content: str, anchor: str, colour: str = "#333333") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{content}</text>'
