"""How long a solve may take, as a part of what is asked."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from models.defects import Defects, Path
from solvers.result import Limits

MOST_WORK = 10**9
"""The largest work limit a request may ask for."""


class LimitsBody(BaseModel, extra="forbid", strict=True, frozen=True):
    """How long a solve may take."""

    seconds: float | None = Field(
        default=None, gt=0, allow_inf_nan=False, description="Wall-clock seconds."
    )
    work: int | None = Field(
        default=None,
        ge=1,
        le=MOST_WORK,
        description="Nodes or states, as `stats.nodes` counts them: the same answer on every "
        "machine.",
    )

    def read(self) -> Limits:
        """Return the limits as solvers take them."""
        return Limits(self.seconds, self.work)

    def check(self, most_seconds: float, path: Path, defects: Defects) -> None:
        """Note a time limit beyond what a service allows."""
        if self.seconds is not None and self.seconds > most_seconds:
            detail = f"{self.seconds:g}: this service allows at most {most_seconds:g} seconds"
            defects.add((*path, "seconds"), "out_of_range", detail)


LIMITS: Any = Field(
    default=LimitsBody(),
    description="How long it may take; what is known by then is answered.",
)
"""The field of a request that holds its limits."""
