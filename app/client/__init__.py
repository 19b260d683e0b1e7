"""A client of the service, for the command line."""

from __future__ import annotations

from app.client.client import Client as Client
from app.client.events import JobEvent as JobEvent
