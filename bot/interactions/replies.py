"""Replies to the person who made a request: privately where Discord can, as a short reply where it can't."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakValueDictionary

import discord

from bot.gateway.message_queue import release_channel
from bot.interactions import text as wording
from bot.interactions.acknowledge import defer, is_acknowledged, lock_response
from bot.interactions.custom_ids import find_replied_board
from bot.outbox.sender import send
from bot.process.errors import NETWORK_ERRORS, is_permanent
from bot.referee.errors import RequestRejected
from bot.referee.requests import Request
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discord.abc import MessageableChannel
    from discord.interactions import InteractionChannel

    from storage.queries.rows import Match

Source: TypeAlias = "discord.Message | discord.Interaction[Any]"
MAX_LENGTH = 2000
"""Characters that Discord accepts in one message."""
RETRY_DELAYS = (0.5, 2.0, 5.0)
"""Seconds before a reply is tried again."""
REPLIES_AT_ONCE = 3
"""Replies to messages of one channel that are sent at a time."""
_turns: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
"""By channel; those that nobody waits for are gone."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file under a reply, with a description for people who can't see it. Its bytes can be sent more than once."""

    data: bytes
    name: str
    alt: str | None = None

    @property
    def file(self) -> discord.File:
        """The file for one attempt: discord.py reads it to its end."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt)


def request_of(source: Source) -> Request:
    """Return the request that a message or an interaction makes."""
    if isinstance(source, discord.Interaction):
        return Request(source.user.id, source.id, source.channel_id or 0, guild_id_of(source))
    replied_to = source.reference.message_id if source.reference else None
    return Request(
        source.author.id, source.id, source.channel.id, guild_id_of(source), replied_to, find_replied_board(source)
    )


def channel_of(source: Source) -> MessageableChannel | InteractionChannel:
    """Return the channel of a request that begins something there.

    Raises `RequestRejected` where Discord names none, which it needn't do for an interaction.
    """
    if source.channel is None:
        raise RequestRejected(_(wording.NO_CHANNEL))
    return source.channel


def guild_id_of(source: Source) -> int | None:
    """Return the server of a request, or None for direct messages and for all places that the bot isn't in.

    People who installed the bot for themselves use it in group messages and on servers that didn't add it.
    """
    if isinstance(source, discord.Interaction):
        return source.guild_id if source.is_guild_integration() else None
    return source.guild.id if source.guild else None


def is_foreign(interaction: discord.Interaction[Any]) -> bool:
    """Return whether only interactions reach the place of one: group messages, or a server that didn't add the bot."""
    return guild_id_of(interaction) is None and not interaction.context.dm_channel


def is_private(source: Source) -> bool:
    """Return whether only the person who made the request can read the reply."""
    return isinstance(source, discord.Interaction) or source.guild is None


def is_in_home(source: Source, match: Match) -> bool:
    """Return whether a message was written where the posts of a match appear."""
    if isinstance(source, discord.Interaction):
        return False
    return source.guild is None if match.is_direct else source.channel.id == match.home


async def reply(
    source: Source,
    text: str,
    *,
    view: discord.ui.View | None = None,
    files: Sequence[Attachment] = (),
    by_direct_message: bool = False,
) -> None:
    """Reply to a message or an interaction; a long text is sent in parts, with view and files under the last one.

    `by_direct_message` sends the reply to a message as a direct message to its author.

    A reply to a message carries a nonce made of that message's id, so that the same message is never replied to twice.
    Call it last, when everything is stored: the channel's next message is handled from here on.
    """
    release_channel()
    *first, last = split_text(text)
    for number, part in enumerate(first):
        await _send(source, part, number, by_direct_message=by_direct_message)
    below = {} if view is None else {"view": view}
    await _send(source, last, len(first), files, by_direct_message=by_direct_message, **below)


async def post_publicly(
    interaction: discord.Interaction[Any], text: str, view: discord.ui.View, mentions: discord.AllowedMentions
) -> None:
    """Reply to a slash command so that everybody in its channel can read it."""
    options: dict[str, Any] = {"view": view, "allowed_mentions": mentions}
    async with lock_response(interaction):
        if not is_acknowledged(interaction):
            await interaction.response.send_message(text, **options)
            return
        # The first follow-up takes the place of the acknowledgement, which only one person sees.
        await interaction.followup.send(_(wording.POSTED), ephemeral=True)
        await interaction.followup.send(text, **options)


async def _send(
    source: Source,
    text: str,
    number: int,
    files: Sequence[Attachment] = (),
    *,
    by_direct_message: bool,
    **below: Any,
) -> None:
    options: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none(), **below}
    if not isinstance(source, discord.Interaction):
        if by_direct_message:
            channel = await source.author.create_dm()
            await _send_with_retries(channel, text, files, nonce=f"d{source.id}-{number}", **options)
            return
        options["reference"] = source.to_reference(fail_if_not_exists=False)
        await _send_with_retries(source.channel, text, files, nonce=f"r{source.id}-{number}", **options)
        return
    async with lock_response(source):
        if is_acknowledged(source):
            await source.followup.send(text, ephemeral=True, **options, **_make_files(files))
        else:
            await source.response.send_message(text, ephemeral=True, **options, **_make_files(files))


def _make_files(files: Sequence[Attachment]) -> dict[str, Any]:
    return {"files": [each.file for each in files]} if files else {}


async def _send_with_retries(
    channel: MessageableChannel, text: str, files: Sequence[Attachment], **options: Any
) -> None:
    """Send a reply, and try again if Discord or the network fails. The nonce keeps it from arriving twice.

    Few replies of a channel wait within discord.py for its rate limit, so that a board gets its turn among them.
    """
    turn = _turns.setdefault(channel.id, asyncio.Semaphore(REPLIES_AT_ONCE))
    for delay in RETRY_DELAYS:
        try:
            async with turn:
                await send(channel, content=text, **options, **_make_files(files))
        except NETWORK_ERRORS as error:
            if is_permanent(error):
                raise
            await asyncio.sleep(delay)
        else:
            return
    async with turn:
        await send(channel, content=text, **options, **_make_files(files))


async def replace_message(
    press: discord.Interaction[Any],
    text: str,
    view: discord.ui.View | None = None,
    files: Sequence[Attachment] = (),
) -> None:
    """Reply to a press by replacing the message that it is under, with its files and buttons, by what is given."""
    attached = [each.file for each in files]
    async with lock_response(press):
        if is_acknowledged(press):
            await press.edit_original_response(content=text, attachments=attached, view=view)
        else:
            await press.response.edit_message(content=text, attachments=attached, view=view)


async def acknowledge_silently(source: Source) -> None:
    """Acknowledge a press without words and a slash command with a few; a message needs nothing."""
    if not isinstance(source, discord.Interaction):
        return
    if source.type is discord.InteractionType.component:
        await defer(source)
    else:
        await reply(source, _(wording.ALREADY_DONE))


def split_text(text: str, limit: int = MAX_LENGTH) -> Iterator[str]:
    """Yield parts of a text of at most `limit` characters, cut at a paragraph, a line or a space if possible."""
    while len(text) > limit:
        at = next((cut for mark in ("\n\n", "\n", " ") if (cut := text.rfind(mark, 1, limit)) > 0), limit)
        yield text[:at]
        text = text[at:].lstrip("\n ")
    yield text
