"""Running the command about Mahjong hands."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.cli.documents import STDIN, BadInputError, Given, assemble, read_rules
from app.cli.elsewhere import Question, elsewhere
from app.cli.exit_codes import ExitCode
from app.cli.mahjong.text import print_decompositions, print_distance
from app.cli.output import code_of, print_answer
from app.schemas.mahjong.answers import MahjongDecomposeAnswer, MahjongDistanceAnswer
from app.schemas.mahjong.asked import MahjongDecomposeBody, MahjongDistanceBody
from app.tasks.mahjong import decomposed, measured

_DECOMPOSE = Question("mahjong/decompose", MahjongDecomposeBody, MahjongDecomposeAnswer)
_DISTANCE = Question("mahjong/distance", MahjongDistanceBody, MahjongDistanceAnswer)


def _mahjong(options: Namespace) -> ExitCode:
    _check(options)
    given = _given(options)
    question = _DECOMPOSE if options.decompose else _DISTANCE
    answer = elsewhere(options, question, given)
    if answer is None:
        answer = _here(given, decompose=options.decompose)
    as_text = print_decompositions if options.decompose else print_distance
    print_answer(answer, as_text, as_json=options.json)
    code = code_of(answer)
    checked = answer["cross_check"]
    return code if checked is None or code is not ExitCode.ANSWERED else code_of(checked)


def _check(options: Namespace) -> None:
    """Refuse options that are about the other question.

    Raises
    ------
    BadInputError
        Naming each of them.
    """
    if options.decompose:
        others = {
            "--visible": (options.visible, ""),
            "--forms": (
                options.forms,
                ", which splits into the standard form: a distance has forms",
            ),
        }
        wrong = [f"{n}: not with --decompose{why}" for n, (given, why) in others.items() if given]
    else:
        wrong = ["--one: only with --decompose"] if options.one else []
    if wrong:
        raise BadInputError("\n".join(wrong))


def _given(options: Namespace) -> Given:
    limits = {"seconds": options.seconds, "work": options.work}
    is_file = options.hand == STDIN or options.hand.endswith(".json") or _exists(options.hand)
    forms = options.forms
    return assemble(
        options.hand if is_file else None,
        {
            "hand": None if is_file else options.hand,
            "visible": options.visible,
            "forms": None if forms is None else forms.replace(",", " ").split(),
            "rules": read_rules(options.rules),
            "every": False if options.one else None,
            "backend": options.backend,
            "limits": {name: limit for name, limit in limits.items() if limit is not None},
            "cross_check": options.cross_check,
        },
        {"hand": "HAND", "every": "--one"},
    )


def _exists(hand: str) -> bool:
    try:
        return Path(hand).is_file()
    except (OSError, ValueError):
        # Longer than any name, or with a character that none has.
        return False


def _here(given: Given, *, decompose: bool) -> dict[str, Any]:
    if decompose:
        asked = given.read(MahjongDecomposeBody)
        return decomposed(asked, asked.limits, 0.0)
    measure = given.read(MahjongDistanceBody)
    return measured(measure, measure.limits, 0.0)


COMMANDS: Mapping[str, Callable[[Namespace], ExitCode]] = {"mahjong": _mahjong}
"""The commands by name."""
