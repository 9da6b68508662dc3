"""The channels and threads that were deleted on Discord. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import BindParameter, and_, bindparam, exists, insert, or_, select

from storage.queries.batches import in_batches
from storage.queries.outbox import FORUM
from storage.queries.rows import DIRECT
from storage.schema import challenges, deleted_channels, guilds, matches, outbox, tournaments

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from storage.engine.database import Tx

_THERE: BindParameter[int] = bindparam("there")
_IS_NAMED = select(
    or_(
        exists().where(matches.c.thread_id == _THERE),
        exists().where(matches.c.channel_id == _THERE, matches.c.guild_id != DIRECT),
        exists().where(challenges.c.channel_id == _THERE, challenges.c.guild_id != DIRECT),
        exists().where(tournaments.c.channel_id == _THERE),
    )
)
# A thread has the id of the message that it was made from; a forum post has that of its own first message.
_posts = outbox.alias("posts")
_UNDER_A_CHALLENGE = exists().where(_posts.c.message_id == matches.c.thread_id, _posts.c.kind == "challenge")
# A thread that hangs on no message was made by a row that names no forum.
_makers = outbox.alias("makers")
_ALONE = exists().where(
    _makers.c.match_id == matches.c.id, _makers.c.kind == "thread", _makers.c.body[FORUM].as_string().is_(None)
)
_UNDER_CHANNEL = select(matches.c.thread_id).where(
    matches.c.channel_id == _THERE, matches.c.thread_id.is_not(None), or_(_UNDER_A_CHALLENGE, _ALONE)
)
_FORUM_POSTS = (
    select(matches.c.thread_id, outbox.c.body)
    .join(outbox, and_(outbox.c.match_id == matches.c.id, outbox.c.kind == "thread"))
    .where(matches.c.guild_id == bindparam("guild"), matches.c.thread_id.is_not(None), ~_UNDER_A_CHALLENGE)
)


async def load_all(tx: Tx) -> set[int]:
    """Return the ids of all of them."""
    return set((await tx.execute(select(deleted_channels.c.channel_id))).scalars())


async def add(tx: Tx, channel_ids: Collection[int], at: datetime) -> None:
    """Store that channels or threads were deleted, as was learned at this time; of those that are known, nothing."""
    for ids in in_batches(sorted(channel_ids)):
        known = select(deleted_channels.c.channel_id).where(deleted_channels.c.channel_id.in_(ids))
        stored = set((await tx.execute(known)).scalars())
        rows = [{"channel_id": each, "noted_at": at} for each in ids if each not in stored]
        if rows:
            await tx.execute(insert(deleted_channels), rows)


async def is_named(tx: Tx, channel_id: int) -> bool:
    """Return whether a match, a challenge or an event of a server names a channel or thread."""
    return bool((await tx.execute(_IS_NAMED, {"there": channel_id})).scalar_one())


async def guilds_that_chose(tx: Tx, channel_id: int) -> list[int]:
    """Return the guilds whose settings name a channel."""
    rows = await tx.execute(select(guilds.c.guild_id, guilds.c.settings))
    return [row.guild_id for row in rows if any(_names(value, channel_id) for value in row.settings.values())]


async def homes_under(tx: Tx, channel_id: int) -> set[int]:
    """Return the threads of a channel in which matches live."""
    return set((await tx.execute(_UNDER_CHANNEL, {"there": channel_id})).scalars())


async def homes_in_forum(tx: Tx, guild_id: int, forum_id: int) -> set[int]:
    """Return the posts of a server's forum in which matches live."""
    rows = await tx.execute(_FORUM_POSTS, {"guild": guild_id})
    return {row.thread_id for row in rows if row.body.get(FORUM) == forum_id}


def _names(value: Any, channel_id: int) -> bool:
    """Return whether the value of a setting is a channel, or a list that has it."""
    return value == channel_id or (isinstance(value, list) and channel_id in value)
