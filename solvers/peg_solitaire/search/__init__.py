"""The compiled search."""

from solvers.peg_solitaire.search.backend import SEARCH as SEARCH

__all__ = ["SEARCH"]
