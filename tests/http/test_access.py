"""A running service with keys: 401, 429, and keys that change while it runs."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from app.access.keys import digest_of, key_line, new_key
from tests.http.service import RunningService, running_service
from tests.http.test_errors import problem

CAROL, DAVE, EVE, FRANK = (new_key() for _ in range(4))
SLOW = [("rate", "0.01"), ("burst", "2")]
OWN = [("rate", "50"), ("burst", "7"), ("concurrency", "3")]


@pytest.fixture(scope="module")
def keys_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("keys") / "keys"
    lines = (key_line("carol", CAROL), key_line("dave", DAVE, SLOW), key_line("frank", FRANK, OWN))
    file.write_text("\n".join(lines))
    return file


@pytest.fixture(scope="module")
def service(keys_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    folder = tmp_path_factory.mktemp("access")
    with running_service(folder, MELDWISE_KEYS_FILE=str(keys_file)) as running:
        yield running


def get(
    service: RunningService, path: str = "/v1/limits", key: str | None = None
) -> httpx.Response:
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    return httpx.get(f"{service.url}{path}", headers=headers)


def wait_until(true: Callable[[], bool]) -> None:
    for _ in range(600):
        if true():
            return
        time.sleep(0.1)
    pytest.fail("it did not become true within a minute")


def test_without_a_key_health_is_told_and_nothing_is_solved(service: RunningService) -> None:
    assert get(service, "/ready").status_code == 200
    for response in (
        get(service),
        get(service, key=EVE),
        get(service, "/nothing"),
        httpx.post(f"{service.url}/v1/rummikub/solve", json={"hand": "R7"}),
        httpx.post(f"{service.url}/v1/rummikub/solve", content=b"x" * 10_000_000),
    ):
        problem(response, 401)
        assert response.headers["www-authenticate"] == "Bearer"


def test_with_a_key_a_position_is_solved(service: RunningService) -> None:
    body = {"hand": "B10 K10 J"}
    for headers in ({"authorization": f"Bearer {CAROL}"}, {"x-api-key": CAROL}):
        response = httpx.post(f"{service.url}/v1/rummikub/solve", json=body, headers=headers)
        assert response.json()["played"] == ["B10", "K10", "J"]


def test_a_key_with_a_rate_is_held_to_it(service: RunningService) -> None:
    assert [get(service, key=DAVE).status_code for _ in range(2)] == [200, 200]
    response = get(service, key=DAVE)
    problem(response, 429)
    assert 90 <= int(response.headers["retry-after"]) <= 100
    assert get(service, key=CAROL).status_code == 200


def test_the_limits_that_are_said_are_those_of_the_caller(service: RunningService) -> None:
    frank, carol = (get(service, key=key).json() for key in (FRANK, CAROL))
    assert (frank["rate"], frank["burst"], frank["concurrency"]) == (50.0, 7, 3)
    assert (carol["rate"], carol["burst"], carol["concurrency"]) == (None, 20, None)


def test_keys_are_replaced_while_the_service_runs(service: RunningService, keys_file: Path) -> None:
    keys_file.write_text(f"{key_line('carol', CAROL)}\n{key_line('carol', EVE)}\n")
    wait_until(lambda: get(service, key=EVE).status_code == 200)
    assert get(service, key=CAROL).status_code == 200
    keys_file.write_text("carol\n")
    said = "keys:1: the second word must be sha256:"
    wait_until(lambda: get(service, key=EVE).status_code == 200 and said in service.log.read_text())
    assert get(service, key=CAROL).status_code == 200
    keys_file.write_text(f"{key_line('carol', EVE)}\n")
    wait_until(lambda: get(service, key=CAROL).status_code == 401)
    assert get(service, key=EVE).status_code == 200


def test_no_key_is_ever_logged(service: RunningService) -> None:
    get(service, key=CAROL)
    log = service.log.read_text()
    for key in (CAROL, DAVE, EVE):
        assert key not in log
        assert digest_of(key.encode()).hex() not in log
    assert "Traceback" not in log
