"""Change the settings of a server by the forms of its panel, as people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.guild_settings import SUBJECTS
from tests.playground.client import GAMES, text_of

if TYPE_CHECKING:
    from tests.playground.client import Json, Person


async def open_setting(person: Person, shown: Json, name: str) -> Json:
    """Choose in the menu of the panel what has a setting, and return the outcome with its form."""
    subject = next(subject for subject, (_title, names) in SUBJECTS.items() if name in names)
    return await person.press(shown, "setting", subject)


def as_opened(outcome: Json) -> dict[str, str | list[str]]:
    """Return what a form holds as it opens, by custom id: what comes back of the fields that nobody touches."""
    held: dict[str, str | list[str]] = {}
    for field in (each["component"] for each in outcome["modal"]["components"]):
        if "options" in field:
            held[field["custom_id"]] = next(each["value"] for each in field["options"] if each.get("default"))
        elif "value" in field:
            held[field["custom_id"]] = field["value"]
        else:
            held[field["custom_id"]] = [str(each["id"]) for each in field.get("default_values", [])]
    return held


async def change_settings(person: Person, channel: str = GAMES, /, **values: str | list[str]) -> str:
    """Change settings one after the other, an empty value for the default, and return what all of them are then."""
    shown = await person.ask_by_slash("server", channel)
    for name, value in values.items():
        opened = await open_setting(person, shown, name)
        since = person.seen_so_far()
        outcome = await person.modal(opened, **as_opened(opened) | {name: value})
        menu = shown["id"]
        shown = outcome["message"] or await person.hear(lambda one, menu=menu: one["id"] == menu, since=since)
    return text_of(shown)
