"""Servers in the record: what they chose, whom they block, what managers did, and their channels."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.engine.errors import AlreadyStored
from storage.queries import audit_log, blocks, challenges, deleted_channels, guilds, matches, outbox, row_ids
from storage.queries.audit_log import AuditEntry
from storage.queries.blocks import Block
from storage.queries.read_markers import recorded_sources
from storage.queries.rows import DIRECT
from tests.storage.queries.test_server_matches import end
from tests.storage.samples import ANN, BOB, CHANNEL, GUILD, HOUR, NOON, THREAD, new_challenge, new_match, new_tournament

if TYPE_CHECKING:
    from storage.engine.database import Database, Tx
    from storage.queries.rows import Match


async def test_what_was_chosen_for_a_server_is_kept_in_place_of_what_was_before(database: Database) -> None:
    for wanted in ({"prefix": "?", "channels": [1, 2]}, {"threads": False}, {}):
        async with database.write() as tx:
            await guilds.lock(tx, 1)
            await guilds.set_settings(tx, 1, wanted)
        async with database.read() as tx:
            assert await guilds.settings(tx, 1) == wanted
            assert await guilds.settings(tx, 2) == {}


async def test_the_settings_of_a_server_change_no_other(database: Database) -> None:
    async with database.write() as tx:
        for guild_id in (1, 2, 1):
            await guilds.lock(tx, guild_id)
            await guilds.set_settings(tx, guild_id, {"prefix": str(guild_id)})
        assert [await guilds.settings(tx, guild_id) for guild_id in (1, 2)] == [{"prefix": "1"}, {"prefix": "2"}]


async def test_concurrent_additions_all_count(database: Database) -> None:
    async def add(name: str) -> None:
        async with database.write() as tx:
            await guilds.lock(tx, 1)
            before = await guilds.settings(tx, 1)
            await asyncio.sleep(0)
            await guilds.set_settings(tx, 1, {**before, name: True})

    names = [f"choice {number}" for number in range(20)]
    await asyncio.gather(*map(add, names))
    async with database.read() as tx:
        assert await guilds.settings(tx, 1) == dict.fromkeys(names, True)


SECOND = timedelta(seconds=1)


async def test_entries_come_in_pages_the_latest_first(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        for number in range(5):
            await audit_log.add(tx, GUILD, 100 + number, AuditEntry(ANN.id, "unblock", NOON, subject_id=number))
        entry = AuditEntry(BOB.id, "abandon", NOON + SECOND, match_id=match.id, details={"reason": "spam"})
        await audit_log.add(tx, GUILD, 105, entry)
        await audit_log.add(tx, GUILD + 1, 106, AuditEntry(ANN.id, "unblock", NOON, subject_id=9))
    async with database.read() as tx:
        assert await audit_log.count(tx, GUILD) == 6
        assert await audit_log.page(tx, GUILD, offset=0, limit=1) == [entry]
        shown = await audit_log.page(tx, GUILD, offset=4, limit=4)
        assert [each.subject_id for each in shown] == [1, 0]


async def test_a_source_makes_one_entry_and_is_on_record(database: Database) -> None:
    async with database.write() as tx:
        await audit_log.add(tx, GUILD, 100, AuditEntry(ANN.id, "settings", NOON))
        with pytest.raises(AlreadyStored):
            await audit_log.add(tx, GUILD, 100, AuditEntry(ANN.id, "settings", NOON))
        assert await audit_log.has_source(tx, 100)
        assert not await audit_log.has_source(tx, 101)
        assert await recorded_sources(tx, [100, 101]) == {100}
        assert await audit_log.count(tx, GUILD) == 1


async def test_what_is_old_is_forgotten_and_not_missed(database: Database) -> None:
    async with database.write() as tx:
        for number in range(3):
            await audit_log.add(tx, GUILD, number, AuditEntry(ANN.id, "settings", NOON + number * SECOND))
        assert not await audit_log.exist_before(tx, NOON)
        assert await audit_log.exist_before(tx, NOON + 2 * SECOND)
        await audit_log.forget_before(tx, NOON + 2 * SECOND)
        assert [each.at for each in await audit_log.page(tx, GUILD, offset=0, limit=9)] == [NOON + 2 * SECOND]
        assert await row_ids.deleted_ids(tx) == {}


SPAM = Block(BOB.id, ANN.id, NOON, "spam")


async def test_a_block_is_there_until_it_is_removed(database: Database) -> None:
    async with database.write() as tx:
        assert await blocks.add(tx, GUILD, SPAM)
        assert not await blocks.add(tx, GUILD, Block(BOB.id, 7, NOON, "again"))
        assert await blocks.of_guild(tx, GUILD) == [SPAM]
    async with database.write() as tx:
        assert await blocks.among(tx, GUILD, [ANN.id, BOB.id]) == [SPAM]
        assert await blocks.among(tx, GUILD, [ANN.id]) == []
        assert await blocks.among(tx, GUILD + 1, [BOB.id]) == []
        assert await blocks.count_of_person(tx, BOB.id) == 1
        assert not await blocks.remove(tx, GUILD + 1, BOB.id)
        assert await blocks.remove(tx, GUILD, BOB.id)
        assert not await blocks.remove(tx, GUILD, BOB.id)
        assert await blocks.count_of_person(tx, BOB.id) == 0


async def test_running_matches_and_open_challenges_use_their_channels(database: Database) -> None:
    async with database.write() as tx:
        challenge = await new_challenge(tx)
        await new_match(tx, channel_id=CHANNEL + 1)
        await new_match(tx, channel_id=CHANNEL + 2, guild_id=GUILD + 1)
        ended = await new_match(tx, channel_id=CHANNEL + 3)
        await end(tx, ended, 1)
        assert await guilds.channels_of_matches(tx, GUILD) == {CHANNEL, CHANNEL + 1}
        assert await guilds.channels_of_matches(tx, GUILD + 1) == {CHANNEL + 2}
        await challenges.close(tx, challenge.id, "declined")
        assert await guilds.channels_of_matches(tx, GUILD) == {CHANNEL + 1}


async def test_events_use_their_channel_until_they_are_over(database: Database) -> None:
    async with database.write() as tx:
        for number, status in enumerate(("open", "running", "ended", "cancelled")):
            await new_tournament(tx, channel_id=CHANNEL + number, status=status)
        await new_tournament(tx, channel_id=CHANNEL + 9, guild_id=GUILD + 1)
        assert await guilds.channels_of_events(tx, GUILD) == {CHANNEL, CHANNEL + 1}


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


async def test_threads_go_with_their_channel_and_forum_posts_with_their_forum(
    database: Database,
) -> None:
    async with database.write() as tx:
        await live_in(tx, THREAD, {}, posted_as=THREAD)
        await live_in(tx, THREAD + 1, {outbox.FORUM: FORUM}, posted_as=THREAD + 5)
        await live_in(tx, THREAD + 2, {outbox.FORUM: FORUM}, posted_as=THREAD + 2)
        await live_in(tx, THREAD + 3, {outbox.FORUM: FORUM + 1}, posted_as=THREAD + 6)
        await live_in(tx, THREAD + 4, {}, posted_as=THREAD + 7)
        here = {THREAD, THREAD + 2, THREAD + 4}
        assert await deleted_channels.homes_under(tx, CHANNEL) == here, "a forum took no post of one, one is alone"
        assert await deleted_channels.homes_under(tx, CHANNEL + 1) == set()
        assert await deleted_channels.homes_in_forum(tx, GUILD, FORUM) == {THREAD + 1}
        assert await deleted_channels.homes_in_forum(tx, GUILD + 1, FORUM) == set()
