"""``/v1/limits`` says every limit in force: a new setting has to be placed."""

import asyncio
import types
import typing
from collections.abc import Callable

import httpx
import pytest

from app.main import create_app
from app.schemas.mahjong.asked import MahjongDistanceBody
from app.schemas.rummikub.asked import SolveBody
from app.schemas.service import LimitsAnswer
from app.settings import Settings
from models.defects import Defects, InvalidInputError
from models.peg_solitaire.boards import read_board
from models.rummikub.rules import READER as RUMMIKUB
from tests.app.asking import ask

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


def test_the_ranges_of_every_game_are_those_that_requests_are_held_to() -> None:
    """Those of Mahjong's rules and of boards were nowhere to be asked for."""
    limits = ask(create_app(Settings()), "GET", "/v1/limits").json()
    assert limits["rules"] == {name: list(span) for name, span in RUMMIKUB.spans.items()}
    for body, spans in (
        (MahjongDistanceBody, limits["mahjong_rules"]),
        (SolveBody, limits["rules"]),
    ):
        assert len(spans) >= 6
        for name, (least, greatest) in spans.items():
            for beyond in (least - 1, greatest + 1):
                letters = "abcdefghijk" if body is MahjongDistanceBody else "ABCDEFGHIKL"
                listed = name in ("suits", "colours")
                rules = {name: list(letters[:beyond]) if listed else beyond}
                with pytest.raises(InvalidInputError) as caught:
                    body.read({"hand": [], "rules": rules})
                found = {(defect.pointer, defect.code) for defect in caught.value.defects}
                assert (f"/rules/{name}", "out_of_range") in found


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("holes", lambda most: ["o" * 8] * (most // 8)),
        ("rows", lambda most: ["o"] * most),
        ("columns", lambda most: ["o" * most]),
    ],
)
def test_boards_are_read_up_to_the_limits_that_are_said(
    name: str, rows: Callable[[int], list[str]]
) -> None:
    least, most = ask(create_app(Settings()), "GET", "/v1/limits").json()["peg_solitaire_boards"][
        name
    ]
    assert least == 1

    def codes(board: list[str]) -> set[str]:
        defects = Defects()
        read_board(board, ("board",), defects)
        return {defect.code for defect in defects}

    assert codes(rows(most)) == set()
    larger = rows(most + 8) if name == "holes" else rows(most + 1)
    assert codes(larger) == {"board_too_large"}
    assert codes(rows(0)) == {"no_holes"}
