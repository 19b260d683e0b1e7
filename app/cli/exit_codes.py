"""What the exit code of ``meldwise`` says."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes, the same for every command."""

    ANSWERED = 0
    BAD_INPUT = 2
    NO_ANSWER = 3
    """Nothing was found within the limits, and nothing is proven."""
