"""Store challenges, each with its post."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.challenges.expiry import OPEN_FOR
from bot.referee.challenges.limits import check_challenges, check_channel, check_match_limit
from bot.referee.challenges.queue_posts import queue_post
from bot.referee.guilds.block_checks import check_blocks
from bot.referee.guilds.settings import load_settings
from storage.queries import challenges
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Challenge, Person


async def store_challenge(
    context: Context,
    tx: Tx,
    people: Sequence[Person],
    *,
    guild_id: int,
    channel_id: int,
    mentioned: Collection[int] = (),
    in_place: bool = False,
    **terms: Any,
) -> Challenge:
    """Store a challenge by `people[0]`, and put its post into the outbox, which mentions nobody in `mentioned`.

    In direct messages each person gets a post. With `in_place` nothing is put there: the reply to the interaction that
    issued the challenge is its post.

    The `terms` are those of `storage.queries.challenges.create`. Raises `RequestRejected` for people who are blocked,
    too many challenges, a channel where no match may start, and a challenger who plays in as many matches as the server
    allows; and `AlreadyStored`.
    """
    now, challenger = context.now(), people[0]
    settings = await load_settings(tx, guild_id)
    check_channel(settings, channel_id)
    await check_blocks(tx, guild_id, people, asker=challenger.id)
    await check_challenges(context, tx, settings, guild_id, channel_id, challenger)
    await check_match_limit(tx, settings, guild_id, [challenger], asker=challenger.id)
    challenge = await challenges.create(
        tx, people=people, guild_id=guild_id, channel_id=channel_id, **terms, at=now, expires_at=now + OPEN_FOR
    )
    if guild_id != DIRECT:
        await queue_post(context, tx, challenge, "challenge", mentioned=sorted(mentioned))
    elif not in_place:
        for person in people:
            if person.level is None:
                await queue_post(context, tx, challenge, "challenge", user=person.id)
    return challenge
