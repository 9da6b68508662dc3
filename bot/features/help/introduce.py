"""Tell people what the bot can do and how to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import row
from bot.features.challenges.button_text import PLAY_ME
from bot.features.challenges.play_me import PlayMeButton
from bot.features.help import introduction_text
from bot.features.help.components import HelpButton
from bot.interactions.replies import guild_id_of, reply
from games.translation import gettext as _

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client


async def introduce(bot: Client, message: discord.Message) -> None:
    """Reply to a message with how to begin; in one line if its author was told in this channel in the last minute."""
    if bot.introduction_cooldowns.update_rate_limit(message, bot.context.now().timestamp()):
        prefix = await bot.guild_settings.prefix(guild_id_of(message))
        await reply(message, introduction_text.pointer_to_help(prefix, content=bot.content))
    else:
        await show_short_help(bot, message)


async def show_short_help(bot: Client, message: discord.Message) -> None:
    """Reply to a message with how to begin, above buttons that begin a match and show all that the bot can do."""
    prefix = await bot.guild_settings.prefix(guild_id_of(message))
    begin = introduction_text.short_help(next(iter(bot.context.games)), prefix, content=bot.content)
    await reply(message, begin, view=row(PlayMeButton(_(PLAY_ME), ""), HelpButton(_("All I can do"))))
