"""What each channel of a server is used for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.guilds.audit_log import Use, load_channel_uses, use_of_matches
from bot.referee.guilds.settings import GuildSettings
from tests.bot.referee.offer_context import make_offer_context
from tests.storage.samples import GUILD, new_match, new_tournament

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("settings", "use"),
    [
        (GuildSettings(), Use.THREADS),
        (GuildSettings(threads=False), Use.MATCHES),
        (GuildSettings(forum=30), Use.MATCHES),
        (GuildSettings(threads=False, forum=30), Use.MATCHES),
    ],
)
def test_matches_are_in_threads_unless_a_server_wants_none_or_has_a_forum(settings: GuildSettings, use: Use) -> None:
    assert use_of_matches(settings) == use


async def test_channels_have_all_their_uses(tmp_path: Path) -> None:
    settings = GuildSettings(channels=(10,), finished=11, puzzles=10, weekly=12)
    async with make_offer_context(tmp_path / "turnpost.db") as context, context.database.write() as tx:
        await new_match(tx, channel_id=11)
        await new_match(tx, channel_id=13, guild_id=GUILD + 1)
        event = await new_tournament(tx)
        assert await load_channel_uses(tx, GUILD, settings) == {
            10: {Use.THREADS, Use.PUZZLES},
            11: {Use.THREADS, Use.FINISHED},
            12: {Use.WEEKLY},
            event.channel_id: {Use.EVENTS},
        }
