"""What a message is taken for: a command, a text that may be a move, or nothing to do with the bot."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
from discord.utils import format_dt

from bot.features.help.introduce import introduce
from bot.features.moves.play import play_move
from bot.interactions.error_replies import reply_with_error
from bot.interactions.mention import mentioned_unread
from bot.interactions.replies import reply, request_of
from bot.referee.errors import NotAMove
from bot.referee.requests import parse_move_text
from bot.referee.turns import resolve_match
from storage.engine.database import StorageError

if TYPE_CHECKING:
    from discord.ext import commands

    from bot.client.client import Client

log = logging.getLogger(__name__)
CARRIED_OUT_WITHIN = timedelta(minutes=15)
"""How long after it was sent a command is still carried out, if the bot was away meanwhile."""
TOO_LATE = "I was away when you sent this, {}. If you still want it, please send it again."
EDITED = (
    "You edited this while I was away, so I can't tell what it said at first, and did nothing. "
    "If you still mean it, send it again."
)


async def read(bot: Client, message: discord.Message) -> None:
    """Do what a message asks for, and tell its author what stood in the way.

    A mention alone is answered with how to begin, and so is by direct message whatever is no move and no command.
    """
    if not said_by_somebody(message):
        return
    ctx = await bot.get_context(message)
    try:
        await _act(bot, message, ctx)
    except StorageError as error:
        if ctx.command is None and ctx.prefix is None and not _in_our_place(bot, message):
            log.error("Message %d could not be read: %s", message.id, error)  # noqa: TRY400 - foreseen
        else:
            await reply_with_error(message, error)
    except Exception as error:  # noqa: BLE001 - the one place where a message's trouble ends up: told and logged
        await reply_with_error(message, error)


async def _act(bot: Client, message: discord.Message, ctx: commands.Context[Any]) -> None:
    """Invoke the command of a message, play its move, or say how to begin. Raises what stands in the way."""
    text, addressed = _text(message, ctx)
    if ctx.command is not None:
        if addressed:
            ctx.prefix = f"{ctx.me.mention} "  # however it was written: answers quote it
        await ctx.command.invoke(ctx)
        return
    if text:
        try:
            await play_move(bot, message, parse_move_text(text), bare=not addressed)
        except NotAMove:
            if message.guild or await resolve_match.is_about_a_match(
                bot.context, request_of(message), parse_move_text(text)
            ):
                return
            text = ""
    if not text and (addressed or message.guild is None or mentioned_unread(message)):
        await introduce(bot, message)


async def read_edited(bot: Client, message: discord.Message) -> None:
    """Take nothing from a message that no longer is as it was sent, but say so where it looks meant for the bot."""
    if not said_by_somebody(message):
        return
    ctx = await bot.get_context(message)
    try:
        text, addressed = _text(message, ctx)
        if ctx.command is None and not addressed:
            if not text:
                return
            await resolve_match.resolve_match(bot.context, request_of(message), parse_move_text(text))
        await reply(message, EDITED)
    except NotAMove:
        return
    except Exception as error:  # noqa: BLE001 - as in `read`
        await reply_with_error(message, error)


async def needs_marker(bot: Client, message: discord.Message) -> bool:
    """Whether a channel's read marker must be stored before this message of a person is taken up.

    So it is for commands, mentions and direct messages. Without a marker a match's thread is read from the turn under
    way on, which finds a move again, but not a command that was written before it.
    """
    if not said_by_somebody(message):
        return False
    ctx = await bot.get_context(message)
    return message.guild is None or ctx.command is not None or _text(message, ctx)[1]


async def is_late_command(bot: Client, message: discord.Message) -> bool:
    """Whether a message is a command that was sent too long ago to be carried out unasked.

    Moves are none, however they are written: they count for the turn in which they were sent.
    """
    if bot.context.now() - message.created_at <= CARRIED_OUT_WITHIN or not said_by_somebody(message):
        return False
    command = (await bot.get_context(message)).command
    return command is not None and command.name != "move"


async def decline(message: discord.Message) -> None:
    """Ask the author of a late command to send it again."""
    try:
        await reply(message, TOO_LATE.format(format_dt(message.created_at, "R")))
    except Exception as error:  # noqa: BLE001 - as in `read`
        await reply_with_error(message, error)


def _in_our_place(bot: Client, message: discord.Message) -> bool:
    """Whether a text that nobody can look into just now may well be a move, where else it would be chat."""
    me = bot.user.id if bot.user else 0
    answered = message.reference.resolved if message.reference else None
    in_thread = isinstance(message.channel, discord.Thread) and message.channel.owner_id == me
    return message.guild is None or in_thread or (isinstance(answered, discord.Message) and answered.author.id == me)


def said_by_somebody(message: discord.Message) -> bool:
    """Whether a person wrote this, and not a bot or Discord itself."""
    return not message.author.bot and message.type in {discord.MessageType.default, discord.MessageType.reply}


def _text(message: discord.Message, ctx: commands.Context[Any]) -> tuple[str | None, bool]:
    """Return what is left to be read of a message without a command, and whether it is addressed to the bot.

    None for what begins like a command, but is none.
    """
    addressed = (ctx.prefix or "").startswith("<@")
    if ctx.prefix and not addressed:
        return None, False
    return message.content[len(ctx.prefix or "") :].strip(), addressed
