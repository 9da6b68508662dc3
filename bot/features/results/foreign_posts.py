"""Tells the place where a match began how it ended, once somebody uses a command there.

Nobody can write to such a place but in response to an interaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interactions.replies import is_foreign
from storage.queries import outbox

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.features.results.posts import ResultPosts


class ForeignResults:
    """Brings results that are owed to group messages and to servers without the bot."""

    def __init__(self, bot: Client, posts: ResultPosts) -> None:
        self._bot = bot
        self._posts = posts

    async def on_command(self, interaction: discord.Interaction[Any], _: object) -> None:
        """Tell the results that are owed to the place of a command that was responded to. Each is told at most once."""
        if not is_foreign(interaction) or not interaction.channel_id:
            return
        self._bot.foreign_places.remember(interaction)
        async with self._bot.context.database.read() as tx:
            owed = await outbox.owed_results(tx, interaction.channel_id)
        for post in owed:
            await self._posts.tell_foreign_place(post)
