"""What stands between the server and the application, each a plain ASGI application of its own.

A base class that runs the application in a task of its own would hide from it that a client left.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from app.access.keyring import Keyring
from app.middleware.access import AccessMiddleware, ignore
from app.middleware.headers import HeadersMiddleware
from app.middleware.patience import PatienceMiddleware
from app.settings import Settings

_EXPOSED = ("Location", "Retry-After", "X-Request-ID", "Preference-Applied")


def wrap(
    app: ASGIApp,
    settings: Settings,
    keyring: Keyring,
    on_rejection: Callable[[str], None] = ignore,
) -> ASGIApp:
    """Put an application behind the middlewares.

    From the outside in:

    1. headers, so that every answer has them, those of the other middlewares too;
    2. CORS, if asked for, so that a page can read a refusal, and ask without a key what it may do;
    3. access, before anything is read of a body;
    4. patience, around all that the application reads and sends.

    Parameters
    ----------
    app
        The application, with its handler of unexpected errors.
    settings
        Limits, and the origins of CORS.
    keyring
        The keys that open it.
    on_rejection
        Is told why access was refused: ``unauthorized``, ``rate`` or ``concurrency``.
    """
    app = PatienceMiddleware(app, settings)
    app = AccessMiddleware(app, settings, keyring, on_rejection)
    origins = [origin.strip() for origin in settings.cors_origins.split(",") if origin.strip()]
    if origins:
        app = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=["*"],
            allow_headers=["*"],
            expose_headers=_EXPOSED,
        )
    return HeadersMiddleware(app)
