"""Every answer has an id, the caller's if it is fit, and the log has it too."""

import pytest
from fastapi import FastAPI, Request

from app.main import create_app
from app.settings import Settings
from tests.app.asking import ask
from tests.app.conftest import Entries


@pytest.fixture
def app() -> FastAPI:
    app = create_app(Settings(workers=1))

    @app.get("/v1/broken/{secret}")
    async def broken(secret: str) -> None:
        raise ZeroDivisionError(f"on purpose, {len(secret)}")

    @app.get("/v1/told")
    async def told(request: Request) -> str:
        request_id: str = request.state.request_id
        return request_id

    return app


@pytest.mark.parametrize("given", ["a", "my.id_1-2", "Z" * 64])
def test_a_fit_id_of_the_caller_comes_back(app: FastAPI, given: str) -> None:
    answer = ask(app, "GET", "/live", headers={"X-Request-ID": given})
    assert answer.headers["x-request-id"] == given


@pytest.mark.parametrize("given", ["", "two words", 'quoted"', "a/b", "Z" * 65, "line\tbreak", "é"])
def test_an_unfit_id_is_replaced(app: FastAPI, given: str) -> None:
    answer = ask(app, "GET", "/live", headers={"X-Request-ID": given.encode()})
    assert len(answer.headers["x-request-id"]) == 32


def test_every_request_without_an_id_gets_one_of_its_own(app: FastAPI) -> None:
    ids = {ask(app, "GET", "/live").headers["x-request-id"] for _ in range(10)}
    assert len(ids) == 10


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("DELETE", "/live", 405),
        ("POST", "/v1/rummikub/solve", 415),
        ("GET", "/v1/broken/x", 500),
    ],
)
def test_errors_have_an_id_too(app: FastAPI, method: str, path: str, status: int) -> None:
    answer = ask(app, method, path, headers={"X-Request-ID": "mine"})
    assert answer.status_code == status
    assert answer.headers["x-request-id"] == "mine"


def test_a_route_is_told_the_id(app: FastAPI) -> None:
    assert ask(app, "GET", "/v1/told", headers={"X-Request-ID": "mine"}).json() == "mine"


def test_a_fault_is_logged_with_its_incident_and_its_request_and_without_its_path(
    app: FastAPI, entries: Entries
) -> None:
    """The path was once logged as it came."""
    answer = ask(app, "GET", "/v1/broken/secret-of-a-job", headers={"X-Request-ID": "mine"})
    fault, access = entries()
    assert fault["incident"] == answer.json()["incident"]
    assert fault["request_id"] == access["request_id"] == "mine"
    assert fault["level"] == "error"
    assert "ZeroDivisionError: on purpose" in fault["exception"]
    assert "/v1/broken/{secret}" in fault["message"]
    assert access["route"] == "/v1/broken/{secret}"
    assert "secret-of-a-job" not in str(entries())
