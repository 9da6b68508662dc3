"""Begin the lines of a message or an interaction: with its id and channel, and without what people wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.logs.fields import begin_request
from bot.logs.redaction import find_texts

if TYPE_CHECKING:
    import discord

_WRITTEN = {"value", "content", "username", "global_name", "nick"}
"""Where an interaction's data has texts and names: options and forms, and the people and messages that they name."""


def begin_message(message: discord.Message) -> None:
    """Let the further lines of this task be those of a message."""
    people = (message.author, *message.mentions)
    names = [name for person in people for name in _names(person)]
    begin_request(message.id, channel=str(message.channel.id), private=(message.content, *names))


def begin_interaction(interaction: discord.Interaction[Any]) -> None:
    """Let the further lines of this task be those of an interaction."""
    private = (*_names(interaction.user), *find_texts(interaction.data or {}, _WRITTEN))
    begin_request(interaction.id, channel=str(interaction.channel_id), private=private)


def _names(person: discord.abc.User) -> tuple[str, ...]:
    return person.name, person.display_name, person.global_name or ""
