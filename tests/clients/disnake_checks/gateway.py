"""The gateway: the session, its shards, its members, and what becomes of it when a connection breaks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import disnake
from disnake_checks.place import TOKEN, intents
from harness import PATIENCE, check, control

if TYPE_CHECKING:
    from disnake_checks.place import Place


@check
async def stock_disnake_connects_and_knows_itself(place: Place) -> None:
    assert place.bot.user
    assert (place.bot.user.name, place.bot.user.bot) == ("Turnpost", True)
    assert place.bot.application_id == place.bot.user.id


@check
async def the_guild_is_there_with_its_channels_and_roles(place: Place) -> None:
    assert place.guild.name == "The Board Room"
    assert [channel.name for channel in place.guild.text_channels] == ["games", "lounge"]
    assert {"@everyone", "Turnpost", "Regulars"} <= {role.name for role in place.guild.roles}
    assert place.guild.member_count == 6
    assert place.guild.self_role
    assert place.guild.self_role.managed


@check
async def only_the_bot_itself_is_a_known_member_at_first(place: Place) -> None:
    assert place.guild.me.id == place.bot.user.id
    assert place.guild.me.joined_at


@check
async def heartbeats_are_acknowledged(place: Place) -> None:
    assert 0 <= place.bot.latency < PATIENCE


@check
async def a_presence_is_taken(place: Place) -> None:
    await place.bot.change_presence(status=disnake.Status.idle, activity=disnake.Game("chess"))
    heard = place.hear("message", lambda message: message.content == "still here?")
    await place.ann.say(place.games, "still here?")
    await heard


@check
async def members_are_sent_in_a_chunk(place: Place) -> None:
    (bob,) = await place.guild.query_members(user_ids=[place.bob.id])
    assert bob.global_name == "Bob"
    assert await place.guild.query_members(query="An", limit=1) == [place.guild.get_member(place.ann.id)]


@check
async def a_session_whose_connection_breaks_is_resumed(place: Place) -> None:
    resumed = place.hear("resumed")
    heard = place.hear("message", lambda message: message.content == "during the break")
    await control("drop_gateway")
    await place.ann.say(place.games, "during the break")
    await resumed
    await heard


@check
async def a_session_that_is_asked_to_reconnect_is_resumed(place: Place) -> None:
    resumed = place.hear("resumed")
    await control("ask_to_reconnect")
    await resumed


@check
async def an_invalid_session_is_begun_anew(place: Place) -> None:
    ready = place.hear("ready")
    await control("invalidate_session")
    await ready


@check
async def two_shards_share_the_guilds(place: Place) -> None:
    bot = disnake.AutoShardedClient(intents=intents(), shard_count=2)
    ready = asyncio.ensure_future(bot.wait_for("ready", timeout=2 * PATIENCE))
    running = asyncio.create_task(bot.start(TOKEN))
    try:
        await ready
        assert sorted(bot.shards) == [0, 1]
        assert bot.guilds[0].shard_id == (place.guild.id >> 22) % 2
    finally:
        await bot.close()
        await running


@check
async def the_sessions_that_may_still_begin_are_told(place: Place) -> None:
    limit = place.bot.session_start_limit
    assert limit
    assert limit.total == 1000
    assert 0 < limit.remaining <= 1000
