"""What the command line calls the fields of a request."""

import pytest

from app.cli.places import is_option, option_of

GIVEN = {
    "table": ["R7-9", "R5 R7 R8"],
    "rules": {"sets": -1},
    "forms": ["x"],
    "limits": {"work": 1},
}


@pytest.mark.parametrize(
    ("pointer", "option"),
    [
        ("", "options"),
        ("/hand", "HAND"),
        ("/table_tiles", "--table-tiles"),
        ("/opened", "--not-opened"),
        ("/limits/seconds", "--seconds"),
        ("/limits", "--seconds or --work"),
        ("/options/a~1b", "--option a/b"),
        ("/forms/0", "--forms"),
        ("/rules/sets", "--rules#/sets"),
        ("/table/1", "--table R5 R7 R8"),
        ("/table/1/2", "--table R5 R7 R8"),
        ("/table/9", "--table"),
    ],
)
def test_a_field_is_called_as_it_is_typed(pointer: str, option: str) -> None:
    assert option_of(pointer, GIVEN, {"hand": "HAND"}) == option


@pytest.mark.parametrize(
    ("pointer", "given"),
    [("/table/0", True), ("/limits/work", True), ("/limits/seconds", False), ("/hand", False)],
)
def test_what_a_file_gives_beside_an_option_is_no_option(pointer: str, given: bool) -> None:
    assert is_option(pointer, GIVEN) is given
