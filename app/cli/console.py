"""Where English goes."""

from __future__ import annotations

from rich.console import Console


class _Console(Console):
    """A console that leaves a broken pipe to the caller, as printing does."""

    def on_broken_pipe(self) -> None:
        """Raise what Rich would turn into an exit code of its own."""
        raise BrokenPipeError


def console() -> Console:
    """Return a console on standard output; without colours where nobody sees them."""
    return _Console(highlight=False, soft_wrap=True)
