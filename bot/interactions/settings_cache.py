"""The settings of guilds, kept in memory: every message needs the prefix, and every picture the limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cachetools import FIFOCache

from bot.referee.guilds.settings import GuildSettings, load_settings

if TYPE_CHECKING:
    from bot.referee.context import Context

MAX_GUILDS = 10_000
"""How many guilds' settings are kept: four times what one shard may have."""
_DIRECT = GuildSettings()


class SettingsCache:
    """The settings of guilds, each read from the database when they are first needed.

    A guild's messages and interactions come to the one process that has its shard, so no other process changes them.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._settings: FIFOCache[int, GuildSettings] = FIFOCache(MAX_GUILDS)
        self._changes = 0

    async def get(self, guild_id: int | None) -> GuildSettings:
        """Return the settings of a guild, or the defaults for direct messages (None). Raises `StorageError`."""
        if guild_id is None:
            return _DIRECT
        if cached := self._settings.get(guild_id):
            return cached
        changes = self._changes
        async with self._context.database.read() as tx:
            settings = await load_settings(tx, guild_id)
        if changes == self._changes:  # otherwise they may have been read before that change
            self._settings[guild_id] = settings
        return settings

    def peek(self, guild_id: int) -> GuildSettings | None:
        """Return the settings of a guild if they are in memory."""
        return self._settings.get(guild_id)

    async def prefix(self, guild_id: int | None) -> str:
        """Return what text commands begin with in a guild, or in direct messages (None). Raises `StorageError`."""
        return (await self.get(guild_id)).prefix

    async def request_limit(self, guild_id: int) -> int | None:
        """Return what a member of a guild may ask for in a minute there, None for no limit. Raises `StorageError`."""
        return (await self.get(guild_id)).requests

    def forget(self, guild_id: int) -> None:
        """Drop the settings of a guild, because they may have changed."""
        self._changes += 1
        self._settings.pop(guild_id, None)
