"""What people press, choose and fill in: buttons, menus, and the fields of forms.

Discord's page: Component Reference (https://docs.discord.com/developers/components/reference).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.errors import bad_form
from playground.json_values import as_list, as_object
from playground.validation.kinds import SELECTS, Kind
from playground.validation.primitives import boolean, check_distinct, integer, number, objects, one_of, text, url

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playground.json_values import Json

_LINK, _PREMIUM = 5, 6
_LINK_SCHEMES = ("http", "https", "discord")
_LONGEST_LINK = 512
_LONGEST_EMOJI = 32
_MOST_VALUES = {Kind.CHECKBOX_GROUP: 10, Kind.FILE_UPLOAD: 10}
_OPTIONS = {Kind.STRING_SELECT: (1, 25), Kind.RADIO_GROUP: (2, 10), Kind.CHECKBOX_GROUP: (1, 10)}
_DEFAULTS = {
    Kind.USER_SELECT: ("user",),
    Kind.ROLE_SELECT: ("role",),
    Kind.MENTIONABLE_SELECT: ("role", "user"),
    Kind.CHANNEL_SELECT: ("channel",),
}
"""What the default values of a menu that Discord fills can be."""
CHANNEL_TYPES = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)


def check_control(checked: Json, path: str, emojis: Mapping[int, Json], *, in_modal: bool) -> None:
    """Reject what Discord would reject in a button, a menu or a field of a form, and put in what it adds."""
    kind = Kind(checked["type"])
    check_booleans(checked, path, "disabled", "required", "default")
    if kind is Kind.BUTTON:
        _check_button(checked, path, emojis)
        return
    text(f"{path}.custom_id", checked.get("custom_id"), 1, 100)
    if in_modal and kind in SELECTS and checked.get("disabled"):
        raise bad_form(f"{path}.disabled", "Components in modals cannot be disabled")
    if kind is Kind.TEXT_INPUT:
        _check_text_input(checked, path)
    elif kind not in {Kind.CHECKBOX, Kind.RADIO_GROUP}:
        _check_values(kind, checked, path, in_modal=in_modal)
    if kind in _OPTIONS:
        _check_options(checked, path, emojis)
    if kind in _DEFAULTS:
        _check_default_values(kind, checked, path)


def check_booleans(checked: Json, path: str, *names: str) -> None:
    """Reject fields with these names that are neither true nor false."""
    for name in names:
        boolean(f"{path}.{name}", checked.get(name, False))


def _check_button(checked: Json, path: str, emojis: Mapping[int, Json]) -> None:
    style = one_of(f"{path}.style", checked.get("style"), range(1, 7))
    given = {name for name in ("custom_id", "url", "sku_id", "label", "emoji") if name in checked}
    if style == _PREMIUM:
        number(f"{path}.sku_id", checked.get("sku_id"))
        if given != {"sku_id"}:
            raise bad_form(path, "A premium button has a sku id and neither a label, an emoji, a url nor a custom id")
        return
    if "sku_id" in given:
        raise bad_form(f"{path}.sku_id", "Only a premium button has a sku id")
    if given >= {"custom_id", "url"}:
        raise bad_form(f"{path}.custom_id", "A custom id and url cannot both be specified")
    if style == _LINK:
        url(f"{path}.url", checked.get("url"), _LINK_SCHEMES, _LONGEST_LINK)
    elif "custom_id" not in given:
        raise bad_form(f"{path}.custom_id", "A custom id is required")
    if not checked.get("label") and not checked.get("emoji"):
        raise bad_form(path, "A button must have a label or emoji")
    text(f"{path}.label", checked.get("label", ""), 0, 80)
    _check_emoji(checked, path, emojis)


def _check_emoji(checked: Json, path: str, emojis: Mapping[int, Json]) -> None:
    """Reject an emoji that stands for nothing, or has an id that is none of the application's; put its name in.

    The guilds have none.
    """
    if "emoji" not in checked:
        return
    emoji = as_object(checked["emoji"])
    name = text(f"{path}.emoji.name", emoji.get("name", ""), 0, _LONGEST_EMOJI)
    if "id" in emoji:
        known = emojis.get(number(f"{path}.emoji.id", emoji["id"]))
        if known is None:
            raise bad_form(f"{path}.emoji.id", "Invalid emoji")
        checked["emoji"] = {key: known[key] for key in ("id", "name", "animated")}
    elif name.isascii():
        raise bad_form(f"{path}.emoji.name", "Invalid emoji")


def _check_values(kind: Kind, checked: Json, path: str, *, in_modal: bool) -> None:
    text(f"{path}.placeholder", checked.get("placeholder", ""), 0, 150)
    most = _MOST_VALUES.get(kind, 25)
    options = as_list(checked.get("options"))
    usual = len(options) if kind is Kind.CHECKBOX_GROUP else 1
    low = integer(f"{path}.min_values", checked.setdefault("min_values", 1), 0, most)
    high = integer(f"{path}.max_values", checked.setdefault("max_values", usual), 1, most)
    if low > high:
        raise bad_form(f"{path}.max_values", "max_values must be at least min_values.")
    if in_modal and not low and checked.get("required", True):
        raise bad_form(f"{path}.min_values", "min_values must be at least 1 in a required component.")
    if kind in _OPTIONS and options and high > len(options):
        raise bad_form(f"{path}.max_values", f"Must be {len(options)} or fewer.")


def _check_options(checked: Json, path: str, emojis: Mapping[int, Json]) -> None:
    low, high = _OPTIONS[Kind(checked["type"])]
    values: set[str] = set()
    options = objects(f"{path}.options", checked.get("options"), low, high)
    for place, option in enumerate(options):
        at = f"{path}.options.{place}"
        text(f"{at}.label", option.get("label"), 1, 100)
        value = text(f"{at}.value", option.get("value"), 1, 100)
        text(f"{at}.description", option.get("description", ""), 0, 100)
        check_booleans(option, at, "default")
        _check_emoji(option, at, emojis)
        if value in values:
            raise bad_form(at, "The specified option value is already used")
        values.add(value)
    if sum(bool(option.get("default")) for option in options) > checked.get("max_values", 1):
        raise bad_form(f"{path}.options", "The specified number of default values exceeds the specified maximum values")


def _check_default_values(kind: Kind, checked: Json, path: str) -> None:
    for place, value in enumerate(as_list(checked.get("channel_types"))):
        one_of(f"{path}.channel_types.{place}", value, CHANNEL_TYPES)
    check_distinct(f"{path}.channel_types", as_list(checked.get("channel_types")))
    defaults = objects(f"{path}.default_values", checked.get("default_values"), 0, 25)
    with_ids: list[Json] = []
    for place, default in enumerate(defaults):
        one_of(f"{path}.default_values.{place}.type", default.get("type"), _DEFAULTS[kind])
        user_id = number(f"{path}.default_values.{place}.id", default.get("id"))
        with_ids.append(default | {"id": str(user_id)})  # an id as a number is more than a page can count
    if with_ids:
        checked["default_values"] = with_ids
    if defaults and not checked["min_values"] <= len(defaults) <= checked["max_values"]:
        raise bad_form(
            f"{path}.default_values", "The number of default values must be between min_values and max_values."
        )


def _check_text_input(checked: Json, path: str) -> None:
    one_of(f"{path}.style", checked.get("style"), (1, 2))
    if "label" in checked:
        text(f"{path}.label", checked["label"], 1, 45)
    text(f"{path}.placeholder", checked.get("placeholder", ""), 0, 100)
    for name in ("label", "min_length", "max_length"):
        checked.setdefault(name, None)
    low, high = checked["min_length"], checked["max_length"]
    low = 0 if low is None else integer(f"{path}.min_length", low, 0, 4000)
    high = 4000 if high is None else integer(f"{path}.max_length", high, 1, 4000)
    if low > high:
        raise bad_form(f"{path}.max_length", "max_length must be at least min_length.")
    value = text(f"{path}.value", checked.get("value", ""), 0, 4000)
    if value and not low <= len(value) <= high:
        raise bad_form(f"{path}.value", f"Must be between {low} and {high} in length.")
