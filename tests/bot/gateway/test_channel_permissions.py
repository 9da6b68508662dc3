from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord

from bot.gateway.permissions import USED, UsedChannel, fetch_used_channels
from bot.referee.guilds.audit_log import Use

GAMES, THREAD, GONE = 1, 7, 8
FINISHED, WEEKLY = frozenset({Use.FINISHED}), frozenset({Use.WEEKLY})


class Response:
    """The part of an HTTP response that discord.py's errors read."""

    status, reason = 404, "Not Found"


class Guild:
    """A server with a channel and a thread in it."""

    async def fetch_channels(self) -> list[object]:
        def permissions_for(_: object) -> discord.Permissions:
            return USED

        return [SimpleNamespace(id=GAMES, name="games", permissions_for=permissions_for)]

    async def fetch_channel(self, channel_id: int) -> discord.Thread:
        if channel_id != THREAD:
            raise discord.NotFound(Response(), "no")  # pyright: ignore[reportArgumentType]
        thread = object.__new__(discord.Thread)
        thread.parent_id = GAMES
        return thread


async def test_a_thread_counts_for_its_channel_and_one_that_is_gone_for_itself() -> None:
    guild: Any = Guild()
    me: Any = None
    found = await fetch_used_channels(guild, me, {GAMES: WEEKLY, THREAD: FINISHED, GONE: FINISHED})
    assert found == [UsedChannel(GAMES, "games", WEEKLY | FINISHED, USED), UsedChannel(GONE, str(GONE), FINISHED, None)]
    assert await fetch_used_channels(guild, me, {}) == []
