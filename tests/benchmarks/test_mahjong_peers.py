"""What the benchmark of Mahjong hands says of libraries that are not there."""

import importlib.util

import pytest
from rich.console import Console

from benchmarks import mahjong, mahjong_peers


def test_a_peer_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its rows were left out in silence."""
    there: list[str] = []

    def find_spec(name: str) -> object | None:
        return object() if name in there else None

    for part in ("_distances", "_surroundings", "_decompositions"):
        monkeypatch.setattr(mahjong, part, lambda *_: None)
    monkeypatch.setattr(importlib.util, "find_spec", find_spec)
    mahjong.run(Console(width=100), smoke=True, repeat=1)
    assert capsys.readouterr().out.strip().endswith("not installed: mahjong, xiangting")
    there += mahjong_peers.PEERS
    mahjong.run(Console(width=100), smoke=True, repeat=1)
    assert capsys.readouterr().out == ""
