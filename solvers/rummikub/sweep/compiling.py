"""Compiling with Numba. Importing this takes a third of a second: only what sweeps does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba


def compiled[F: Callable[..., Any]](function: F) -> F:
    """Compile a function that needs no interpreter lock.

    The machine code is kept on disk (beside the file, or where ``NUMBA_CACHE_DIR`` says). Where
    nothing can be written it is compiled anew in each process.
    """
    try:
        return cast("F", numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:
        return cast("F", numba.njit(nogil=True)(function))
