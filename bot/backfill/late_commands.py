"""Commands that were written while the bot was away and are too old to be carried out."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from discord.utils import format_dt

from bot.interactions.error_replies import reply_with_error
from bot.interactions.replies import reply
from bot.interactions.text import SENT_WHILE_AWAY
from bot.message_router import is_from_person
from games.translation import gettext as _

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client

MAX_COMMAND_AGE = timedelta(minutes=15)
"""The age up to which a missed command is still carried out."""


async def is_late_command(bot: Client, message: discord.Message) -> bool:
    """Return whether a message is a command that is too old to be carried out.

    Moves are never too old: they count for the turn in which they were sent.
    """
    if bot.context.now() - message.created_at <= MAX_COMMAND_AGE or not is_from_person(message):
        return False
    command = (await bot.get_context(message)).command
    return command is not None and command.name != "move"


async def decline(bot: Client, message: discord.Message) -> None:
    """Ask the author of a late command to send it again."""
    await bot.languages.bind_reader(message)
    try:
        await reply(message, _(SENT_WHILE_AWAY).format(time=format_dt(message.created_at, "R")))
    except Exception as error:  # noqa: BLE001 - as in `message_router.read`
        await reply_with_error(message, error)
