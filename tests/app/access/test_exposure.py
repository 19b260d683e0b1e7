"""Where the service may listen without keys."""

import socket
from pathlib import Path
from typing import Any

import pytest

from app.access.errors import AccessError
from app.access.exposure import check_exposure
from app.settings import Settings


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_the_machine_itself_may_always_be_let_in(host: str) -> None:
    check_exposure(Settings(host=host))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.0.2.1"])
def test_a_public_address_is_refused_without_keys_and_the_remedies_are_said(host: str) -> None:
    with pytest.raises(AccessError) as caught:
        check_exposure(Settings(host=host))
    for said in (host, "MELDWISE_KEYS_FILE", "MELDWISE_ALLOW_ANONYMOUS=true", "127.0.0.1"):
        assert said in str(caught.value)


def test_keys_or_a_word_open_it(tmp_path: Path) -> None:
    check_exposure(Settings(host="0.0.0.0", allow_anonymous=True))
    check_exposure(Settings(host="0.0.0.0", keys="carol …"))
    check_exposure(Settings(host="0.0.0.0", keys_file=tmp_path))


def test_every_address_of_a_name_must_be_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", (address, 0)) for address in ("127.0.0.1", "192.0.2.7")]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with pytest.raises(AccessError, match=r"solver\.example \(192\.0\.2\.7\) can be reached"):
        check_exposure(Settings(host="solver.example"))


def test_a_name_without_an_address_is_refused() -> None:
    with pytest.raises(AccessError, match="has no address"):
        check_exposure(Settings(host="nowhere.invalid"))
