"""From a line of a batch to a question."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from app.batch.lines import Line
from app.kinds import Kind
from app.problems import ProblemError, invalid_input
from app.schemas.annotations import bare
from app.schemas.batch import BatchLine, check_id, is_id
from app.strict_json import MalformedJSONError, read_json
from models.defects import Defect, Defects, InvalidInputError


def read_line(line: Line, most_bytes: int) -> Any:
    """Read a line as JSON.

    Parameters
    ----------
    line
        The line.
    most_bytes
        How long it may be.

    Raises
    ------
    ProblemError
        If it is too long, or not JSON.
    """
    if line.content is None:
        raise ProblemError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            "line-too-long",
            "The line is too long",
            f"a line may have at most {most_bytes} bytes",
        )
    try:
        return read_json(line.content)
    except MalformedJSONError as error:
        raise ProblemError(
            HTTPStatus.BAD_REQUEST,
            "malformed-json",
            "The line is not JSON",
            f"of this line alone: {error}",
        ) from None


def id_of(raw: object) -> str | float | None:
    """Return the id that a line has, if it has one."""
    given: str | float | None = raw.get("id") if isinstance(raw, dict) else None
    return given if is_id(given) else None


def question(
    raw: object, kind: Kind[Any] | None, most_seconds: float | None
) -> tuple[Kind[Any], Any]:
    """Read the question of a line.

    Parameters
    ----------
    raw
        The line, as JSON has it.
    kind
        The kind of all lines, if each is just a request; ``None`` if each names its own.
    most_seconds
        The largest time limit it may ask for; ``None`` for any.

    Returns
    -------
    tuple[Kind, Any]
        The kind of the question, and what is asked.

    Raises
    ------
    ProblemError
        With every defect of the line, or, if it has none, of the request.
    """
    if kind is None:
        try:
            asked = BatchLine.read(raw)
        except InvalidInputError as error:
            raise _invalid_line(error.defects) from None
        kind, request = asked.kind, asked.request
    else:
        request = _bare(raw)
    try:
        return kind, kind.read(request, most_seconds)
    except InvalidInputError as error:
        raise invalid_input(error.defects) from None


def _bare(raw: object) -> object:
    if not isinstance(raw, dict):
        return raw
    defects = Defects()
    if "id" in raw:
        check_id(raw["id"], defects)
    if len(defects):
        raise _invalid_line(tuple(defects))
    return bare(raw)


def _invalid_line(defects: tuple[Defect, ...]) -> ProblemError:
    count = "one defect" if len(defects) == 1 else f"{len(defects)} defects"
    return ProblemError(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "invalid-line",
        "The line can't be understood",
        f'{count}; a line is {{"kind": …, "request": {{…}}}} with an "id" if you like, or a '
        "request alone where the kind is given for all lines",
        defects,
    )
