"""What backends for all games have."""

from __future__ import annotations

from typing import Protocol


class AnyBackend(Protocol):
    """One way to an answer; the game adds what it takes and how it is asked.

    Attributes
    ----------
    name
        What users call it.
    summary
        A sentence on how it works.
    exact
        Whether what it answers is proven, given enough time.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def summary(self) -> str: ...  # noqa: D102
    @property
    def exact(self) -> bool: ...  # noqa: D102
