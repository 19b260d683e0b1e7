"""Clocks that go as a test wants."""


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now
