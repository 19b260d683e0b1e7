"""What stands between the server and the application, each a plain ASGI application of its own.

A base class that runs the application in a task of its own would hide from it that a client left.
"""

from __future__ import annotations

from fastapi.routing import APIRoute
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from app.access.keyring import Keyring
from app.middleware.access import AccessMiddleware
from app.middleware.headers import HeadersMiddleware
from app.middleware.observe import ObserveMiddleware
from app.middleware.patience import PatienceMiddleware
from app.middleware.request_id import RequestIdMiddleware
from app.middleware.room import RoomMiddleware
from app.observe.metrics import Metrics
from app.routes import questions
from app.settings import Settings
from app.workers import WorkerPool

_EXPOSED = ("Location", "Retry-After", "X-Request-ID", "Preference-Applied")


def wrap(
    app: ASGIApp,
    settings: Settings,
    keyring: Keyring,
    metrics: Metrics,
    pool: WorkerPool,
) -> ASGIApp:
    """Put an application behind the middlewares.

    From the outside in:

    0. room, so that a request that no worker could take costs little;
    1. the request id, so that every line of the log has it;
    2. observation, so that what the others refuse is counted and logged too;
    3. headers, so that every answer has them, those of the other middlewares too;
    4. CORS, if asked for, so that a page can read a refusal, and ask without a key what it may do;
    5. access, before anything is read of a body;
    6. patience, around all that the application reads and sends.

    Parameters
    ----------
    app
        The application, with its handler of unexpected errors.
    settings
        Limits, and the origins of CORS.
    keyring
        The keys that open it.
    metrics
        Is told of every request, and of every refusal.
    pool
        The workers that answer questions.
    """
    app = PatienceMiddleware(app, settings)
    app = AccessMiddleware(app, settings, keyring, metrics.rejected)
    origins = [origin.strip() for origin in settings.cors_origins.split(",") if origin.strip()]
    if origins:
        app = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=["*"],
            allow_headers=["*"],
            expose_headers=_EXPOSED,
        )
    app = ObserveMiddleware(HeadersMiddleware(app), metrics)
    app = RequestIdMiddleware(app)
    paths = [route.path for route in questions.router.routes if isinstance(route, APIRoute)]
    return RoomMiddleware(app, pool, paths, metrics, for_pages=bool(origins))
