"""Callers that ask while something is being harmed."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from tests.faults.services import QUICK, SOLVE, Service


@contextmanager
def asked(service: Service, question: dict[str, Any]) -> Iterator[list[httpx.Response]]:
    """Ask, and go on; it is answered when the block ends."""
    answers: list[httpx.Response] = []

    def ask() -> None:
        answers.append(httpx.post(service.url + SOLVE, json=question, timeout=60))

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield answers
    finally:
        asking.join()


@contextmanager
def others_are_served(service: Service) -> Iterator[list[int]]:
    """Ask again and again meanwhile: every question must be answered, and there are some."""
    statuses: list[int] = []
    enough = threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=service.url, timeout=60) as client:
            while not enough.is_set():
                statuses.append(client.post(SOLVE, json=QUICK).status_code)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield statuses
    finally:
        enough.set()
        asking.join()
    assert statuses
    assert set(statuses) == {200}
