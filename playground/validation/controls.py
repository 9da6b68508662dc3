"""What people press, choose and fill in: buttons, menus, and the fields of forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.errors import bad_form
from playground.state import as_list, as_object
from playground.validation.kinds import Kind
from playground.validation.primitives import integer, number, objects, one_of, text, url

if TYPE_CHECKING:
    from collections.abc import Collection

    from playground.state import Json

_LINK, _PREMIUM = 5, 6
_LINK_SCHEMES = ("http", "https", "discord")
_MOST_VALUES = {Kind.CHECKBOX_GROUP: 10, Kind.FILE_UPLOAD: 10}
_OPTIONS = {Kind.STRING_SELECT: (1, 25), Kind.RADIO_GROUP: (2, 10), Kind.CHECKBOX_GROUP: (1, 10)}


def check_control(checked: Json, path: str, emojis: Collection[int]) -> None:
    """Reject what Discord would reject in a button, a menu or a field of a form, and put in what it adds."""
    kind = Kind(checked["type"])
    if kind is Kind.BUTTON:
        _check_button(checked, path, emojis)
        return
    text(f"{path}.custom_id", checked.get("custom_id"), 1, 100)
    if kind is Kind.TEXT_INPUT:
        _check_text_input(checked, path)
    elif kind not in {Kind.CHECKBOX, Kind.RADIO_GROUP}:
        _check_values(kind, checked, path)
    if kind in _OPTIONS:
        _check_options(checked, path, emojis)


def _check_button(checked: Json, path: str, emojis: Collection[int]) -> None:
    style = one_of(f"{path}.style", checked.get("style"), range(1, 7))
    if style == _LINK:
        if "custom_id" in checked:
            raise bad_form(f"{path}.custom_id", "A custom id and url cannot both be specified")
        url(f"{path}.url", checked.get("url"), _LINK_SCHEMES)
    elif style == _PREMIUM:
        number(f"{path}.sku_id", checked.get("sku_id"))
        return
    else:
        text(f"{path}.custom_id", checked.get("custom_id"), 1, 100)
    if not checked.get("label") and not checked.get("emoji"):
        raise bad_form(path, "A button must have a label or emoji")
    text(f"{path}.label", checked.get("label", ""), 0, 80)
    _check_emoji(checked.get("emoji"), f"{path}.emoji", emojis)


def _check_emoji(value: Any, path: str, emojis: Collection[int]) -> None:
    """Reject an emoji with an id that is none of the application's: the playground's guilds have none."""
    key = as_object(value).get("id")
    if key is not None and number(f"{path}.id", key) not in emojis:
        raise bad_form(f"{path}.id", "Invalid emoji")


def _check_values(kind: Kind, checked: Json, path: str) -> None:
    text(f"{path}.placeholder", checked.get("placeholder", ""), 0, 150)
    most = _MOST_VALUES.get(kind, 25)
    options = as_list(checked.get("options"))
    usual = len(options) if kind is Kind.CHECKBOX_GROUP else 1
    low = integer(f"{path}.min_values", checked.setdefault("min_values", 1), 0, most)
    high = integer(f"{path}.max_values", checked.setdefault("max_values", usual), 1, most)
    if low > high:
        raise bad_form(f"{path}.max_values", "max_values must be at least min_values.")
    if kind in _OPTIONS and options and high > len(options):
        raise bad_form(f"{path}.max_values", f"Must be {len(options)} or fewer.")


def _check_options(checked: Json, path: str, emojis: Collection[int]) -> None:
    low, high = _OPTIONS[Kind(checked["type"])]
    values: set[str] = set()
    for place, option in enumerate(objects(f"{path}.options", checked.get("options"), low, high)):
        at = f"{path}.options.{place}"
        text(f"{at}.label", option.get("label"), 1, 100)
        value = text(f"{at}.value", option.get("value"), 1, 100)
        text(f"{at}.description", option.get("description", ""), 0, 100)
        _check_emoji(option.get("emoji"), f"{at}.emoji", emojis)
        if value in values:
            raise bad_form(f"{at}.value", "The specified option value is already used")
        values.add(value)


def _check_text_input(checked: Json, path: str) -> None:
    one_of(f"{path}.style", checked.get("style"), (1, 2))
    text(f"{path}.label", checked.get("label", ""), 0, 45)
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
