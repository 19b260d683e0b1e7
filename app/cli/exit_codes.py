"""What the exit code of ``meldwise`` says."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes, the same for every command."""

    ANSWERED = 0
    FAULT = 1
    """A fault of meldwise itself; Python ends with it, and with a trace to report."""
    DISAGREEMENT = 1
    """Backends disagree, which is a fault of meldwise as well."""
    BAD_INPUT = 2
    NO_ANSWER = 3
    """Nothing was found within the limits, and nothing is proven."""
    INTERRUPTED = 130
    """Ctrl-C, as the shell counts it."""
