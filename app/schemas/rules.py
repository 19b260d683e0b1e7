"""Rules of whatever game as JSON Schema, from the table that their reader checks against."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.rule_fields import Choice, Choices, Field, Flag, Letters, Whole
from models.rules import CheckedRules, RulesReader


def rules_schema[Rules: CheckedRules](
    reader: RulesReader[Rules], meanings: Mapping[str, str]
) -> dict[str, Any]:
    """Describe what a reader takes: the name of a preset, or an object.

    Parameters
    ----------
    reader
        The reader.
    meanings
        What each of its fields means.
    """
    preset: dict[str, Any] = {"type": "string", "enum": list(reader.presets)}
    fields = {
        field.name: {"description": meanings[field.name]} | _field(field) for field in reader.fields
    }
    return {
        "description": "The name of a preset, or an object: the preset it names under "
        f"`preset` (`{reader.default}` if none), with the fields it gives replaced.",
        "anyOf": [
            preset,
            {
                "type": "object",
                "properties": {"preset": {"description": "The rules to start from."} | preset}
                | fields,
                "additionalProperties": False,
            },
        ],
    }


def _field(field: Field) -> dict[str, Any]:
    match field:
        case Whole():
            least, greatest = field.span
            whole = {"type": "integer", "minimum": least, "maximum": greatest}
            return {"anyOf": [whole, {"type": "null"}]} if field.optional else whole
        case Flag():
            return {"type": "boolean"}
        case Choice():
            return {"type": "string", "enum": list(field.known)}
        case Choices():
            names = {"type": "string", "enum": list(field.known)}
            return {"type": "array", "items": names, "minItems": 1, "uniqueItems": True}
        case Letters():
            return _letters(field)
    raise TypeError(f"{field.name}: a {type(field).__name__} has no schema")


def _letters(field: Letters) -> dict[str, Any]:
    fewest, most = field.span
    alphabet = range(ord(field.first), ord(field.last) + 1)
    left = "".join(chr(code) for code in alphabet if chr(code) not in field.taken)
    letter = f"[{_class(left)}]"
    listed = {
        "type": "array",
        "items": {"type": "string", "pattern": f"^{letter}$"},
        "minItems": fewest,
        "maxItems": most,
        "uniqueItems": True,
    }
    text = {"type": "string", "pattern": f"^{letter}{{{fewest},{most}}}$"}
    return {"anyOf": [text, listed]}


def _class(letters: str) -> str:
    """Write letters in order as regular expressions do between brackets: ``a-vxy``."""
    runs: list[str] = []
    for letter in letters:
        if runs and ord(letter) == ord(runs[-1][-1]) + 1:
            runs[-1] += letter
        else:
            runs.append(letter)
    return "".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else run for run in runs)
