"""Compiling with Numba. Importing this takes a third of a second: only what compiles does."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numba
from numba.core import caching


def compiled[F: Callable[..., Any]](function: F) -> F:
    """Compile a function that needs no interpreter lock.

    The machine code is kept on disk (beside the file, or where ``NUMBA_CACHE_DIR`` says). Where
    nothing can be written, what is there already is read, and the rest is compiled anew in each
    process.
    """
    dispatcher: Any = numba.njit(nogil=True)(function)
    # It raises if there is no place for machine code at all.
    with contextlib.suppress(RuntimeError):
        dispatcher._cache = _Cache(function)  # type: ignore[no-untyped-call]
    return cast("F", dispatcher)


class _OnlyRead:
    """Takes a folder with machine code that can't be written to; Numba by itself wouldn't."""

    def ensure_cache_path(self) -> None:
        path = Path(self.get_cache_path())  # type: ignore[attr-defined]
        if not any(path.glob("*.nbi")):
            raise FileNotFoundError(path)


class _OnlyReadWhereSaid(_OnlyRead, caching.UserProvidedCacheLocator):
    pass


class _OnlyReadBesideTheFile(_OnlyRead, caching.InTreeCacheLocator):
    pass


class _Places(caching.CompileResultCacheImpl):
    _locator_classes = [  # noqa: RUF012  (as its base class has it)
        caching.UserProvidedCacheLocator,
        caching.InTreeCacheLocator,
        caching.UserWideCacheLocator,
        _OnlyReadWhereSaid,
        _OnlyReadBesideTheFile,
    ]


class _Cache(caching.FunctionCache):
    _impl_class = _Places

    def save_overload(self, signature: Any, result: Any) -> None:
        # A disk that is full or can't be written to is no reason not to solve.
        with contextlib.suppress(OSError):
            super().save_overload(signature, result)  # type: ignore[no-untyped-call]
