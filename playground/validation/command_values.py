"""What an option of a command may be given: choices, ranges, and types of channels.

Discord's page: Application Commands, Option Structure
(https://docs.discord.com/developers/interactions/application-commands#application-command-object).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.errors import bad_form
from playground.json_values import as_list, as_object
from playground.model.locales import LOCALES, find_repeated_name
from playground.validation.controls import CHANNEL_TYPES
from playground.validation.primitives import boolean, check_distinct, integer, objects, one_of, text

if TYPE_CHECKING:
    from playground.json_values import Json

STRING, INTEGER, CHANNEL, NUMBER = 3, 4, 7, 10
_LARGEST = 2**53 - 1
_LONGEST = 6000


def check_values(option: Json, at: str) -> None:
    """Reject what Discord would reject in the fields that say which values an option takes."""
    kind = option["type"]
    for name in ("required", "autocomplete"):
        if option.get(name) is not None:
            boolean(f"{at}{name}", option[name])
    if kind in {STRING, INTEGER, NUMBER}:
        _check_choices(option, at)
        _check_range(option, at)
    if kind == CHANNEL:
        for place, value in enumerate(as_list(option.get("channel_types"))):
            one_of(f"{at}channel_types.{place}", value, CHANNEL_TYPES)
        check_distinct(f"{at}channel_types", as_list(option.get("channel_types")))


def _check_range(option: Json, at: str) -> None:
    """Check the shortest and the longest text, or the least and the largest number."""
    kind = option["type"]
    low, high = ("min_length", "max_length") if kind == STRING else ("min_value", "max_value")
    for name in (low, high):
        value = option.get(name)
        if value is not None and kind == STRING:
            integer(f"{at}{name}", value, int(name == high), _LONGEST)
        elif value is not None:
            _check_number(kind, f"{at}{name}", value)
    if option.get(low) is not None and option.get(high) is not None and option[low] > option[high]:
        raise bad_form(f"{at}{low}", f"{low} must be at most {high}.")


def _check_choices(option: Json, at: str) -> None:
    choices = check_choices(f"{at}choices", option.get("choices"), option["type"])
    if repeated := find_repeated_name(choices):
        place, name = repeated
        raise bad_form(f"{at}choices.{place}", f"Option choice name {name} already exists")
    if choices and option.get("autocomplete"):
        raise bad_form(f"{at}autocomplete", "choices and autocomplete are mutually exclusive")


def check_choices(path: str, value: Any, kind: int) -> list[Json]:
    """Return the choices of an option of a type, or reject them.

    While a person types two may have one name: clients choose the first of them (discord-api-docs #8565).
    """
    choices = objects(path, value, 0, 25)
    for place, choice in enumerate(choices):
        text(f"{path}.{place}.name", choice.get("name"), 1, 100)
        for locale, name in as_object(choice.get("name_localizations")).items():
            one_of(f"{path}.{place}.name_localizations", locale, LOCALES)
            text(f"{path}.{place}.name_localizations.{locale}", name, 1, 100)
        if kind == STRING:
            text(f"{path}.{place}.value", choice.get("value"), 1, 100)
        else:
            _check_number(kind, f"{path}.{place}.value", choice.get("value"))
    return choices


def _check_number(kind: int, path: str, value: Any) -> None:
    if kind == INTEGER:
        integer(path, value, -_LARGEST, _LARGEST)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise bad_form(path, f'Value "{str(value)[:100]}" is not float.')
