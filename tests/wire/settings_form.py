"""Change the settings of a server by their form, as people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.playground.client import GAMES

if TYPE_CHECKING:
    from tests.playground.client import Json, Person


async def open_setting(person: Person, shown: Json, name: str) -> Json:
    """Choose a setting in the menu of the message that shows all, and return the outcome with its form."""
    menu = shown["components"][0]["components"][0]
    return await person.press(shown, menu["custom_id"], name)


async def change_settings(person: Person, channel: str = GAMES, /, **values: str | list[str]) -> str:
    """Change settings one after the other, an empty value for the default, and return what all of them are then."""
    shown = await person.ask_by_slash("server settings", channel)
    for name, value in values.items():
        opened = await open_setting(person, shown, name)
        since = person.seen_so_far()
        outcome = await person.modal(opened, value=value)
        menu = shown["id"]
        shown = outcome["message"] or await person.hear(lambda one, menu=menu: one["id"] == menu, since=since)
    return shown["content"]
