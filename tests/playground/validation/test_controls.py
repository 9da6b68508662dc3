"""Buttons, menus and the fields of forms: their limits, each by itself."""

from __future__ import annotations

from typing import Any

import pytest

from playground.validation.controls import check_control
from tests.playground.validation.rejection import rejection

Json = dict[str, Any]

EMOJI = 77
EMOJIS = {EMOJI: {"id": str(EMOJI), "name": "knight", "animated": False, "managed": False}}
BUTTON: Json = {"type": 2, "style": 1, "label": "x", "custom_id": "x"}
LINK: Json = {"type": 2, "style": 5, "label": "x", "url": "https://x"}
PREMIUM: Json = {"type": 2, "style": 6, "sku_id": "5"}
OPTION: Json = {"label": "x", "value": "x"}
MENU: Json = {"type": 3, "custom_id": "x", "options": [OPTION]}
USERS: Json = {"type": 5, "custom_id": "x"}
ROLES, MENTIONABLES, CHANNELS = USERS | {"type": 6}, USERS | {"type": 7}, USERS | {"type": 8}
INPUT: Json = {"type": 4, "custom_id": "x", "style": 1}
UPLOAD: Json = {"type": 19, "custom_id": "x"}
RADIOS: Json = {"type": 21, "custom_id": "x", "options": [OPTION, OPTION | {"value": "y"}]}
BOXES: Json = {"type": 22, "custom_id": "x", "options": [OPTION, OPTION | {"value": "y"}]}
PREMIUM_WORDS = "A premium button has a sku id and neither a label, an emoji, a url nor a custom id"


def options(count: int, **fields: Any) -> list[Json]:
    return [{"label": "x", "value": str(number), **fields} for number in range(count)]


def defaults(kind: str, count: int) -> list[Json]:
    return [{"type": kind, "id": str(number)} for number in range(count)]


NOT_BOOLEAN = "Must be either true or false."
WRONG: list[tuple[Json, str, str]] = [
    (BUTTON | {"disabled": 1}, ".disabled", NOT_BOOLEAN),
    (USERS | {"required": "x"}, ".required", NOT_BOOLEAN),
    ({"type": 23, "custom_id": "x", "default": "x"}, ".default", NOT_BOOLEAN),
    (MENU | {"options": [OPTION | {"default": 1}]}, ".options.0.default", NOT_BOOLEAN),
    (BUTTON | {"style": 0}, ".style", "Value must be one of {1, 2, 3, 4, 5, 6}."),
    (BUTTON | {"style": 7}, ".style", "Value must be one of {1, 2, 3, 4, 5, 6}."),
    (BUTTON | {"label": "x" * 81}, ".label", "Must be 80 or fewer in length."),
    (BUTTON | {"label": ""}, "", "A button must have a label or emoji"),
    ({"type": 2, "style": 4, "label": "x"}, ".custom_id", "A custom id is required"),
    (BUTTON | {"url": "https://x"}, ".custom_id", "A custom id and url cannot both be specified"),
    (BUTTON | {"sku_id": "5"}, ".sku_id", "Only a premium button has a sku id"),
    (LINK | {"custom_id": "x"}, ".custom_id", "A custom id and url cannot both be specified"),
    (LINK | {"sku_id": "5"}, ".sku_id", "Only a premium button has a sku id"),
    ({"type": 2, "style": 5, "label": "x"}, ".url", "This field is required"),
    (LINK | {"url": "ftp://x"}, ".url", "Scheme \"ftp\" must be one of ('http', 'https', 'discord')."),
    (LINK | {"url": "https://" + "x" * 505}, ".url", "Must be between 1 and 512 in length."),
    ({"type": 2, "style": 6}, ".sku_id", 'Value "None" is not snowflake.'),
    (PREMIUM | {"label": "x"}, "", PREMIUM_WORDS),
    (PREMIUM | {"emoji": {"name": "♟"}}, "", PREMIUM_WORDS),
    (PREMIUM | {"url": "https://x"}, "", PREMIUM_WORDS),
    (PREMIUM | {"custom_id": "x"}, "", PREMIUM_WORDS),
    (BUTTON | {"emoji": {"name": "x"}}, ".emoji.name", "Invalid emoji"),
    (BUTTON | {"emoji": {}}, ".emoji.name", "Invalid emoji"),
    (BUTTON | {"emoji": {"name": "♟" * 33}}, ".emoji.name", "Must be 32 or fewer in length."),
    (BUTTON | {"emoji": {"id": "5", "name": "x"}}, ".emoji.id", "Invalid emoji"),
    (BUTTON | {"emoji": {"id": "x"}}, ".emoji.id", 'Value "x" is not snowflake.'),
    (MENU | {"custom_id": ""}, ".custom_id", "Must be between 1 and 100 in length."),
    (MENU | {"custom_id": "x" * 101}, ".custom_id", "Must be between 1 and 100 in length."),
    ({"type": 23}, ".custom_id", "This field is required"),
    (MENU | {"placeholder": "x" * 151}, ".placeholder", "Must be 150 or fewer in length."),
    (MENU | {"min_values": -1}, ".min_values", "Value must be between 0 and 25."),
    (USERS | {"min_values": 26}, ".min_values", "Value must be between 0 and 25."),
    (USERS | {"max_values": 0}, ".max_values", "Value must be between 1 and 25."),
    (USERS | {"max_values": 26}, ".max_values", "Value must be between 1 and 25."),
    (USERS | {"min_values": 3, "max_values": 2}, ".max_values", "max_values must be at least min_values."),
    (MENU | {"max_values": 2}, ".max_values", "Must be 1 or fewer."),
    (MENU | {"options": []}, ".options", "Must be between 1 and 25 in length."),
    (MENU | {"options": options(26)}, ".options", "Must be between 1 and 25 in length."),
    (MENU | {"options": [OPTION | {"label": ""}]}, ".options.0.label", "Must be between 1 and 100 in length."),
    (MENU | {"options": [OPTION | {"label": "x" * 101}]}, ".options.0.label", "Must be between 1 and 100 in length."),
    (MENU | {"options": [OPTION | {"value": ""}]}, ".options.0.value", "Must be between 1 and 100 in length."),
    (MENU | {"options": [OPTION | {"value": "x" * 101}]}, ".options.0.value", "Must be between 1 and 100 in length."),
    (
        MENU | {"options": [OPTION | {"description": "x" * 101}]},
        ".options.0.description",
        "Must be 100 or fewer in length.",
    ),
    (MENU | {"options": [OPTION | {"emoji": {"name": "x"}}]}, ".options.0.emoji.name", "Invalid emoji"),
    (MENU | {"options": [OPTION, OPTION]}, ".options.1", "The specified option value is already used"),
    (
        MENU | {"options": options(2, default=True)},
        ".options",
        "The specified number of default values exceeds the specified maximum values",
    ),
    (
        RADIOS | {"options": options(2, default=True)},
        ".options",
        "The specified number of default values exceeds the specified maximum values",
    ),
    (USERS | {"default_values": defaults("role", 1)}, ".default_values.0.type", "Value must be one of {user}."),
    (ROLES | {"default_values": defaults("user", 1)}, ".default_values.0.type", "Value must be one of {role}."),
    (
        MENTIONABLES | {"default_values": defaults("channel", 1)},
        ".default_values.0.type",
        "Value must be one of {role, user}.",
    ),
    (CHANNELS | {"default_values": [{"type": "channel"}]}, ".default_values.0.id", 'Value "None" is not snowflake.'),
    (USERS | {"default_values": defaults("user", 26)}, ".default_values", "Must be 25 or fewer in length."),
    (
        USERS | {"default_values": defaults("user", 2)},
        ".default_values",
        "The number of default values must be between min_values and max_values.",
    ),
    (
        USERS | {"min_values": 2, "max_values": 3, "default_values": defaults("user", 1)},
        ".default_values",
        "The number of default values must be between min_values and max_values.",
    ),
    (CHANNELS | {"channel_types": [0, 5, 5]}, ".channel_types.2", "The set already contains this value"),
    (
        CHANNELS | {"channel_types": [0, 9]},
        ".channel_types.1",
        "Value must be one of {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16}.",
    ),
    (INPUT | {"style": 0}, ".style", "Value must be one of {1, 2}."),
    (INPUT | {"style": 3}, ".style", "Value must be one of {1, 2}."),
    (INPUT | {"label": ""}, ".label", "Must be between 1 and 45 in length."),
    (INPUT | {"label": "x" * 46}, ".label", "Must be between 1 and 45 in length."),
    (INPUT | {"placeholder": "x" * 101}, ".placeholder", "Must be 100 or fewer in length."),
    (INPUT | {"min_length": -1}, ".min_length", "Value must be between 0 and 4000."),
    (INPUT | {"min_length": 4001}, ".min_length", "Value must be between 0 and 4000."),
    (INPUT | {"max_length": 0}, ".max_length", "Value must be between 1 and 4000."),
    (INPUT | {"max_length": 4001}, ".max_length", "Value must be between 1 and 4000."),
    (INPUT | {"min_length": 3, "max_length": 2}, ".max_length", "max_length must be at least min_length."),
    (INPUT | {"value": "x" * 4001}, ".value", "Must be 4000 or fewer in length."),
    (INPUT | {"value": "x", "min_length": 2}, ".value", "Must be between 2 and 4000 in length."),
    (INPUT | {"value": "xx", "max_length": 1}, ".value", "Must be between 0 and 1 in length."),
    (UPLOAD | {"max_values": 11}, ".max_values", "Value must be between 1 and 10."),
    (UPLOAD | {"min_values": 11}, ".min_values", "Value must be between 0 and 10."),
    (RADIOS | {"options": options(1)}, ".options", "Must be between 2 and 10 in length."),
    (RADIOS | {"options": options(11)}, ".options", "Must be between 2 and 10 in length."),
    (BOXES | {"options": []}, ".max_values", "Value must be between 1 and 10."),
    (BOXES | {"options": options(11)}, ".max_values", "Value must be between 1 and 10."),
    (BOXES | {"options": options(11), "max_values": 10}, ".options", "Must be between 1 and 10 in length."),
    (BOXES | {"max_values": 3}, ".max_values", "Must be 2 or fewer."),
]


@pytest.mark.parametrize(("control", "path", "words"), WRONG, ids=range(len(WRONG)))
def test_a_control_that_discord_does_not_take_is_rejected(control: Json, path: str, words: str) -> None:
    assert rejection(check_control, {**control}, "at", EMOJIS, in_modal=False) == (f"at{path}", words)


TAKEN: list[Json] = [
    *[BUTTON | {"style": style, "label": "x" * 80} for style in (1, 2, 3, 4)],
    {"type": 2, "style": 1, "custom_id": "x", "emoji": {"id": str(EMOJI), "name": "knight"}},
    {"type": 2, "style": 1, "custom_id": "x", "emoji": {"name": "♟" * 32}},
    LINK | {"url": "https://" + "x" * 504},
    LINK | {"url": "discord://x", "label": "", "emoji": {"name": "♟"}},
    PREMIUM,
    MENU | {"custom_id": "x" * 100, "placeholder": "x" * 150},
    MENU | {"options": options(25, label="x" * 100, description="x" * 100), "min_values": 0, "max_values": 25},
    MENU | {"options": [OPTION | {"value": "x" * 100, "description": "", "emoji": {"name": "♟"}}]},
    MENU | {"options": options(2, default=True), "max_values": 2},
    USERS | {"min_values": 25, "max_values": 25, "default_values": defaults("user", 25)},
    ROLES | {"default_values": defaults("role", 1), "disabled": True},
    MENTIONABLES | {"default_values": [*defaults("role", 1), *defaults("user", 1)], "max_values": 2},
    CHANNELS | {"default_values": defaults("channel", 1), "channel_types": [0, 15, 16]},
    INPUT | {"label": "x" * 45, "placeholder": "x" * 100, "style": 2, "value": "x" * 4000},
    INPUT | {"min_length": 0, "max_length": 1, "value": "x"},
    INPUT | {"min_length": 3, "max_length": 3, "value": "xxx"},
    INPUT | {"min_length": 4000, "max_length": 4000, "value": ""},
    UPLOAD | {"min_values": 10, "max_values": 10},
    RADIOS | {"options": options(10)},
    BOXES | {"options": options(10), "min_values": 10},
    {"type": 23, "custom_id": "x", "default": True},
]


@pytest.mark.parametrize("control", TAKEN, ids=range(len(TAKEN)))
def test_a_control_at_its_limits_is_taken(control: Json) -> None:
    check_control({**control}, "at", EMOJIS, in_modal=False)


@pytest.mark.parametrize("named", [{}, {"name": "castle"}], ids=["unnamed", "misnamed"])
def test_an_emoji_of_the_application_comes_back_with_its_own_name(named: Json) -> None:
    button, option = ({**holder, "emoji": {"id": str(EMOJI), **named}} for holder in (BUTTON, OPTION))
    for control in (button, MENU | {"options": [option]}):
        check_control(control, "at", EMOJIS, in_modal=False)
    assert button["emoji"] == option["emoji"] == {"id": str(EMOJI), "name": "knight", "animated": False}


def test_an_id_of_a_default_value_comes_back_as_text() -> None:
    checked = USERS | {"default_values": [{"type": "user", "id": 661720242585600022}]}
    check_control(checked, "at", {}, in_modal=True)
    assert checked["default_values"] == [{"type": "user", "id": "661720242585600022"}]


@pytest.mark.parametrize(
    ("control", "values"), [(MENU, (1, 1)), (USERS, (1, 1)), (UPLOAD, (1, 1)), (BOXES, (1, 2))], ids=range(4)
)
def test_how_many_values_may_be_chosen_is_filled_in(control: Json, values: tuple[int, int]) -> None:
    checked = {**control}
    check_control(checked, "at", {}, in_modal=True)
    assert (checked["min_values"], checked["max_values"]) == values


def test_a_text_field_says_what_it_leaves_open() -> None:
    checked = {**INPUT}
    check_control(checked, "at", {}, in_modal=True)
    assert checked == INPUT | {"label": None, "min_length": None, "max_length": None}


def test_in_a_form_a_menu_is_enabled_and_one_that_is_required_takes_a_value() -> None:
    for control in (MENU, USERS, UPLOAD, BOXES):
        found = rejection(check_control, {**control, "min_values": 0}, "at", {}, in_modal=True)
        assert found == ("at.min_values", "min_values must be at least 1 in a required component.")
        check_control({**control, "min_values": 0, "required": False}, "at", {}, in_modal=True)
    found = rejection(check_control, {**MENU, "disabled": True}, "at", {}, in_modal=True)
    assert found == ("at.disabled", "Components in modals cannot be disabled")
    check_control({**MENU, "disabled": False}, "at", {}, in_modal=True)
