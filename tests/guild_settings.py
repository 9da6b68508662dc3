"""What a server chooses, for tests that begin where that was chosen already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.guilds.settings import GuildSettings
from storage.queries import guilds

if TYPE_CHECKING:
    from bot.referee.context import Context


async def serve(context: Context, guild_id: int, **chosen: Any) -> None:
    """Keep what a server chooses, in place of what it chose before."""
    async with context.database.write() as tx:
        await guilds.lock(tx, guild_id)
        await guilds.set_settings(tx, guild_id, GuildSettings(**chosen).as_json)
