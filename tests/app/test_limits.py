"""``/v1/limits`` says every limit in force: a new setting has to be placed."""

import asyncio
import types
import typing

import httpx

from app.main import create_app
from app.schemas.service import LimitsAnswer
from app.settings import Settings

NO_LIMITS = {"port", "lease_seconds"}
"""Where the service listens, and what services that share a database agree on."""


def is_number(annotation: object) -> bool:
    kinds = typing.get_args(annotation) if isinstance(annotation, types.UnionType) else [annotation]
    return bool({int, float} & set(kinds))


def test_every_numeric_setting_is_a_limit_that_is_said_or_known_to_be_none() -> None:
    numeric = {n for n, field in Settings.model_fields.items() if is_number(field.annotation)}
    assert "rate" in numeric, "numbers that may be unset count"
    assert numeric - set(LimitsAnswer.model_fields) == NO_LIMITS


def test_limits_are_those_of_the_settings() -> None:
    settings = Settings(rate=2.5, burst=3, queue_length=7, job_keep_count=11)

    async def get() -> dict[str, object]:
        transport = httpx.ASGITransport(create_app(settings))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            limits: dict[str, object] = (await client.get("/v1/limits")).json()
            return limits

    limits = asyncio.run(get())
    said = {name: limits[name] for name in limits if name in Settings.model_fields}
    assert said == {name: value for name, value in settings if name in said}
    assert (limits["rate"], limits["burst"]) == (2.5, 3)


def test_the_example_of_the_documentation_has_every_limit() -> None:
    extra = LimitsAnswer.model_config["json_schema_extra"]
    assert isinstance(extra, dict)
    (example,) = typing.cast("list[dict[str, object]]", extra["examples"])
    assert set(example) == set(LimitsAnswer.model_fields)
    LimitsAnswer.model_validate(example)
