"""``/v1/peg-solitaire/boards``: the boards that have a name."""

from __future__ import annotations

from fastapi import APIRouter

from app.answers.peg_solitaire import board_answers
from app.routes.route import Route
from app.schemas.peg_solitaire.answers import BoardAnswer

router = APIRouter(tags=["peg-solitaire"], route_class=Route)


@router.head("/v1/peg-solitaire/boards", include_in_schema=False)
@router.get("/v1/peg-solitaire/boards", summary="The boards that have a name")
async def boards() -> list[BoardAnswer]:
    """List the boards that a request can name, each drawn, with its directions."""
    return [BoardAnswer(**board) for board in board_answers()]
