"""``Client``: asks a service, and goes on asking while it is busy, stopping or away."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from importlib.metadata import version
from typing import Any, Self
from urllib.parse import quote

import httpx

from app.client.answers import raise_unless_good, read_answer, unexpected
from app.client.errors import ClientError, ServiceError, UnexpectedAnswerError
from app.client.events import JobEvent, read_events
from app.client.failures import may_pass, unreachable
from app.client.patience import DEFAULT_SECONDS, Patience

_BUSY = frozenset({429, 502, 503})
"""Statuses that pass; 502 is a proxy's, while the service behind it restarts."""

_CONNECT_SECONDS = 10.0
_ANSWER_SECONDS = 3600.0
"""Longer than a service works on a request: only a dead connection is silent for so long."""

_EVENT_SECONDS = 60.0
"""A stream of events is never silent for so long: the service sends a comment every 15 seconds."""

_STREAM = "text/event-stream"


def say_nothing(reason: str, pause: float) -> None:
    """Take no notice of a wait."""


class Client:
    """Asks a service.

    Whatever a client asks for may be asked twice: a question has the same answer, a job is
    submitted under a key that makes no second one, and one that is stopped twice is stopped. So
    every request is repeated while the service is busy (429, 503), as ``Retry-After`` says, and
    while no answer comes, with growing pauses.

    All methods raise :class:`ServiceError` for a problem the service answers with,
    :class:`UnreachableError` if no answer comes, and :class:`UnexpectedAnswerError` if what
    answers is no such service.

    Parameters
    ----------
    server
        Its address: ``http://127.0.0.1:8000``, with a path if it is below one.
    key
        The API key, where one is needed.
    patience
        Seconds that repeating a request may take, from its first failure on.
    on_wait
        Is told of each wait: why, and for how many seconds.
    transport
        What carries the requests; by default the network.
    clock, sleep
        Seconds that never go back, and what waits.
    """

    def __init__(
        self,
        server: str,
        key: str | None = None,
        *,
        patience: float = DEFAULT_SECONDS,
        on_wait: Callable[[str, float], None] = say_nothing,
        transport: httpx.BaseTransport | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.server = server.rstrip("/")
        self.on_wait = on_wait
        self._patience, self._clock, self._sleep = patience, clock, sleep
        headers = {"User-Agent": f"meldwise/{version('meldwise')}", "Accept": "application/json"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        self._http = httpx.Client(
            base_url=self.server,
            headers=headers,
            timeout=httpx.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS),
            transport=transport,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def ask(self, kind: str, request: object) -> dict[str, Any]:
        """Ask a question and return its answer.

        Parameters
        ----------
        kind
            The kind of question: ``rummikub/solve``.
        request
            The question, as JSON has it.
        """
        return self._object(self.send("POST", f"/v1/{kind}", request))

    def submit(self, kind: str, request: object) -> dict[str, Any]:
        """Make a job of a question, and return the job."""
        body = {"kind": kind, "request": request}
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        return self._object(self.send("POST", "/v1/jobs", body, headers))

    def job(self, job: str) -> dict[str, Any]:
        """Return a job by its id."""
        return self._object(self.send("GET", _path(job)))

    def jobs(self, limit: int | None = None) -> dict[str, Any]:
        """Return the caller's newest jobs, under ``jobs``."""
        query = "" if limit is None else f"?limit={limit}"
        return self._object(self.send("GET", f"/v1/jobs{query}"))

    def stop(self, job: str) -> dict[str, Any]:
        """Stop a job and return it; it keeps its best answer."""
        return self._object(self.send("DELETE", _path(job)))

    def follow(self, job: str) -> Iterator[JobEvent]:
        """Follow a job until its end, which is the last event.

        A stream that breaks, because the network or the service does, is opened again where it
        was; there is as much patience after each sign of life as at first.
        """
        patience = self._fresh_patience()
        last: str | None = None

        def signs_of_life(lines: Iterator[str]) -> Iterator[str]:
            for line in lines:
                patience.renew()
                yield line

        while True:
            headers = {"Accept": _STREAM} | ({} if last is None else {"Last-Event-ID": last})
            try:
                with self.stream(
                    "GET",
                    f"{_path(job)}/events",
                    headers=headers,
                    patience=patience,
                    silence=_EVENT_SECONDS,
                ) as response:
                    if not response.headers.get("content-type", "").startswith(_STREAM):
                        raise unexpected(response, "no stream of events")
                    for event in read_events(signs_of_life(response.iter_lines())):
                        last = event.id or last
                        yield event
                        if event.kind == "end":
                            return
                failure: ClientError = unreachable(self.server, "the events have stopped")
            except httpx.TransportError as error:
                failure = unreachable(self.server, error)
            except ServiceError as error:
                if error.kind != "no-more-events":
                    raise
                # It ended, and the last event was seen: of a job that is over that is the end.
                yield JobEvent(last or "", "end", self.job(job))
                return
            self._wait(patience, failure)

    def send(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request that may be repeated, and return its good answer as a whole.

        Parameters
        ----------
        method, path
            The request; the path is below that of the server.
        body
            What is sent as JSON; ``None`` for nothing.
        headers
            Those beside the client's own.
        """
        request = self._request(method, path, body, headers)

        def attempt() -> httpx.Response:
            response = self._http.send(request)
            raise_unless_good(response)
            return response

        return self._repeated(attempt, self._fresh_patience())

    @contextmanager
    def stream(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        patience: Patience | None = None,
        silence: float = _ANSWER_SECONDS,
    ) -> Iterator[httpx.Response]:
        """Send a request that may be repeated, and have its good answer as it arrives.

        Parameters
        ----------
        method, path, body, headers
            As for :meth:`send`.
        patience
            What is left of an earlier attempt's; a fresh one by default.
        silence
            Seconds without a byte after which the connection is taken for broken.

        Raises
        ------
        httpx.TransportError
            While the answer is read, if the connection breaks.
        """
        request = self._request(method, path, body, headers)
        request.extensions["timeout"] = httpx.Timeout(silence, connect=_CONNECT_SECONDS).as_dict()

        def attempt() -> httpx.Response:
            response = self._http.send(request, stream=True)
            if not response.is_success:
                with closing(response):
                    response.read()
            raise_unless_good(response)
            return response

        with closing(self._repeated(attempt, patience or self._fresh_patience())) as response:
            yield response

    def _fresh_patience(self) -> Patience:
        return Patience(self._patience, self._clock, self._sleep)

    def _request(
        self, method: str, path: str, body: object, headers: Mapping[str, str] | None
    ) -> httpx.Request:
        # In ASCII: what was typed may hold what UTF-8 can't.
        content = None if body is None else json.dumps(body, allow_nan=False).encode("ascii")
        typed = {} if body is None else {"Content-Type": "application/json"}
        return self._http.build_request(
            method, path, content=content, headers=typed | dict(headers or {})
        )

    def _repeated(
        self, attempt: Callable[[], httpx.Response], patience: Patience
    ) -> httpx.Response:
        while True:
            try:
                return attempt()
            except ServiceError as error:
                if error.status not in _BUSY:
                    raise
                self._wait(patience, error, error.retry_after)
            except httpx.TransportError as error:
                failure = unreachable(self.server, error)
                if not may_pass(error):
                    raise failure from None
                self._wait(patience, failure)
            except httpx.RequestError as error:
                raise UnexpectedAnswerError(f"{self.server}: {error}") from None

    def _wait(
        self, patience: Patience, failure: ClientError, retry_after: float | None = None
    ) -> None:
        """Wait before the next attempt, or raise why the last one failed."""
        pause = patience.pause_after(retry_after)
        if pause is None:
            failure.tried = patience.tried
            raise failure from None
        self.on_wait(str(failure), pause)
        patience.wait(pause)

    def _object(self, response: httpx.Response) -> dict[str, Any]:
        answer = read_answer(response)
        if not isinstance(answer, dict):
            raise unexpected(response, "no object")
        return answer


def _path(job: str) -> str:
    return f"/v1/jobs/{quote(job, safe='')}"
