"""Answers to the person who asked: privately where Discord can, as a short reply where it can't."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.discord_errors import NETWORK, is_final
from bot.gateway.message_queue import deciding
from bot.interactions.acknowledge import acknowledged, alone, hold
from bot.interactions.custom_ids import board_answered
from bot.referee.requests import Request

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Source: TypeAlias = "discord.Message | discord.Interaction[Any]"
LIMIT = 2000
"""Characters that Discord takes in one message."""
AGAIN_AFTER = (0.5, 2.0, 5.0)
"""Seconds before an answer is tried again."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A file under an answer, with its description for who can't see it. Its bytes outlive an attempt to send them."""

    data: bytes
    name: str
    alt: str | None = None

    @property
    def file(self) -> discord.File:
        """The file for one attempt: discord.py reads it to its end."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt)


def request_of(source: Source) -> Request:
    """Return who asks and from where."""
    guild_id = source.guild.id if source.guild else None
    if isinstance(source, discord.Interaction):
        return Request(source.user.id, source.id, source.channel_id or 0, source.guild_id)
    replied_to = source.reference.message_id if source.reference else None
    return Request(source.author.id, source.id, source.channel.id, guild_id, replied_to, board_answered(source))


def unshared(source: Source) -> bool:
    """Return whether whoever asked is the only one who reads the answer."""
    return isinstance(source, discord.Interaction) or source.guild is None


def decide() -> None:
    """Say that nothing more will be changed for the message that is taken up, so that the next one need not wait."""
    if decided := deciding.get(None):
        decided.set()


async def reply(
    source: Source,
    text: str,
    *,
    view: discord.ui.View | None = None,
    files: Sequence[Attached] = (),
    directly: bool = False,
) -> None:
    """Answer a message or an interaction; a long text goes out in parts, view and files under the last.

    `directly` puts the answer to a message into the direct messages with its author, wherever it was written.

    An answer to a message carries a nonce made of that message's id: the same message is never answered twice. It is
    the last thing that is done for a message: whatever had to be stored is.
    """
    decide()
    *first, last = split(text)
    for number, part in enumerate(first):
        await _say(source, part, number, directly=directly)
    await _say(source, last, len(first), files, directly=directly, **({} if view is None else {"view": view}))


async def _say(
    source: Source, text: str, number: int, files: Sequence[Attached] = (), *, directly: bool, **below: Any
) -> None:
    how: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none(), **below}
    if not isinstance(source, discord.Interaction):
        if directly:
            channel = await source.author.create_dm()
            await _until_heard(channel, text, files, nonce=f"d{source.id}-{number}", **how)
            return
        reference = source.to_reference(fail_if_not_exists=False)
        await _until_heard(source.channel, text, files, reference=reference, nonce=f"r{source.id}-{number}", **how)
        return
    async with alone(source):
        if acknowledged(source):
            await source.followup.send(text, ephemeral=True, **how, **_attached(files))
        else:
            await source.response.send_message(text, ephemeral=True, **how, **_attached(files))


def _attached(files: Sequence[Attached]) -> dict[str, Any]:
    return {"files": [each.file for each in files]} if files else {}


async def _until_heard(channel: discord.abc.Messageable, text: str, files: Sequence[Attached], **how: Any) -> None:
    """Send an answer, again where the way to Discord was in trouble: it is said once, by its nonce."""
    for wait in AGAIN_AFTER:
        try:
            await channel.send(text, **how, **_attached(files))
        except NETWORK as error:
            if is_final(error):
                raise
            await asyncio.sleep(wait)
        else:
            return
    await channel.send(text, **how, **_attached(files))


async def replace(press: discord.Interaction[Any], text: str, view: discord.ui.View | None = None) -> None:
    """Answer a press by putting a text, and other buttons or none, in the place of the message with all it has."""
    async with alone(press):
        if acknowledged(press):
            await press.edit_original_response(content=text, attachments=[], view=view)
        else:
            await press.response.edit_message(content=text, attachments=[], view=view)


async def nothing_to_say(source: Source) -> None:
    """Acknowledge a press in silence, a slash command in a word; a message needs nothing."""
    if not isinstance(source, discord.Interaction):
        return
    if source.type is discord.InteractionType.component:
        await hold(source)
    else:
        await reply(source, "That was done already.")


def split(text: str, limit: int = LIMIT) -> Iterator[str]:
    """Cut a text into parts of at most `limit` characters, at paragraphs, else at lines, else where it must."""
    while len(text) > limit:
        at = next((cut for mark in ("\n\n", "\n", " ") if (cut := text.rfind(mark, 1, limit)) > 0), limit)
        yield text[:at]
        text = text[at:].lstrip("\n ")
    yield text
