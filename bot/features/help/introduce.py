"""Tell people what the bot can do and how to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.help import text
from bot.interactions.replies import reply

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client


async def help_text(bot: Client, guild_id: int | None) -> str:
    """Return what the bot can do, in Discord's Markdown, for a guild or for direct messages (None)."""
    me, prefix = bot.user.mention if bot.user else "@Turnpost", await bot.prefixes.get(guild_id)
    return text.help_text((game.info for game in bot.context.games.values()), me, prefix, content=bot.content)


async def introduce(bot: Client, message: discord.Message) -> None:
    """Reply to a message with how to begin; in one line if its author was told in this channel in the last minute."""
    prefix = await bot.prefixes.get(message.guild.id if message.guild else None)
    told = bot.introduction_cooldowns.update_rate_limit(message, bot.context.now().timestamp())
    await reply(message, (text.pointer_to_help if told else text.short_help)(prefix, content=bot.content))
