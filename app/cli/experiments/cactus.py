"""How many problems each way has solved by a time, as a plot (SVG)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

_WIDTH, _HEIGHT = 760, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 150, 24, 50
_COLOURS = ("#1f5fbf", "#e07a00", "#2e6b4f", "#c8102e", "#8e24aa")


def plot(
    solved: Mapping[str, Sequence[tuple[float, int]]],
    published: Mapping[str, int],
    whole: int,
    most_seconds: float,
) -> str:
    """Draw the plot.

    Parameters
    ----------
    solved
        By the name of each way: seconds of what it solved, and how many problems that counts for.
    published
        What others have solved, drawn as a level each.
    whole
        How many problems there are.
    most_seconds
        The time limit.
    """
    times = [seconds for one in solved.values() for seconds, _ in one] or [most_seconds]
    low, high = floor(log10(max(1e-4, min(times)))), ceil(log10(most_seconds))

    def x(seconds: float) -> float:
        share = (log10(max(seconds, 10.0**low)) - low) / (high - low)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(count: float) -> float:
        return _HEIGHT - _BOTTOM - count / whole * (_HEIGHT - _TOP - _BOTTOM)

    shapes = ['<rect width="100%" height="100%" fill="#ffffff"/>']
    for exponent in range(low, high + 1):
        at = x(10.0**exponent)
        shapes.append(_line([(at, y(0)), (at, y(whole))], "#e6e6e6"))
        shapes.append(_text(at, _HEIGHT - _BOTTOM + 18, f"{10.0**exponent:g}", "middle"))
    shapes += [_text(_LEFT - 8, y(count) + 4, str(count), "end") for count in (0, whole)]
    shapes.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 10, "seconds", "middle"))
    for name, count in published.items():
        shapes.append(_line([(_LEFT, y(count)), (_WIDTH - _RIGHT, y(count))], "#999999", "4 4"))
        shapes.append(_text(_LEFT + 6, y(count) - 4, f"2006: {name}, {count}", "start", "#777777"))
    labels = []
    for (name, one), colour in zip(solved.items(), _COLOURS, strict=False):
        total, points = 0, [(x(10.0**low), y(0))]
        for seconds, count in sorted(one):
            points.append((x(seconds), y(total)))
            total += count
            points.append((x(seconds), y(total)))
        points.append((x(most_seconds), y(total)))
        shapes.append(_line(points, colour, width=2))
        labels.append((y(total), f"{name}, {total}", colour))
    lowest = 0.0
    for end, label, colour in sorted(labels):
        # Labels of lines that end together are written below each other.
        lowest = max(end + 4, lowest + 15)
        shapes.append(_text(_WIDTH - _RIGHT + 8, lowest, label, "start", colour))
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" font-family="Verdana, DejaVu Sans, sans-serif" font-size="12">\n'
        f"{body}\n</svg>\n"
    )


def _line(
    points: Sequence[tuple[float, float]], colour: str, dashes: str = "", *, width: int = 1
) -> str:
    corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<polyline points="{corners}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}"{dashed}/>'
    )


def _text(x: float, y: float, content: str, anchor: str, colour: str = "#333333") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(content)}</text>"
    )
