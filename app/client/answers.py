"""Reading what a service answers: problems, and when it wants to be asked again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

import httpx

from app.client.errors import ServiceError, UnexpectedAnswerError
from app.strict_json import MalformedJSONError, read_json
from models.defects import Defect, short

_URN = "urn:meldwise:problem:"
_WHOLE_SECONDS = re.compile(r"[0-9]{1,9}")


def read_answer(response: httpx.Response) -> Any:
    """Read the JSON of a good answer.

    Raises
    ------
    UnexpectedAnswerError
        If it holds none.
    """
    try:
        return read_json(response.content)
    except MalformedJSONError as error:
        raise unexpected(response, str(error)) from None


def raise_unless_good(response: httpx.Response) -> None:
    """Raise what an answer, whose body has been read, says went wrong.

    Raises
    ------
    ServiceError
        If it is an error.
    UnexpectedAnswerError
        If it is neither an error nor good.
    """
    if response.is_success:
        return
    if response.has_redirect_location:
        raise unexpected(response, f"see {short(response.headers['location'])}: give that address")
    if not response.is_error:
        raise unexpected(response)
    try:
        problem = read_json(response.content)
    except MalformedJSONError:
        problem = None
    if not isinstance(problem, dict) or not isinstance(problem.get("title"), str):
        problem = {"title": _phrase(response), "detail": _no_problem(response)}
    incident = problem.get("incident")
    raise ServiceError(
        response.status_code,
        str(problem.get("type", "")).removeprefix(_URN),
        problem["title"],
        str(problem.get("detail", "")),
        _defects(problem.get("errors")),
        None if incident is None else str(incident),
        retry_after(response.headers),
    )


def unexpected(response: httpx.Response, detail: str = "") -> UnexpectedAnswerError:
    """Make the error of an answer that this service does not give."""
    said = f"answered {_phrase(response)}{': ' if detail else ''}{detail}"
    return UnexpectedAnswerError(f"{_place(response)} {said}: is it a service of meldwise?")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Read ``Retry-After``: seconds, or an HTTP date.

    A date is compared with the ``Date`` of the same answer if there is one: the clocks of two
    machines may differ.

    Returns
    -------
    float | None
        Seconds, at least 0; ``None`` if nothing that can be understood is said.
    """
    given = headers.get("retry-after", "").strip()
    if _WHOLE_SECONDS.fullmatch(given):
        return float(given)
    until = _date(given)
    if until is None:
        return None
    now = _date(headers.get("date", "")) or datetime.now(UTC)
    return max(0.0, (until - now).total_seconds())


def _date(text: str) -> datetime | None:
    try:
        read = parsedate_to_datetime(text)
    except ValueError:
        return None
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)


def _defects(errors: object) -> tuple[Defect, ...]:
    found = [one for one in errors if isinstance(one, dict)] if isinstance(errors, list) else []
    return tuple(
        Defect(*(str(one.get(name, "")) for name in ("pointer", "code", "detail"))) for one in found
    )


def _no_problem(response: httpx.Response) -> str:
    return f"{_place(response)} gives no reason; is it a service of meldwise, or a proxy before it?"


def _phrase(response: httpx.Response) -> str:
    try:
        return f"{response.status_code} {HTTPStatus(response.status_code).phrase}"
    except ValueError:
        return str(response.status_code)


def _place(response: httpx.Response) -> str:
    url = response.request.url
    return f"{url.scheme}://{url.netloc.decode('ascii')}{url.path}"
