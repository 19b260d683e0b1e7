"""From a JSON document to a request, with the defects of its shape and of its sense together."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from app.schemas.limits import LimitsBody
from models.defects import (
    MOST_DEFECTS,
    Defect,
    Defects,
    InvalidInputError,
    json_pointer,
    shown,
    suggestion,
)


class Body[Request](BaseModel):
    """A request body.

    Pydantic checks the shape (unknown fields, plain types); :meth:`collect` reads the rest with
    the readers of ``models``, which note every defect instead of stopping at the first.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    @abstractmethod
    def collect(self, defects: Defects) -> Request | None:
        """Read the request; ``None`` when defects were noted."""

    @classmethod
    def read(cls, raw: object, most_seconds: float | None = None) -> Request:
        """Read a request from a JSON value.

        Parameters
        ----------
        raw
            The JSON value.
        most_seconds
            The largest time limit a request may ask for; ``None`` for any.

        Raises
        ------
        InvalidInputError
            With every defect of shape and of sense.
        """
        defects = Defects()
        if not isinstance(raw, dict):
            raise InvalidInputError((Defect("", "wrong_type", f"{shown(raw)}: give an object"),))
        try:
            body = cls.model_validate(raw)
        except ValidationError as error:
            errors = error.errors(include_url=False)
            # One more than are noted, so that it is noticed; more would only take time.
            defects.extend(tuple(cls._defect(e) for e in errors[: MOST_DEFECTS + 1]))
            # Fields of the wrong shape are left at their defaults to look for what else is wrong.
            wrong = {e["loc"][0] for e in errors if e["loc"]}
            body = cls.model_validate({k: v for k, v in raw.items() if k not in wrong})
        request = body.collect(defects)
        if most_seconds is not None:
            body.check_service_limits(most_seconds, defects)
        if len(defects) or request is None:
            raise InvalidInputError(tuple(defects))
        return request

    def check_service_limits(self, most_seconds: float, defects: Defects) -> None:
        """Note a time limit beyond what the service allows, where there can be one."""
        limits = getattr(self, "limits", None)
        if isinstance(limits, LimitsBody):
            limits.check(most_seconds, ("limits",), defects)

    @classmethod
    def _defect(cls, error: Any) -> Defect:
        path = error["loc"]
        if error["type"] == "extra_forbidden":
            fields: Any = cls.model_fields
            for part in path[:-1]:
                fields = getattr(fields[part].annotation, "model_fields", {})
            hint = f"{suggestion(path[-1], fields)}known fields: {', '.join(fields)}"
            detail = f"{shown(path[-1])}: {hint}"
            return Defect(json_pointer(path), "unknown_field", detail)
        kind = error["type"]
        code = "out_of_range" if kind in _BEYOND else "wrong_type" if kind in _WANTED else kind
        detail = _WANTED.get(kind, error["msg"][:1].lower() + error["msg"][1:])
        return Defect(json_pointer(path), code, f"{shown(error['input'])}: {detail}")


_BEYOND = {"greater_than", "greater_than_equal", "less_than", "less_than_equal", "finite_number"}
_WANTED = {
    "bool_type": "give true or false",
    "float_type": "give a number",
    "int_type": "give a whole number",
    "string_type": "give a text",
    "model_type": "give an object",
}
