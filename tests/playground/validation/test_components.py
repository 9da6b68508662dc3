"""What may stand where in messages and forms, how many, and how long."""

from __future__ import annotations

from typing import Any

import pytest

from playground.validation.components import check_components, check_modal
from tests.playground.validation.rejection import rejection

Json = dict[str, Any]

BUTTON: Json = {"type": 2, "style": 1, "label": "x", "custom_id": "b"}
USERS: Json = {"type": 5, "custom_id": "u"}
TEXT: Json = {"type": 10, "content": "x"}
PICTURE: Json = {"media": {"url": "attachment://x.png"}}
FILE: Json = {"type": 13, "file": {"url": "attachment://x.txt"}}
THUMBNAIL: Json = {"type": 11, **PICTURE}
INPUT: Json = {"type": 4, "custom_id": "i", "style": 1}
KINDS = 'Value of field "type" must be one of '


def row(*inside: Json) -> Json:
    return {"type": 1, "components": list(inside)}


def buttons(count: int) -> list[Json]:
    return [BUTTON | {"custom_id": str(number)} for number in range(count)]


def section(*inside: Json, accessory: Json | None = BUTTON) -> Json:
    return {"type": 9, "components": list(inside), "accessory": accessory}


def gallery(*items: Json) -> Json:
    return {"type": 12, "items": list(items)}


def container(*inside: Json, **fields: Any) -> Json:
    return {"type": 17, "components": list(inside), **fields}


def label(component: Json, **fields: Any) -> Json:
    return {"type": 18, "label": "x", "component": component, **fields}


V1_WRONG: list[tuple[Any, str, str]] = [
    ([row(one) for one in buttons(6)], "components", "Must be 5 or fewer in length."),
    (5, "components", "Only iterables may be used in a ListType"),
    ([BUTTON], "components.0.type", KINDS + "(1)."),
    ([row(BUTTON), TEXT], "components.1.type", KINDS + "(1)."),
    ([row()], "components.0.components", "Must be between 1 and 5 in length."),
    ([row(*buttons(6))], "components.0.components", "Must be between 1 and 5 in length."),
    ([row(TEXT)], "components.0.components.0.type", KINDS + "(2, 3, 5, 6, 7, 8)."),
    ([row(INPUT)], "components.0.components.0.type", KINDS + "(2, 3, 5, 6, 7, 8)."),
    ([row(BUTTON) | {"type": True}], "components.0.type", KINDS + "(1)."),
    ([row({"style": 1})], "components.0.components.0.type", KINDS + "(2, 3, 5, 6, 7, 8)."),
    ([row(USERS, BUTTON)], "components.0", "The width of the row exceeds the limit."),
    ([row(BUTTON, USERS)], "components.0", "The width of the row exceeds the limit."),
    (
        [row(BUTTON), row(BUTTON)],
        "components.1.components.0.custom_id",
        "Component custom id cannot be duplicated",
    ),
    ([row(BUTTON | {"custom_id": ""})], "components.0.components.0.custom_id", "Must be between 1 and 100 in length."),
    (
        [row(USERS | {"custom_id": "x" * 101})],
        "components.0.components.0.custom_id",
        "Must be between 1 and 100 in length.",
    ),
    ([row(BUTTON) | {"id": -1}], "components.0.id", "Value must be between 0 and 2147483647."),
    ([row(BUTTON) | {"id": 2**31}], "components.0.id", "Value must be between 0 and 2147483647."),
    ([row(BUTTON | {"id": 7}) | {"id": 7}], "components.0.components.0.id", "Component id cannot be duplicated"),
]

NOT_BOOLEAN = "Must be either true or false."
V2_WRONG: list[tuple[Any, str, str]] = [
    ([TEXT | {"type": True}], "components.0.type", KINDS + "(1, 9, 10, 12, 13, 14, 17)."),
    ([container(TEXT, spoiler=1)], "components.0.spoiler", NOT_BOOLEAN),
    ([{"type": 14, "divider": "x"}], "components.0.divider", NOT_BOOLEAN),
    ([gallery(PICTURE | {"spoiler": 0})], "components.0.items.0.spoiler", NOT_BOOLEAN),
    ([TEXT] * 41, "components", "Must be 40 or fewer in length."),
    ([container(*[TEXT] * 39), TEXT], "components", "The total number of components cannot exceed 40."),
    ([container(container(TEXT))], "components.0.components.0.type", KINDS + "(1, 9, 10, 12, 13, 14)."),
    ([container()], "components.0.components", "Must be between 1 and 40 in length."),
    ([container(TEXT, accent_color=-1)], "components.0.accent_color", "Value must be between 0 and 16777215."),
    ([container(TEXT, accent_color=0x1000000)], "components.0.accent_color", "Value must be between 0 and 16777215."),
    ([label(USERS)], "components.0.type", KINDS + "(1, 9, 10, 12, 13, 14, 17)."),
    ([THUMBNAIL], "components.0.type", KINDS + "(1, 9, 10, 12, 13, 14, 17)."),
    ([TEXT | {"content": ""}], "components.0.content", "Must be between 1 and 4000 in length."),
    ([TEXT | {"content": "x" * 4001}], "components.0.content", "Must be between 1 and 4000 in length."),
    (
        [TEXT | {"content": "x" * 2000}, section(TEXT | {"content": "x" * 2001})],
        "components",
        "The total characters cannot exceed 4000.",
    ),
    ([section()], "components.0.components", "Must be between 1 and 3 in length."),
    ([section(*[TEXT] * 4)], "components.0.components", "Must be between 1 and 3 in length."),
    ([section(BUTTON)], "components.0.components.0.type", KINDS + "(10)."),
    ([section(TEXT, accessory=None)], "components.0.accessory.type", KINDS + "(2, 11)."),
    ([section(TEXT, accessory=USERS)], "components.0.accessory.type", KINDS + "(2, 11)."),
    ([section(TEXT, accessory={"type": 11})], "components.0.accessory.media.url", "This field is required"),
    ([gallery()], "components.0.items", "Must be between 1 and 10 in length."),
    ([gallery(*[PICTURE] * 11)], "components.0.items", "Must be between 1 and 10 in length."),
    (
        [gallery(PICTURE, PICTURE | {"description": "x" * 1025})],
        "components.0.items.1.description",
        "Must be between 1 and 1024 in length.",
    ),
    (
        [gallery(PICTURE | {"description": ""})],
        "components.0.items.0.description",
        "Must be between 1 and 1024 in length.",
    ),
    (
        [gallery({"media": {"url": "ftp://x"}})],
        "components.0.items.0.media.url",
        "Scheme \"ftp\" must be one of ('http', 'https', 'attachment').",
    ),
    (
        [FILE | {"file": {"url": "https://x"}}],
        "components.0.file.url",
        "Scheme \"https\" must be one of ('attachment',).",
    ),
    ([{"type": 13}], "components.0.file.url", "This field is required"),
    ([{"type": 14, "spacing": 3}], "components.0.spacing", "Value must be one of {1, 2}."),
    ([{"type": 14, "spacing": 0}], "components.0.spacing", "Value must be one of {1, 2}."),
]

MODAL: Json = {"custom_id": "m", "title": "x", "components": [label(INPUT)]}
MODAL_WRONG: list[tuple[Json, str, str]] = [
    ({"custom_id": ""}, "custom_id", "Must be between 1 and 100 in length."),
    ({"custom_id": "x" * 101}, "custom_id", "Must be between 1 and 100 in length."),
    ({"title": ""}, "title", "Must be between 1 and 45 in length."),
    ({"title": "x" * 46}, "title", "Must be between 1 and 45 in length."),
    ({"components": []}, "components", "Must be between 1 and 5 in length."),
    ({"components": [TEXT] * 6}, "components", "Must be between 1 and 5 in length."),
    ({"components": [{"type": 14}]}, "components.0.type", KINDS + "(1, 10, 18)."),
    ({"components": [row(BUTTON)]}, "components.0.components.0.type", KINDS + "(4)."),
    ({"components": [label(BUTTON)]}, "components.0.component.type", KINDS + "(3, 4, 5, 6, 7, 8, 19, 21, 22, 23)."),
    ({"components": [label(TEXT)]}, "components.0.component.type", KINDS + "(3, 4, 5, 6, 7, 8, 19, 21, 22, 23)."),
    ({"components": [label(INPUT, label="")]}, "components.0.label", "Must be between 1 and 45 in length."),
    ({"components": [label(INPUT, label="x" * 46)]}, "components.0.label", "Must be between 1 and 45 in length."),
    (
        {"components": [label(INPUT, description="")]},
        "components.0.description",
        "Must be between 1 and 100 in length.",
    ),
    (
        {"components": [label(INPUT, description="x" * 101)]},
        "components.0.description",
        "Must be between 1 and 100 in length.",
    ),
    (
        {"components": [label(INPUT), label(INPUT)]},
        "components.1.component.custom_id",
        "Component custom id cannot be duplicated",
    ),
    (
        {"components": [label(USERS | {"disabled": True})]},
        "components.0.component.disabled",
        "Components in modals cannot be disabled",
    ),
    (
        {"components": [label(USERS | {"min_values": 0})]},
        "components.0.component.min_values",
        "min_values must be at least 1 in a required component.",
    ),
]


@pytest.mark.parametrize(("components", "path", "words"), V1_WRONG, ids=range(len(V1_WRONG)))
def test_components_that_discord_does_not_take_are_rejected(components: Any, path: str, words: str) -> None:
    assert rejection(check_components, components, components_v2=False) == (path, words)


@pytest.mark.parametrize(("components", "path", "words"), V2_WRONG, ids=range(len(V2_WRONG)))
def test_new_components_that_discord_does_not_take_are_rejected(components: Any, path: str, words: str) -> None:
    assert rejection(check_components, components, components_v2=True) == (path, words)


@pytest.mark.parametrize(("changes", "path", "words"), MODAL_WRONG, ids=range(len(MODAL_WRONG)))
def test_a_form_that_discord_does_not_take_is_rejected(changes: Json, path: str, words: str) -> None:
    assert rejection(check_modal, MODAL | changes) == (f"data.{path}", words)


V2_TAKEN: list[list[Json]] = [
    [TEXT] * 40,
    [container(*[TEXT] * 39)],
    [TEXT | {"content": "x" * 4000}],
    [TEXT | {"content": "x" * 2000}, section(*[TEXT] * 3), TEXT | {"content": "x" * 1997}],
    [container(row(BUTTON), section(TEXT, accessory=THUMBNAIL), TEXT, gallery(PICTURE), FILE, {"type": 14})],
    [container(TEXT, accent_color=0), container(TEXT, accent_color=0xFFFFFF)],
    [gallery(*[PICTURE | {"description": "x" * 1024}] * 10)],
    [gallery({"media": {"url": "https://x"}}), {"type": 14, "spacing": 2, "divider": False}],
    [section(TEXT, accessory=THUMBNAIL | {"description": "x"})],
]


@pytest.mark.parametrize("components", V2_TAKEN, ids=range(len(V2_TAKEN)))
def test_new_components_at_their_limits_are_taken(components: list[Json]) -> None:
    assert len(check_components(components, components_v2=True)) == len(components)


def test_a_message_has_five_rows_of_five_buttons_or_a_menu() -> None:
    rows = [row(*buttons(25)[start : start + 5]) for start in range(0, 20, 5)]
    checked = check_components([*rows, row(USERS | {"custom_id": "x" * 100})], components_v2=False)
    assert [len(one["components"]) for one in checked] == [5, 5, 5, 5, 1]
    assert check_components(None, components_v2=False) == []


def test_a_form_has_five_labels_texts_and_rows() -> None:
    inside = [TEXT, label(USERS, label="x" * 45, description="x" * 100), row(INPUT), TEXT, TEXT]
    modal = {"custom_id": "x" * 100, "title": "x" * 45, "components": inside}
    checked = check_modal(modal | {"other": 1})
    assert {key: checked[key] for key in ("custom_id", "title")} == {"custom_id": "x" * 100, "title": "x" * 45}
    assert [one["type"] for one in checked["components"]] == [10, 18, 1, 10, 10]
    optional = label(USERS | {"required": False, "min_values": 0})
    assert check_modal(MODAL | {"components": [optional]})["components"][0]["component"]["min_values"] == 0


def test_components_without_an_id_get_the_lowest_ones_that_are_free() -> None:
    given = [container(TEXT, TEXT | {"id": 2}, TEXT | {"id": 0}), TEXT | {"id": 2**31 - 1}, TEXT]
    first, second, third = check_components(given, components_v2=True)
    inside = [one["id"] for one in first["components"]]
    assert (first["id"], inside, second["id"], third["id"]) == (1, [3, 2, 4], 2**31 - 1, 5)


def test_what_discord_adds_to_components_is_added() -> None:
    given = [container(TEXT, FILE, {"type": 14}, gallery(PICTURE), accent_color=None)]
    (checked,) = check_components(given, components_v2=True)
    file, separator, pictures = checked["components"][1:]
    assert (checked["accent_color"], checked["spoiler"]) == (None, False)
    assert (file["spoiler"], separator["spacing"], separator["divider"]) == (False, 1, True)
    assert pictures["items"] == [PICTURE | {"description": None, "spoiler": False}]


def test_an_emoji_of_the_application_is_taken_in_messages_and_forms() -> None:
    emoji = {77: {"id": "77", "name": "knight", "animated": False}}
    menu = {"type": 3, "custom_id": "x", "options": [{"label": "x", "value": "x", "emoji": {"id": "77"}}]}
    form = MODAL | {"components": [label(menu)]}
    (message,) = check_components([row(menu)], components_v2=False, emojis=emoji)
    (field,) = check_modal(form, emoji)["components"]
    for checked in (message["components"][0], field["component"]):
        assert checked["options"][0]["emoji"]["id"] == "77"
    assert rejection(check_modal, form)[1] == "Invalid emoji"
    assert rejection(check_components, [row(menu)], components_v2=False)[1] == "Invalid emoji"
