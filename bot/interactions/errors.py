"""Answer requests that fail: with what was rejected, what isn't allowed, or what broke."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, cast

import discord
from cachetools import TTLCache
from discord import app_commands
from discord.ext import commands

from bot.interactions.limits import TooManyRequests
from bot.interactions.own_messages import expects_reply
from bot.interactions.replies import HOURGLASS, acknowledge_silently, react, reply, reply_privately
from bot.interactions.text import (
    CANNOT_WRITE,
    GONE,
    NO_DATABASE,
    SERVER_ONLY,
    UNEXPECTED_ERROR,
    UNREADABLE,
    missing_argument,
)
from bot.process import NETWORK_ERRORS, is_forbidden
from bot.referee import formatting
from bot.referee.errors import NotStored, RequestRejected, TooManyChallenges
from games.translation import gettext as _
from storage.engine.database import StorageError
from storage.engine.errors import RowMissing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.interactions.replies import Source

log = logging.getLogger(__name__)


_told_cannot_write = TTLCache[tuple[int, int], bool](10_000, 3600)
"""The people who were told within the last hour that the bot can't write in a channel, with that channel."""
_WRAPPERS = (commands.CommandInvokeError, commands.HybridCommandError, app_commands.CommandInvokeError)


async def reply_with_error(source: Source, error: BaseException) -> None:
    """Reply to a request that failed. Our own errors are logged, with a traceback if they are unexpected."""
    while isinstance(error, _WRAPPERS):
        error = error.original
    try:
        if isinstance(error, NETWORK_ERRORS):
            raise error
        limited = isinstance(error, TooManyRequests | TooManyChallenges)
        if limited and error.already_told and not _is_slash_command(source):
            await _acknowledge(source)
        elif isinstance(error, TooManyChallenges):
            await _tell_privately(source, error.reason)
        else:
            await reply(source, _explain(error, source))
    except NETWORK_ERRORS as failure:
        log.warning("A reply could not be sent: %s", failure or type(failure).__name__)
        if isinstance(source, discord.Message) and source.guild and is_forbidden(failure):
            await _tell_cannot_write(source)


async def _tell_cannot_write(message: discord.Message) -> None:
    """Tell the author of a message directly that the bot can't answer it where it was written, once an hour.

    Not each time, nor with the answer itself: perhaps the message was for another bot with the same prefix.
    """
    place = message.author.id, message.channel.id
    if place in _told_cannot_write:
        return
    _told_cannot_write[place] = True
    told = _(CANNOT_WRITE).format(channel=formatting.channel(message.channel.id))
    try:
        await reply(message, told, by_direct_message=True)
    except NETWORK_ERRORS as failure:
        log.warning("Nor could that be said directly: %s", failure or type(failure).__name__)


async def _tell_privately(source: Source, reason: str) -> None:
    """Tell a person privately; where they take no direct messages, in the channel."""
    try:
        await reply_privately(source, reason)
    except RequestRejected:
        await reply(source, reason)


async def _acknowledge(source: Source) -> None:
    """Acknowledge a request whose author was told just now to wait; a message to the bot by a reaction."""
    if isinstance(source, discord.Message) and expects_reply(source):
        await react(source, HOURGLASS)
    else:
        await acknowledge_silently(source)


def _is_slash_command(source: Source) -> bool:
    """Return whether this is a slash command, which Discord shows as failed unless the response has a text."""
    return isinstance(source, discord.Interaction) and source.type is discord.InteractionType.application_command


def _explain(error: BaseException, source: Source) -> str:
    match error:
        case RequestRejected():
            if isinstance(error, NotStored):
                log.error("%s", error.__cause__)
            return error.reason
        case StorageError() | RowMissing():
            log.error("%s", error)
            return _(GONE if isinstance(error, RowMissing) else NO_DATABASE)
        case commands.NoPrivateMessage() | app_commands.NoPrivateMessage():
            return _(SERVER_ONLY)
        case commands.MissingRequiredArgument():
            return missing_argument(error.param.name)
        case commands.UserInputError() | app_commands.TransformerError():
            return _(UNREADABLE)
        case _:
            log.error("A request failed: %s", _describe(source), exc_info=error)
            return _(UNEXPECTED_ERROR)


def _describe(source: Source) -> str:
    """Return what was asked, as the log names it: the command or the button, with its match if its id has one."""
    where = f"in channel {source.channel.id}" if source.channel else "nowhere"
    if not isinstance(source, discord.Interaction):
        return f"message {source.id} {where}"
    if source.command:
        return f"/{source.command.qualified_name} {where}"
    data = cast("Mapping[str, object]", source.data or {})
    return f"{data.get('custom_id', 'an interaction')} {where}"
