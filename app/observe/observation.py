"""All that observes one application, put together."""

from __future__ import annotations

import asyncio

from app.observe.metrics import Metrics
from app.observe.traces import Traces


class Observation:
    """What an application tells its operator.

    Attributes
    ----------
    metrics
        Numbers.
    traces
        Spans.

    Raises
    ------
    TracesError
        If the environment asks for traces that can't be had.
    """

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.traces = Traces()

    def solved(
        self,
        game: str,
        kind: str,
        backend: str,
        status: str,
        *,
        asked: float,
        began: float,
        ended: float,
    ) -> None:
        """Take note of a worker's answer: a metric, and the spans ``queue`` and ``solve``.

        Parameters
        ----------
        game, kind, backend, status
            As in :meth:`app.observe.metrics.Metrics.solved`.
        asked, began, ended
            When the request came to the pool, when a worker began, and when it had the answer, as
            :func:`time.perf_counter` told the time.
        """
        self.metrics.solved(game, kind, backend, status, ended - began)
        self.traces.record("queue", asked, began)
        self.traces.record(
            "solve", began, ended, game=game, kind=kind, backend=backend, status=status
        )

    async def close(self) -> None:
        """Send the last spans, when the service stops."""
        await asyncio.to_thread(self.traces.close)
