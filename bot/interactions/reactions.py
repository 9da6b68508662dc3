"""Reactions to messages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.gateway.message_queue import release_channel
from bot.process.errors import NETWORK_ERRORS, is_forbidden

if TYPE_CHECKING:
    import discord

log = logging.getLogger(__name__)
HOURGLASS = "\N{HOURGLASS WITH FLOWING SAND}"
"""The reaction to a move that isn't due yet."""


async def react(message: discord.Message, emoji: str) -> bool:
    """Add a reaction to a message, and return whether the bot may do so there."""
    release_channel()
    try:
        await message.add_reaction(emoji)
    except NETWORK_ERRORS as error:
        log.info("A reaction could not be added: %s", error or type(error).__name__)
        return not is_forbidden(error)
    return True
