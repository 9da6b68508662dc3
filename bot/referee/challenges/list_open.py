"""The challenges that are open to somebody: waiting for their answer, their own, and tables with room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from storage.tables import challenges, outbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.tables.models import Challenge, Post


@dataclass(frozen=True, slots=True)
class Listed:
    """What is open: `waiting` for one's answer, `mine`, `joined` but not yet begun, and `tables` one can join."""

    waiting: list[Challenge]
    mine: list[Challenge]
    joined: list[Challenge]
    tables: list[Challenge]

    @property
    def everything(self) -> list[Challenge]:
        """All of it."""
        return [*self.waiting, *self.mine, *self.joined, *self.tables]


async def listed(context: Context, request: Request, shown: Callable[[int], bool]) -> Listed:
    """Return what is open to somebody on the server where they ask, by direct message on all but without the tables.

    Tables are only told of in channels that may be `shown`. Each list has the oldest first.
    """
    async with context.database.read() as tx:
        own = await challenges.open_with(tx, request.user_id)
        there = await challenges.joinable(tx, request.guild_id) if request.guild_id else []
    now = context.now()
    own = [each for each in own if each.expires_at > now and request.guild_id in {None, each.guild_id}]
    known = {each.id for each in own}
    mine = [each for each in own if each.challenger.id == request.user_id]
    joined = [each for each in own if request.user_id in each.accepted and each not in mine]
    return Listed(
        waiting=[each for each in own if request.user_id not in each.accepted],
        mine=mine,
        joined=joined,
        tables=[each for each in there if each.id not in known and each.expires_at > now and shown(each.channel_id)],
    )


async def posts(context: Context, found: Listed) -> dict[int, Post]:
    """Return the posts of what is open, by challenge, where they were sent."""
    async with context.database.read() as tx:
        return await outbox.announced(tx, [each.id for each in found.everything])
