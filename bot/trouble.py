"""What went wrong, told to the person who asked, and to the log where it is ours to mend."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.referee.answers import Refused
from bot.replies import reply

if TYPE_CHECKING:
    from bot.replies import Source

log = logging.getLogger(__name__)
OURS = "Something went wrong on our side; nothing was changed. It is in the log, please try again later."
_WRAPPERS = (commands.CommandInvokeError, commands.HybridCommandError, app_commands.CommandInvokeError)


async def tell(source: Source, error: BaseException) -> None:
    """Answer an error in a sentence. Only what nobody foresaw is logged."""
    while isinstance(error, _WRAPPERS):
        error = error.original
    try:
        await reply(source, _sentence(error))
    except discord.HTTPException as unheard:
        log.warning("An answer could not be given: %s", unheard)


def _sentence(error: BaseException) -> str:
    match error:
        case Refused():
            return error.reason
        case commands.NoPrivateMessage() | app_commands.NoPrivateMessage():
            return "That needs a server: ask in one of its channels."
        case commands.MissingRequiredArgument():
            return f"Something is missing: `{error.param.name}`. `/help` shows how it is written."
        case commands.UserInputError():
            return "I can't read that. `/help` shows how it is written."
        case _:
            log.error("A request failed", exc_info=error)
            return OURS
