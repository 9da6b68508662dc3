from __future__ import annotations

from typing import Any

import pytest

from playground.validation.command_values import check_values
from tests.playground.validation.rejection import rejection

STRING, INTEGER, BOOLEAN, CHANNEL, NUMBER = 3, 4, 5, 7, 10
CHOICE = {"name": "x", "value": "x"}
LARGEST = 2**53 - 1


def chosen(*names: str, **translations: str) -> list[dict[str, Any]]:
    """Return choices of these names, the last of them with translations."""
    choices: list[dict[str, Any]] = [{"name": name, "value": name} for name in names]
    choices[-1]["name_localizations"] = translations
    return choices


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"type": BOOLEAN, "required": 1}, "required", "Must be either true or false."),
    ({"type": STRING, "autocomplete": "x"}, "autocomplete", "Must be either true or false."),
    ({"type": STRING, "choices": [CHOICE] * 26}, "choices", "Must be 25 or fewer in length."),
    ({"type": STRING, "choices": [CHOICE | {"name": ""}]}, "choices.0.name", "Must be between 1 and 100 in length."),
    (
        {"type": STRING, "choices": [CHOICE, CHOICE | {"name": "x" * 101}]},
        "choices.1.name",
        "Must be between 1 and 100 in length.",
    ),
    ({"type": STRING, "choices": [CHOICE | {"value": 1}]}, "choices.0.value", "This field is required"),
    (
        {"type": STRING, "choices": [CHOICE | {"value": "x" * 101}]},
        "choices.0.value",
        "Must be between 1 and 100 in length.",
    ),
    ({"type": INTEGER, "choices": [CHOICE]}, "choices.0.value", 'Value "x" is not int.'),
    ({"type": INTEGER, "choices": [CHOICE | {"value": 1.5}]}, "choices.0.value", 'Value "1.5" is not int.'),
    (
        {"type": INTEGER, "choices": [CHOICE | {"value": LARGEST + 1}]},
        "choices.0.value",
        f"Value must be between {-LARGEST} and {LARGEST}.",
    ),
    ({"type": NUMBER, "choices": [CHOICE]}, "choices.0.value", 'Value "x" is not float.'),
    ({"type": NUMBER, "choices": [CHOICE | {"value": True}]}, "choices.0.value", 'Value "True" is not float.'),
    (
        {"type": STRING, "choices": [CHOICE], "autocomplete": True},
        "autocomplete",
        "choices and autocomplete are mutually exclusive",
    ),
    ({"type": STRING, "choices": chosen("x", "y", "x")}, "choices.2", "Option choice name x already exists"),
    (
        {"type": STRING, "choices": [CHOICE, CHOICE | {"value": "y"}]},
        "choices.1",
        "Option choice name x already exists",
    ),
    ({"type": STRING, "choices": chosen("x", "y", de="x")}, "choices.1", "Option choice name x already exists"),
    (
        {"type": INTEGER, "choices": [CHOICE | {"value": 1}, CHOICE | {"value": 2}]},
        "choices.1",
        "Option choice name x already exists",
    ),
    (
        {"type": STRING, "choices": chosen("x", xx="y")},
        "choices.0.name_localizations",
        "Value must be one of {ar, bg, cs",
    ),
    (
        {"type": STRING, "choices": chosen("x", de="")},
        "choices.0.name_localizations.de",
        "Must be between 1 and 100 in length.",
    ),
    (
        {"type": STRING, "choices": chosen("x", fr="y", de="x" * 101)},
        "choices.0.name_localizations.de",
        "Must be between 1 and 100 in length.",
    ),
    ({"type": STRING, "min_length": -1}, "min_length", "Value must be between 0 and 6000."),
    ({"type": STRING, "min_length": 6001}, "min_length", "Value must be between 0 and 6000."),
    ({"type": STRING, "max_length": 0}, "max_length", "Value must be between 1 and 6000."),
    ({"type": STRING, "max_length": 6001}, "max_length", "Value must be between 1 and 6000."),
    ({"type": STRING, "min_length": 3, "max_length": 2}, "min_length", "min_length must be at most max_length."),
    ({"type": INTEGER, "min_value": 0.5}, "min_value", 'Value "0.5" is not int.'),
    ({"type": INTEGER, "max_value": "9"}, "max_value", 'Value "9" is not int.'),
    (
        {"type": INTEGER, "min_value": -LARGEST - 1},
        "min_value",
        f"Value must be between {-LARGEST} and {LARGEST}.",
    ),
    ({"type": NUMBER, "max_value": "9"}, "max_value", 'Value "9" is not float.'),
    ({"type": NUMBER, "min_value": 1.5, "max_value": 1}, "min_value", "min_value must be at most max_value."),
    ({"type": CHANNEL, "channel_types": [0, 6]}, "channel_types.1", "Value must be one of {0, 1, 2, 3, 4, 5, 10"),
    ({"type": CHANNEL, "channel_types": [0, 5, 0]}, "channel_types.2", "The set already contains this value"),
]


@pytest.mark.parametrize(("option", "path", "words"), WRONG, ids=range(len(WRONG)))
def test_values_that_discord_does_not_take_are_rejected(option: dict[str, Any], path: str, words: str) -> None:
    found = rejection(check_values, option, "options.0.")
    assert found[0] == f"options.0.{path}"
    assert found[1].startswith(words)


TAKEN: list[dict[str, Any]] = [
    {
        "type": STRING,
        "choices": [{"name": f"{n:x>100}", "value": "x" * 100} for n in range(25)],
        "autocomplete": False,
    },
    {"type": STRING, "choices": chosen("x", "y", "z", de="x" * 100, fr="x" * 99)},
    {"type": STRING, "choices": chosen("x", "Y", "X", "y")},
    {"type": STRING, "choices": [], "autocomplete": True},
    {"type": STRING, "min_length": 0, "max_length": 1},
    {"type": STRING, "min_length": 6000, "max_length": 6000},
    {"type": STRING, "min_value": "ignored", "channel_types": ["ignored"]},
    {"type": INTEGER, "choices": [CHOICE | {"value": -LARGEST}, CHOICE | {"name": "y", "value": LARGEST}]},
    {"type": INTEGER, "min_value": 3, "max_value": 3},
    {"type": INTEGER, "min_value": None, "max_value": 3, "min_length": "ignored"},
    {"type": NUMBER, "choices": [CHOICE | {"value": 0.5}], "min_value": -0.5, "max_value": 1},
    {"type": CHANNEL, "channel_types": [0, 5, 10, 11, 12, 13, 15, 16], "choices": "ignored"},
    {"type": BOOLEAN, "choices": "ignored", "min_value": "ignored"},
]


@pytest.mark.parametrize("option", TAKEN, ids=range(len(TAKEN)))
def test_values_at_their_limits_are_taken(option: dict[str, Any]) -> None:
    check_values(option, "options.0.")
