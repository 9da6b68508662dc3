"""Who is blocked on a server: nobody can begin a match, take a seat or sign up there with such a person in it.

Everything that begins with people asks `check_blocks`: challenges, answers to them, matches, open seats and events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.guilds import rejections
from storage.queries import blocks
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Person


class Blocked(RequestRejected):
    """The person who made a request is blocked on the server."""


async def check_blocks(tx: Tx, guild_id: int, people: Iterable[Person], asker: int | None = None) -> None:
    """Raise `RequestRejected` if one of these people is blocked on a server; `Blocked` if it is the `asker`."""
    players = {person.id: person for person in people if person.level is None}
    if guild_id == DIRECT or not players:
        return
    found = await blocks.among(tx, guild_id, list(players))
    for block in found:
        if block.user_id == asker:
            raise Blocked(rejections.you_are_blocked(block.reason))
    if found:
        raise RequestRejected(rejections.is_blocked(players[found[0].user_id]))


async def check_not_blocked(context: Context, guild_id: int, user_id: int) -> None:
    """Raise `Blocked` for a person who is blocked on a server."""
    async with context.database.read() as tx:
        found = await blocks.among(tx, guild_id, [user_id])
    if found:
        raise Blocked(rejections.you_are_blocked(found[0].reason))
