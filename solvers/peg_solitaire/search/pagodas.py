"""Resource counts of positions, eight at a time.

A pagoda function gives each hole a weight such that no jump raises the sum over the pegs. Once a
position has less than the goal, the goal is out of reach. Eight such surpluses fit a machine word,
a byte each: they are summed together, and compared with 0 together by one bit of each byte.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.peg_solitaire.board import Board, bits
from solvers.peg_solitaire.search.words import Words

type Weights = tuple[int, ...]

_PER_WORD = 8
ZERO = 64
"""A surplus of 0 within its byte: bit 6 is set from 0 up to 63, and not below."""


def fits(board: Board, weights: Weights, goal: int) -> bool:
    """Whether every surplus that can occur has room in a byte."""
    at_goal = sum(weights[i] for i in bits(goal))
    highest = sum(w for w in weights if w > 0) - at_goal
    lowest = sum(w for w in weights if w < 0) - at_goal
    return len(weights) == board.size and -ZERO <= lowest and highest < ZERO


def pack(board: Board, pagodas: Sequence[Weights], goal: int) -> Words:
    """Write pagoda functions as tables.

    Parameters
    ----------
    board
        The board.
    pagodas
        Weights, each of shape (holes,), that :func:`fits`.
    goal
        The position to reach.

    Returns
    -------
    Words
        What the pegs of each eight holes add to the packed surpluses; shape (words, bytes, 256).
    """
    words, n_bytes = -(-len(pagodas) // _PER_WORD), -(-board.size // 8)
    tables = np.zeros((words, n_bytes, 256), dtype=np.uint64)
    values = np.arange(256)
    for word in range(words):
        packed = [0] * (8 * n_bytes)
        offset = 0
        for place in range(_PER_WORD):
            at = word * _PER_WORD + place
            weights = pagodas[at] if at < len(pagodas) else (0,) * board.size
            offset += (ZERO - sum(weights[i] for i in bits(goal))) << 8 * place
            for hole, weight in enumerate(weights):
                packed[hole] += weight << 8 * place
        # Sums wrap within the word and come out right in the end: no byte ends below 0.
        per_hole = np.array([p % (1 << 64) for p in packed], dtype=np.uint64)
        for byte in range(n_bytes):
            for bit in range(8):
                tables[word, byte, (values >> bit & 1) == 1] += per_hole[8 * byte + bit]
        tables[word, 0] += np.uint64(offset % (1 << 64))
    return tables
