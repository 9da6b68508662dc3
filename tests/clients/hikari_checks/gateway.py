"""The gateway: the session, its shards, its members, and what becomes of it when a connection breaks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import hikari
from harness import PATIENCE, check, control, out_of_scope
from hikari_checks.place import INTENTS, TOKEN, URL

if TYPE_CHECKING:
    from hikari_checks.place import Place


@check
async def stock_hikari_connects_and_knows_itself(place: Place) -> None:
    me = place.bot.get_me()
    assert me
    assert (me.username, me.is_bot) == ("Turnpost", True)
    assert place.bot.is_alive


@check
async def the_guild_is_there_with_its_channels_and_roles(place: Place) -> None:
    assert place.guild.name == "The Board Room"
    assert {channel.name for channel in place.guild.get_channels().values()} == {"games", "lounge"}
    assert {"@everyone", "Turnpost", "Regulars"} <= {role.name for role in place.guild.get_roles().values()}
    assert place.guild.member_count == 6


@check
async def only_the_bot_itself_is_a_known_member_at_first(place: Place) -> None:
    mine = place.guild.get_my_member()
    assert mine
    assert mine.id == place.application
    assert "Turnpost" in {role.name for role in mine.get_roles()}


@check
async def heartbeats_are_acknowledged(place: Place) -> None:
    (shard,) = place.bot.shards.values()
    assert shard.is_connected
    assert 0 <= shard.heartbeat_latency < PATIENCE


@check
async def a_presence_is_taken(place: Place) -> None:
    activity = hikari.Activity(name="chess", type=hikari.ActivityType.PLAYING)
    await place.bot.update_presence(status=hikari.Status.IDLE, activity=activity)
    heard = place.hear(hikari.GuildMessageCreateEvent, lambda event: event.content == "still here?")
    await place.ann.say(place.games, "still here?")
    await heard


@check
async def members_are_sent_in_a_chunk(place: Place) -> None:
    heard = place.hear(hikari.MemberChunkEvent, lambda event: event.nonce == "chunk")
    await place.bot.request_guild_members(place.guild, query="An", limit=1, nonce="chunk")
    event = await heard
    assert [member.user.global_name for member in event.members.values()] == ["Ann"]
    assert (event.chunk_index, event.chunk_count) == (0, 1)


@check
async def a_session_whose_connection_breaks_is_resumed(place: Place) -> None:
    resumed = place.hear(hikari.ShardResumedEvent)
    heard = place.hear(hikari.GuildMessageCreateEvent, lambda event: event.content == "during the break")
    await control("drop_gateway")
    await place.ann.say(place.games, "during the break")
    await resumed
    await heard


@check
async def a_session_that_is_asked_to_reconnect_is_resumed(place: Place) -> None:
    resumed = place.hear(hikari.ShardResumedEvent)
    await control("ask_to_reconnect")
    await resumed


@check
async def an_invalid_session_is_begun_anew(place: Place) -> None:
    ready = place.hear(hikari.ShardReadyEvent)
    await control("invalidate_session")
    await ready


@check
async def two_shards_share_the_guilds(place: Place) -> None:
    bot = hikari.GatewayBot(
        TOKEN, rest_url=f"{URL}/api/v10", intents=INTENTS, banner=None, logs=None, suppress_optimization_warning=True
    )
    available = asyncio.create_task(bot.wait_for(hikari.GuildAvailableEvent, PATIENCE))
    await bot.start(shard_count=2, check_for_updates=False)
    try:
        assert (await available).shard.id == (place.guild.id >> 22) % 2
        assert all(shard.is_connected for shard in bot.shards.values())
    finally:
        await bot.close()


@check
async def the_sessions_that_may_still_begin_are_told(place: Place) -> None:
    found = await place.rest.fetch_gateway_bot_info()
    assert found.session_start_limit.total == 1000
    assert 0 < found.session_start_limit.remaining < 1000
    assert found.session_start_limit.max_concurrency == 1


out_of_scope("members are asked for by their ids", "hikari does so with the privileged intent for members only")
