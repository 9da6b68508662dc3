"""The languages that Discord speaks, and commands in one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.json_values import as_list, as_object

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playground.json_values import Json

DEFAULT = "en-US"
_CODES = """ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru
sv-SE th tr uk vi zh-CN zh-TW"""
LOCALES = frozenset(_CODES.split())
_FALLBACKS = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}
"""Whose translation a locale without its own gets (docs: Application Commands, Locale fallbacks)."""


def find_repeated_name(things: Sequence[Json]) -> tuple[int, str] | None:
    """Return the place of the first command, option or choice whose name one before it has in some language, and it.

    A translation follows the rules of the name that it stands for (docs: Application Commands, Localization).
    """
    locales = {locale for thing in things for locale in as_object(thing.get("name_localizations"))}
    before: set[tuple[str, str]] = set()
    for place, thing in enumerate(things):
        translations = as_object(thing.get("name_localizations"))
        names = {("", thing["name"])} | {(locale, translations.get(locale, thing["name"])) for locale in locales}
        if repeated := names & before:
            return place, min(repeated)[1]
        before |= names
    return None


def localize(command: Json, locale: str) -> Json:
    """Return a command, an option or a choice with its name and description in a locale, where there are such.

    They stand beside the others as `name_localized` and `description_localized`, as in Discord's own lists.
    """
    localized = {key: value for key, value in command.items() if not key.endswith("_localizations")}
    for name in ("name", "description"):
        translations = as_object(command.get(f"{name}_localizations"))
        found = translations.get(locale) or translations.get(_FALLBACKS.get(locale, ""))
        if found:
            localized[f"{name}_localized"] = found
    for name in ("options", "choices"):
        if name in command:
            localized[name] = [localize(part, locale) for part in as_list(command[name])]
    return localized
