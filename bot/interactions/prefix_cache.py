"""The prefix of text commands in each guild, kept in memory because every message needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cachetools import FIFOCache

from bot.referee.guilds.settings import PREFIX, load_settings

if TYPE_CHECKING:
    from bot.referee.context import Context

MAX_GUILDS = 10_000
"""How many guilds' prefixes are kept: four times what one shard may have."""


class PrefixCache:
    """The prefixes of guilds, each read from the database when it is first needed.

    A guild's messages and interactions come to the one process that has its shard, so no other process changes them.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._prefixes: FIFOCache[int, str] = FIFOCache(MAX_GUILDS)
        self._changes = 0

    async def get(self, guild_id: int | None) -> str:
        """Return the prefix of a guild, or of direct messages (None). Raises `StorageError`."""
        if guild_id is None:
            return PREFIX
        if cached := self._prefixes.get(guild_id):
            return cached
        changes = self._changes
        async with self._context.database.read() as tx:
            prefix = (await load_settings(tx, guild_id)).prefix
        if changes == self._changes:  # otherwise it may have been read before that change
            self._prefixes[guild_id] = prefix
        return prefix

    def forget(self, guild_id: int) -> None:
        """Drop the prefix of a guild, because it may have changed."""
        self._changes += 1
        self._prefixes.pop(guild_id, None)
