"""Answers to the person who asked: privately where Discord can, as a short reply where it can't."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.referee.asked import Asked

if TYPE_CHECKING:
    from collections.abc import Iterator

Source: TypeAlias = "discord.Message | discord.Interaction[Any]"
LIMIT = 2000
"""Characters that Discord takes in one message."""


def asked_by(source: Source) -> Asked:
    """Return who asks and from where."""
    guild_id = source.guild.id if source.guild else None
    if isinstance(source, discord.Interaction):
        return Asked(source.user.id, source.id, source.channel_id or 0, source.guild_id)
    replied_to = source.reference.message_id if source.reference else None
    return Asked(source.author.id, source.id, source.channel.id, guild_id, replied_to)


async def reply(
    source: Source, text: str, *, view: discord.ui.View | None = None, file: discord.File | None = None
) -> None:
    """Answer a message or an interaction; a long text goes out in parts, view and file under the last.

    An answer to a message carries a nonce made of that message's id: the same message is never answered twice.
    """
    *first, last = split(text)
    for number, part in enumerate(first):
        await _say(source, part, number)
    below: dict[str, Any] = {"view": view, "file": file}
    await _say(source, last, len(first), **{key: value for key, value in below.items() if value is not None})


async def _say(source: Source, text: str, number: int, **below: Any) -> None:
    how: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none(), **below}
    if not isinstance(source, discord.Interaction):
        reference = source.to_reference(fail_if_not_exists=False)
        await source.channel.send(text, reference=reference, nonce=f"r{source.id}-{number}", **how)
    elif source.response.is_done():
        await source.followup.send(text, ephemeral=True, **how)
    else:
        await source.response.send_message(text, ephemeral=True, **how)


async def nothing_to_say(source: Source) -> None:
    """Acknowledge a press in silence, a slash command in a word; a message needs nothing."""
    if not isinstance(source, discord.Interaction) or source.response.is_done():
        return
    if source.type is discord.InteractionType.component:
        await source.response.defer()
    else:
        await reply(source, "That was done already.")


def split(text: str, limit: int = LIMIT) -> Iterator[str]:
    """Cut a text into parts of at most `limit` characters, at paragraphs, else at lines, else where it must."""
    while len(text) > limit:
        at = next((cut for mark in ("\n\n", "\n", " ") if (cut := text.rfind(mark, 1, limit)) > 0), limit)
        yield text[:at]
        text = text[at:].lstrip("\n ")
    yield text
