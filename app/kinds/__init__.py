"""Every kind of question that can be asked: routes, jobs and batches are made from this list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.kinds.kind import Kind as Kind
from app.kinds.mahjong import MAHJONG
from app.kinds.peg_solitaire import PEG_SOLITAIRE
from app.kinds.rummikub import RUMMIKUB

KINDS: Mapping[str, Kind[Any]] = {kind.name: kind for kind in (*RUMMIKUB, *MAHJONG, *PEG_SOLITAIRE)}
"""The kinds by name: ``rummikub/solve``."""
