"""What went wrong, told to the person who asked, and to the log where it is ours to mend."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_errors import NETWORK
from bot.interactions.cooldowns import TooManyRequests
from bot.interactions.replies import nothing_to_say, reply
from bot.referee.errors import NotStored, RequestRejected
from storage.engine.database import StorageError

if TYPE_CHECKING:
    from bot.interactions.replies import Source

log = logging.getLogger(__name__)
OURS = "Something went wrong on our side; it is in the log. Please look whether it was done, or try again later."
NO_RECORD = "Nothing was done: our record can't be reached just now. Please send it again in some minutes."
_WRAPPERS = (commands.CommandInvokeError, commands.HybridCommandError, app_commands.CommandInvokeError)


async def tell(source: Source, error: BaseException) -> None:
    """Answer an error in a sentence. What is wrong on our side is logged, with a traceback if nobody foresaw it."""
    while isinstance(error, _WRAPPERS):
        error = error.original
    if isinstance(error, NETWORK):
        log.warning("An answer could not be given: %s", error or type(error).__name__)
        return
    try:
        if isinstance(error, TooManyRequests) and error.told and not _is_slash(source):
            await nothing_to_say(source)
        else:
            await reply(source, _sentence(error))
    except NETWORK as unheard:
        log.warning("An answer could not be given: %s", unheard or type(unheard).__name__)


def _is_slash(source: Source) -> bool:
    """Whether this is a slash command, which Discord shows as failed unless it is answered in words."""
    return isinstance(source, discord.Interaction) and source.type is discord.InteractionType.application_command


def _sentence(error: BaseException) -> str:
    match error:
        case RequestRejected():
            if isinstance(error, NotStored):
                log.error("%s", error.__cause__)
            return error.reason
        case StorageError():
            log.error("%s", error)
            return NO_RECORD
        case commands.NoPrivateMessage() | app_commands.NoPrivateMessage():
            return "That needs a server: ask in one of its channels."
        case commands.MissingRequiredArgument():
            return f"Something is missing: `{error.param.name}`. `/help` shows how it is written."
        case commands.UserInputError() | app_commands.TransformerError():
            return "I can't read that. `/help` shows how it is written."
        case _:
            log.error("A request failed", exc_info=error)
            return OURS
