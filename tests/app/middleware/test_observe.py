"""Every request has a line in the log and a place in the metrics, by route and never by path."""

import asyncio
from collections.abc import Iterator

import pytest
from fastapi import APIRouter, FastAPI, Request

from app.main import create_app
from app.observe.observation import Observation
from app.settings import Settings
from tests.app.asking import ask
from tests.app.conftest import Entries


@pytest.fixture
def app() -> Iterator[FastAPI]:
    router = APIRouter(prefix="/v1/things")

    @router.get("/{thing}")
    async def get(request: Request, thing: str) -> str:
        request.state.caller = "ada"
        return thing

    @router.delete("/{thing}")
    async def delete(thing: str) -> None:
        raise ZeroDivisionError(thing)

    app = create_app(Settings(workers=1))
    app.include_router(router)
    yield app
    # Metrics ask the database of jobs.
    asyncio.run(app.state.jobs.close())


def counted(app: FastAPI, **labels: str) -> float | None:
    observation: Observation = app.state.observation
    return observation.metrics.registry.get_sample_value("meldwise_http_requests_total", labels)


def test_a_request_has_a_line_with_what_became_of_it(app: FastAPI, entries: Entries) -> None:
    answer = ask(app, "GET", "/v1/things/one?key=two")
    (entry,) = entries()
    assert entry["logger"] == "meldwise.access"
    assert entry["level"] == "info"
    assert entry["message"] == "GET /v1/things/{thing} 200"
    assert (entry["method"], entry["route"], entry["status"]) == ("GET", "/v1/things/{thing}", 200)
    assert entry["bytes"] == len(answer.content)
    assert entry["caller"] == "ada"
    assert entry["seconds"] > 0
    assert "one" not in str(entry)
    assert "two" not in str(entry)


@pytest.mark.parametrize("path", ["/live", "/ready", "/metrics"])
def test_what_machines_ask_every_few_seconds_is_logged_at_debug(
    app: FastAPI, entries: Entries, path: str
) -> None:
    class NotReady:
        ready = False

    app.state.pool = NotReady()
    ask(app, "GET", path)
    assert [entry["level"] for entry in entries()] == ["debug"]


def test_requests_are_counted_by_route_method_and_status(app: FastAPI) -> None:
    for thing in range(3):
        ask(app, "GET", f"/v1/things/{thing}")
    assert ask(app, "DELETE", "/v1/things/4").status_code == 500
    route = "/v1/things/{thing}"
    assert counted(app, method="GET", route=route, status="200") == 3
    assert counted(app, method="DELETE", route=route, status="500") == 1


def test_callers_can_not_make_up_series(app: FastAPI, entries: Entries) -> None:
    """Paths and methods that are not there fall together."""
    for number in range(5):
        ask(app, "GET", f"/nowhere/{number}")
        ask(app, f"MADEUP{number}", "/v1/things/1")
    assert counted(app, method="GET", route="unmatched", status="404") == 5
    assert counted(app, method="other", route="/v1/things/{thing}", status="405") == 5
    assert "MADEUP" not in str(entries())


def test_the_pages_of_the_framework_are_routes_too(app: FastAPI) -> None:
    ask(app, "GET", "/openapi.json")
    assert counted(app, method="GET", route="/openapi.json", status="200") == 1


def test_nothing_is_in_flight_when_all_is_answered(app: FastAPI) -> None:
    ask(app, "GET", "/v1/things/1")
    ask(app, "DELETE", "/v1/things/1")
    observation: Observation = app.state.observation
    assert observation.metrics.registry.get_sample_value("meldwise_http_in_flight") == 0


def test_applications_in_one_process_count_apart(app: FastAPI) -> None:
    other = create_app(Settings(workers=1))
    ask(app, "GET", "/live")
    assert counted(app, method="GET", route="/live", status="200") == 1
    assert counted(other, method="GET", route="/live", status="200") is None
