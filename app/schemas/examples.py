"""Every worked example: in the OpenAPI page, and as files in examples/.

``python -m app.schemas.examples FOLDER`` writes the files; a test compares them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.schemas.example import Examples
from app.schemas.mahjong import examples as mahjong
from app.schemas.peg_solitaire import examples as peg_solitaire
from app.schemas.rummikub import examples as rummikub

BY_GAME: Mapping[str, Mapping[str, Examples]] = {
    "rummikub": rummikub.BY_VERB,
    "mahjong": mahjong.BY_VERB,
    "peg-solitaire": peg_solitaire.BY_VERB,
}
"""Examples by game and verb."""

BATCH: tuple[Mapping[str, Any], ...] = (
    *(
        {"id": name, "kind": "rummikub/solve", "request": example}
        for name, example in rummikub.SOLVE.items()
    ),
    *(
        {"id": number, "kind": "rummikub/check", "request": example}
        for number, example in enumerate(rummikub.CHECK.values(), 1)
    ),
    *(
        {"kind": "rummikub/partition", "request": example}
        for example in rummikub.PARTITION.values()
    ),
    *(
        {"id": name, "kind": f"mahjong/{verb}", "request": example}
        for verb, examples in mahjong.BY_VERB.items()
        for name, example in examples.items()
    ),
)
"""Questions of several kinds and games, a line each."""


def files() -> dict[str, str]:
    """Return the content of each file by its path: ``rummikub/solve-six-players.json``."""
    return {
        f"{game}/{verb}-{_slug(name)}.json": json.dumps(example, indent=2) + "\n"
        for game, by_verb in BY_GAME.items()
        for verb, examples in by_verb.items()
        for name, example in examples.items()
    }


def batch() -> str:
    """Return the lines of the example of a batch."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in BATCH)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for path, content in files().items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(content)
    (folder / "batch" / "questions.ndjson").write_text(batch())
