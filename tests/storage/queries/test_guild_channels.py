"""The channels of a server in which matches go on, challenges are open or events have their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import challenges, guilds
from tests.storage.queries.test_server_matches import end
from tests.storage.samples import CHANNEL, GUILD, new_challenge, new_match, new_tournament

if TYPE_CHECKING:
    from storage.engine.database import Database


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
