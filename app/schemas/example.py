"""What worked examples are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

type Examples = Mapping[str, Mapping[str, Any]]
"""Bodies by what they show."""
