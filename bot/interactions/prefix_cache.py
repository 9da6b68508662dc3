"""What text commands begin with in each guild, kept in memory because every message asks for it."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from bot.referee.guilds import settings

if TYPE_CHECKING:
    from bot.referee.context import Context

MOST = 10_000
"""How many guilds' prefixes are remembered: four times what one shard may have."""


class Prefixes:
    """The prefixes of guilds, each read when it is first asked for.

    A guild's messages and interactions come to the one process that carries its shard, so nobody else changes what is
    remembered here.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: OrderedDict[int, str] = OrderedDict()
        self._changes = 0

    async def of(self, guild_id: int | None) -> str:
        """Return the prefix of a guild, or of direct messages (None). Raises `StorageError`."""
        if guild_id is None:
            return settings.PREFIX
        if known := self._known.get(guild_id):
            return known
        changes = self._changes
        async with self._context.database.read() as tx:
            prefix = (await settings.chosen(tx, guild_id)).prefix
        if changes == self._changes:  # else it may have been read before that change
            self._known[guild_id] = prefix
            if len(self._known) > MOST:
                self._known.popitem(last=False)
        return prefix

    def forget(self, guild_id: int) -> None:
        """Read the prefix of a guild anew, because it may have been changed."""
        self._changes += 1
        self._known.pop(guild_id, None)
