"""``GET /metrics``: what Prometheus reads."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.observe.observation import Observation
from app.routes.route import Route

router = APIRouter(tags=["service"], route_class=Route)


@router.head("/metrics", include_in_schema=False)
@router.get(
    "/metrics",
    summary="Metrics for Prometheus",
    response_class=Response,
    responses={
        200: {
            "description": "In the text format of Prometheus, or as OpenMetrics if preferred.",
            "content": {
                "text/plain": {
                    "schema": {"type": "string"},
                    "example": "# HELP meldwise_http_in_flight Requests that are being answered.\n"
                    "# TYPE meldwise_http_in_flight gauge\nmeldwise_http_in_flight 1.0\n",
                }
            },
        }
    },
)
async def metrics(request: Request) -> Response:
    """Write the numbers an operator watches, in the format that `Accept` asks for."""
    observation: Observation = request.app.state.observation
    text, media_type = await observation.metrics.text(request.headers.get("accept", ""))
    return Response(text, headers={"content-type": media_type})
