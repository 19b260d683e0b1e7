"""What a part of the load test has found, as Markdown and as data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Table:
    """A table; all columns but the first are numbers."""

    headings: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        """Add a row."""
        self.rows.append(cells)

    def markdown(self) -> str:
        """Write the table."""
        rule = ("---", *("---:" for _ in self.headings[1:]))
        return "\n".join(f"| {' | '.join(row)} |" for row in (self.headings, rule, *self.rows))


@dataclass(slots=True)
class Section:
    """A part of the report.

    Attributes
    ----------
    title
        What was measured.
    parts
        Paragraphs and tables, in their order.
    figures
        The same as data.
    """

    title: str
    parts: list[str | Table] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)

    def markdown(self) -> str:
        """Write the section."""
        parts = [part if isinstance(part, str) else part.markdown() for part in self.parts]
        return "\n\n".join([f"### {self.title}", *parts])


def into(document: str, report: str) -> str:
    """Return a document with what is between its two marks replaced by a report.

    Raises
    ------
    ValueError
        If it has no such marks.
    """
    marks = r"(<!-- load: .*? -->\n).*?(<!-- end -->)"
    written, count = re.subn(
        marks, lambda found: f"{found[1]}{report}\n{found[2]}", document, flags=re.DOTALL
    )
    if not count:
        raise ValueError("the document has no place for a report: <!-- load: … --> … <!-- end -->")
    return written


def milliseconds(latencies: dict[str, float], names: Sequence[str]) -> list[str]:
    """Write latencies, given in milliseconds, as the cells of a row."""
    return [_number(latencies[name]) if name in latencies else "-" for name in names]


def percent(share: float) -> str:
    """Write a share of one as percent."""
    return f"{100 * share:.1f} %" if share else "0"


def _number(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"
