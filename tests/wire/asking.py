"""Asking the bot for something, and the answer that only whoever asked gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.playground.client import answered

if TYPE_CHECKING:
    from tests.playground.client import Json, Person


async def answer(person: Person, text: str, channel: str, holds: str = "") -> Json:
    """Say something and return what the bot answers."""
    asked = await person.say(text, channel)
    return await person.hear(
        lambda one: answered(one) == asked["id"] and holds in one["content"],
        f"an answer to {text}",
    )


async def private(person: Person, name: str, channel: str, /, **options: Any) -> Json:
    """Use a slash command and return what only this person sees."""
    since = len(person.seen)
    await person.slash(name, channel, **options)
    return await person.hear(lambda one: one["ephemeral"] and one["content"], f"an answer to /{name}", since=since)


async def pressed(person: Person, message: Json, button: str) -> Json:
    """Press a button and return what only this person sees then."""
    since = len(person.seen)
    assert (await person.press(message, button))["acknowledged"]
    return await person.hear(lambda one: one["ephemeral"] and one["content"], f"an answer to {button}", since=since)
