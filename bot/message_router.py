"""Route messages: to a command, to the match or puzzle that a move is for, to an introduction, or nowhere."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot.client.block_exemptions import check_text
from bot.client.commands import PANELS, slash_path
from bot.features.help import (
    explain_slash,
    find_meant_command,
    find_misspelled_command,
    find_similar_command,
    introduce,
    no_command,
    suggest_prefix,
)
from bot.features.moves.commands import play_move
from bot.features.puzzles import answer_puzzle, find_replied_puzzle
from bot.features.sign_in import burn_links_in
from bot.interactions.errors import reply_with_error
from bot.interactions.own_messages import is_in_own_place, is_mentioned_in, mentioned_unread
from bot.interactions.replies import HOURGLASS, guild_id_of, react, reply, request_of
from bot.interactions.text import EDITED_WHILE_AWAY
from bot.referee import find_match, formatting
from bot.referee.errors import MoveUnreadable, NotAMove, NotInAMatch
from bot.referee.guilds.audit_log import Blocked
from bot.referee.guilds.settings import PREFIX
from bot.referee.requests import parse_move_text
from bot.referee.turns.play import find_move_before_edit
from bot.referee.turns.unplayed import find_match_meant, is_move_out_of_turn, resembles_move
from games.translation import gettext as _
from storage.engine.database import StorageError
from storage.queries import read_markers

if TYPE_CHECKING:
    from discord.ext import commands

    from bot.client.client import Client
    from bot.referee.requests import MoveText

log = logging.getLogger(__name__)
EDITABLE = timedelta(minutes=2)
"""How long after a message was sent an edit of it counts as a new one."""
HELP_COMMAND, MOVE_COMMAND = "help", "move"
SLASH = "/"
QUESTION_MARK = "\N{BLACK QUESTION MARK ORNAMENT}"
"""The reaction to a text that begins like a move and isn't one."""


async def read(bot: Client, message: discord.Message) -> None:
    """Carry out what a message requests, and reply with the error if that fails.

    A mention alone gets the short help, and so do a mention with words and a direct message that are neither a move nor
    a command. A move out of turn in its match's thread gets a reaction, and so does a text that only begins like one.
    An edited message that did nothing so far counts as a new one. Links by which browsers sign in are of no use from
    here on: others may have read them.
    """
    if not is_from_person(message):
        return
    ctx = await bot.get_context(message)
    await bot.languages.bind_reader(message)
    try:
        await burn_links_in(bot, message)
        if message.edited_at is None or await _counts_as_new(bot, message, ctx):
            await _route(bot, message, ctx)
    except StorageError as error:
        if ctx.command is None and ctx.prefix is None and not _is_in_own_place(bot, message):
            log.error("Message %d could not be read: %s", message.id, error)  # noqa: TRY400 - expected
        else:
            await reply_with_error(message, error)
    except Exception as error:  # noqa: BLE001 - every error of a message ends here: replied to and logged
        await reply_with_error(message, error)


async def _counts_as_new(bot: Client, message: discord.Message, ctx: commands.Context[Any]) -> bool:
    """Return whether an edited message did nothing before; say so if it was a move and reads as another one now."""
    text, _addressed = _split_text(message, ctx)
    played = await find_move_before_edit(bot.context, message.id, parse_move_text(text or ""))
    if played:
        note = _("Move {ply}, {move}, was played before you edited this, so it stands. `/takeback` asks for it back.")
        await reply(message, note.format(ply=played.ply, move=formatting.code(played.text)))
    async with bot.context.database.read() as tx:
        recorded = await read_markers.recorded_sources(tx, [message.id])
    return not recorded and message.id not in bot.invoked_messages


async def _route(bot: Client, message: discord.Message, ctx: commands.Context[Any]) -> None:
    """Invoke the command of a message, play its move, judge its answer to a puzzle, or introduce the bot.

    A misspelled command is answered with the one that was meant. Raises the errors of all that.
    """
    text, addressed = _split_text(message, ctx)
    if ctx.command is not None and (ctx.prefix != SLASH or ctx.command.name == MOVE_COMMAND):
        await _invoke(bot, message, ctx, ctx.command)
        return
    puzzle = find_replied_puzzle(message, bot.user.id if bot.user else 0)
    if text and puzzle:
        if not await _may_use(bot, message, "puzzle"):
            return
        if await answer_puzzle(bot, message, puzzle, text):
            return
    if text and addressed and text.endswith("?") and _is_talk(text):
        await _introduce(bot, message)
    elif text:
        await _play(bot, message, parse_move_text(text), bare=not addressed)
    elif suggestion := await _suggest_command(bot, message, ctx):
        if await _may_use(bot, message, HELP_COMMAND):
            await reply(message, suggestion)
    elif addressed or message.guild is None or mentioned_unread(message):
        await _introduce(bot, message)


async def _invoke(
    bot: Client, message: discord.Message, ctx: commands.Context[Any], command: commands.Command[Any, ..., Any]
) -> None:
    if not await _may_use(bot, message, command.name):
        return
    if _is_addressed(ctx):
        ctx.prefix = f"{ctx.me.mention} "  # one form of it, because replies quote it
    await command.invoke(ctx)
    bot.invoked_messages[message.id] = None
    bot.metrics.commands.labels("text", command.qualified_name).inc()


async def _play(bot: Client, message: discord.Message, move_text: MoveText, *, bare: bool) -> None:
    """Play a text as a move, or answer it if it's none: talk to the bot with the introduction."""
    try:
        await play_move(bot, message, move_text, bare=bare)
    except NotAMove:
        await _answer_unplayed(bot, message, move_text)
    except MoveUnreadable:
        if bare or move_text.match is not None or not _is_talk(move_text.text):
            raise
        await _introduce(bot, message)
    except NotInAMatch:  # so a text to the bot is rather a question
        await _introduce(bot, message)


async def _answer_unplayed(bot: Client, message: discord.Message, move_text: MoveText) -> None:
    """Say why a text that is meant as a move isn't played, or answer what else was sent to the bot.

    A command's name alone is answered with how the command is written, other texts with the introduction.
    """
    request = request_of(message)
    if name := _find_bare_command(bot, message, move_text):
        await _explain_prefix(bot, message, name)
        return
    if match := await find_match_meant(bot.context, request, move_text):
        await play_move(bot, message, replace(move_text, match=match.id), bare=False)
        return
    resembles = await resembles_move(bot.context, request, move_text)
    if message.guild is None:
        await _introduce(bot, message)
    elif await is_move_out_of_turn(bot.context, request, move_text):
        if not await react(message, HOURGLASS):
            await reply(message, HOURGLASS)
    elif is_mentioned_in(message, bot.user.id if bot.user else 0):
        await _introduce(bot, message)
    elif resembles:
        await react(message, QUESTION_MARK)


async def _introduce(bot: Client, message: discord.Message) -> None:
    """Reply with how to begin; not once more to a message that was edited."""
    if message.edited_at is None and await _may_use(bot, message, HELP_COMMAND):
        await introduce(bot, message)


async def _suggest_command(bot: Client, message: discord.Message, ctx: commands.Context[Any]) -> str | None:
    """Return a sentence on a command that there isn't, or that begins with a slash; None for other texts.

    In channels where commands begin with the usual prefix, other bots have commands that look like ours, so only one
    whose name is written almost like that is suggested.
    """
    if ctx.prefix == SLASH:
        return await _explain_slash(bot, message, ctx)
    if not ctx.prefix or not ctx.invoked_with or ctx.command is not None or _is_addressed(ctx):
        return None
    written = ctx.invoked_with
    if written.isalpha() and (ctx.prefix != PREFIX or _is_in_own_place(bot, message)):
        return no_command(ctx.prefix, written, find_meant_command(written, bot.all_commands))
    meant = find_misspelled_command(written, bot.all_commands)
    return no_command(ctx.prefix, written, meant) if meant else None


async def _explain_slash(bot: Client, message: discord.Message, ctx: commands.Context[Any]) -> str | None:
    """Return how a slash command is called that somebody sent as text, None if there is none like it."""
    words = message.content.removeprefix(SLASH).lower().split()
    if len(words) > 1 and words[0] in PANELS:
        words = [words[0], f"do:{words[1].removeprefix('do:')}"]
    paths = {slash_path(name): name for name in bot.all_commands}
    found = paths.get(" ".join(words[:2])) or (ctx.command.name if ctx.command else None)
    name = found or find_similar_command("".join(words[:1]), bot.all_commands)
    prefix = await bot.guild_settings.prefix(guild_id_of(message))
    return explain_slash(prefix, name, content=bot.content or message.guild is None) if name else None


def _find_bare_command(bot: Client, message: discord.Message, move_text: MoveText) -> str | None:
    """Return the command whose name somebody sent alone where texts are for the bot, None for any other text.

    In a direct message, where nobody chats with others, more words may follow the name.
    """
    words = move_text.text.strip(" .!?").lower().split(None, 1)
    if move_text.match is not None or not words or words[0] not in bot.all_commands:
        return None
    alone = len(words) == 1 and _is_in_own_place(bot, message)
    return words[0] if alone or message.guild is None else None


async def _explain_prefix(bot: Client, message: discord.Message, name: str) -> None:
    """Say how a command is written whose name somebody sent alone; one who wants help gets it at once."""
    if name == HELP_COMMAND:
        await _introduce(bot, message)
    elif await _may_use(bot, message, name):
        prefix = await bot.guild_settings.prefix(guild_id_of(message))
        await reply(message, suggest_prefix(prefix, name, content=bot.content or message.guild is None))


async def _may_use(bot: Client, message: discord.Message, command: str) -> bool:
    """Return whether a person may use a text command, or what does the same; tell one who is blocked, once a minute."""
    try:
        await check_text(bot.context, message, command)
    except Blocked as blocked:
        if not bot.block_cooldowns.update_rate_limit(message, bot.context.now().timestamp()):
            await reply(message, blocked.reason)
        return False
    return True


async def read_edited(bot: Client, message: discord.Message) -> None:
    """Ignore a missed message that was edited, but ask its author to send it again if it looks meant for the bot."""
    if not is_from_person(message):
        return
    ctx = await bot.get_context(message)
    await bot.languages.bind_reader(message)
    try:
        await burn_links_in(bot, message)
        text, addressed = _split_text(message, ctx)
        if ctx.command is None and not addressed:
            if not text:
                return
            await find_match.resolve_match(bot.context, request_of(message), parse_move_text(text))
        await reply(message, _(EDITED_WHILE_AWAY))
    except NotAMove:
        return
    except Exception as error:  # noqa: BLE001 - as in `read`
        await reply_with_error(message, error)


async def needs_marker(bot: Client, message: discord.Message) -> bool:
    """Return whether a channel's read marker must be stored before this message is handled.

    True for commands, also misspelled ones, mentions and direct messages. Without a marker the backfill reads a match's
    thread from the start of its turn, so it would find a move again but not a command from before the turn.
    """
    if not is_from_person(message):
        return False
    ctx = await bot.get_context(message)
    if message.guild is None or ctx.command is not None or _is_addressed(ctx):
        return True
    return await _suggest_command(bot, message, ctx) is not None


def _is_in_own_place(bot: Client, message: discord.Message) -> bool:
    return is_in_own_place(message, bot.user.id if bot.user else 0)


def is_from_person(message: discord.Message) -> bool:
    """Return whether a person wrote a message, and not a bot or Discord itself."""
    return not message.author.bot and message.type in {discord.MessageType.default, discord.MessageType.reply}


def _is_talk(text: str) -> bool:
    """Return whether a text is in words, so that no square is named.

    >>> _is_talk("how do I move?"), _is_talk("c4?"), _is_talk("place e5e?")
    (True, False, False)
    """
    return not any(letter.isdigit() for letter in text)


def _is_addressed(ctx: commands.Context[Any]) -> bool:
    """Return whether a message begins with a mention of the bot."""
    return (ctx.prefix or "").startswith("<@")


def _split_text(message: discord.Message, ctx: commands.Context[Any]) -> tuple[str | None, bool]:
    """Return the text of a message after a mention of the bot, and whether there is such a mention.

    The text is None if the message begins with the prefix of text commands.
    """
    addressed = _is_addressed(ctx)
    if ctx.prefix and not addressed:
        return None, False
    return message.content[len(ctx.prefix or "") :].strip(), addressed
