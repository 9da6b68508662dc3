"""The channels and threads that were deleted, what names them, and which homes of matches go with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from storage.queries import challenges, deleted_channels, guilds, matches, outbox
from storage.queries.rows import DIRECT
from tests.storage.samples import CHANNEL, GUILD, HOUR, NOON, THREAD, new_challenge, new_match, new_tournament

if TYPE_CHECKING:
    from storage.engine.database import Database, Tx
    from storage.queries.rows import Match

FORUM = CHANNEL + 50


async def live_in(tx: Tx, thread: int, body: dict[str, Any], *, posted_as: int) -> Match:
    """Store a match that lives in a thread, after a challenge whose post has an id."""
    challenge = await new_challenge(tx)
    await challenges.close(tx, challenge.id, "accepted")
    match = await new_match(tx, challenge_id=challenge.id)
    posted = await outbox.add(
        tx, lane=f"c{challenge.id}", kind="challenge", body={}, at=NOON, challenge_id=challenge.id
    )
    await outbox.mark_sent(tx, posted.id, channel_id=CHANNEL, message_id=posted_as, at=NOON)
    await outbox.add(
        tx, lane=f"c{challenge.id}", kind="thread", body=body, at=NOON, match_id=match.id, challenge_id=challenge.id
    )
    await matches.set_thread(tx, match.id, thread)
    return match


async def test_a_channel_is_stored_once_however_often_it_is_added(database: Database) -> None:
    async with database.write() as tx:
        await deleted_channels.add(tx, {7, 8}, NOON)
        await deleted_channels.add(tx, {8, 9}, NOON + HOUR)
        assert await deleted_channels.load_all(tx) == {7, 8, 9}


async def test_matches_challenges_and_events_of_servers_name_channels(database: Database) -> None:
    async with database.write() as tx:
        await matches.set_thread(tx, (await new_match(tx, channel_id=11)).id, 12)
        await new_match(tx, channel_id=13, guild_id=DIRECT)
        await new_tournament(tx, channel_id=14)
        await new_challenge(tx)
        named = [each for each in (11, 12, 13, 14, CHANNEL, 15) if await deleted_channels.is_named(tx, each)]
    assert named == [11, 12, 14, CHANNEL], "the channel of somebody's direct messages isn't"


@pytest.mark.parametrize("settings", [{"finished": 21}, {"channels": [20, 21]}])
async def test_settings_name_channels(database: Database, settings: dict[str, Any]) -> None:
    async with database.write() as tx:
        for guild, chosen in ((GUILD, settings), (GUILD + 1, {"puzzles": 22, "prefix": "21"})):
            await guilds.lock(tx, guild)
            await guilds.set_settings(tx, guild, chosen)
        assert await deleted_channels.guilds_that_chose(tx, 21) == [GUILD]


async def test_threads_under_challenges_go_with_their_channel_and_forum_posts_with_their_forum(
    database: Database,
) -> None:
    async with database.write() as tx:
        await live_in(tx, THREAD, {}, posted_as=THREAD)
        await live_in(tx, THREAD + 1, {outbox.FORUM: FORUM}, posted_as=THREAD + 5)
        await live_in(tx, THREAD + 2, {outbox.FORUM: FORUM}, posted_as=THREAD + 2)
        await live_in(tx, THREAD + 3, {outbox.FORUM: FORUM + 1}, posted_as=THREAD + 6)
        assert await deleted_channels.homes_under(tx, CHANNEL) == {THREAD, THREAD + 2}, "the forum took no post of one"
        assert await deleted_channels.homes_under(tx, CHANNEL + 1) == set()
        assert await deleted_channels.homes_in_forum(tx, GUILD, FORUM) == {THREAD + 1}
        assert await deleted_channels.homes_in_forum(tx, GUILD + 1, FORUM) == set()
