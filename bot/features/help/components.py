"""The whole help, and the button that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton
from bot.features.help import text
from bot.interactions.replies import guild_id_of, reply

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press


async def help_text(bot: Client, guild_id: int | None, topic: str | None = None) -> str:
    """Return what the bot can do, or what there is on a topic, for a guild or for direct messages (None)."""
    me, prefix = bot.user.mention if bot.user else "@Turnpost", await bot.guild_settings.prefix(guild_id)
    infos = (game.info for game in bot.context.games.values())
    return text.help_text(infos, me, prefix, content=bot.content, topic=topic)


class HelpButton(PersistentButton, template="help"):
    """Shows all that the bot can do."""

    action = "help"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the whole help, privately."""
        await reply(press, await help_text(bot, guild_id_of(press)))
