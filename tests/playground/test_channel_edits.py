"""Changes that the bot makes to channels and threads, and announcement channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest

from playground.model.permissions import INVITATION
from playground.model.resources.channel import ANNOUNCEMENT
from playground.rate_limits import RateLimits
from tests.playground.bot_client import bot_client_at
from tests.playground.test_rate_limits import Seconds
from tests.playground.test_threads import fetch_thread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import Playground
    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

MANAGING = {"granted": INVITATION | {"MANAGE_CHANNELS"}}


async def test_a_channel_is_changed_only_with_manage_channels(bot_client: BotClient) -> None:
    with pytest.raises(discord.Forbidden) as caught:
        await bot_client.room().edit(topic="Chess")
    assert caught.value.code == 50013


@pytest.mark.parametrize("playground", [MANAGING], indirect=True)
async def test_a_channel_gets_a_name_a_topic_and_a_slow_mode(bot_client: BotClient) -> None:
    changed = bot_client.wait_for("guild_channel_update", timeout=60)
    room = bot_client.room()
    await room.edit(name="chess", topic="Only chess", slowmode_delay=30, default_auto_archive_duration=60)
    _, after = await changed
    assert isinstance(after, discord.TextChannel)
    assert (after.name, after.topic, after.slowmode_delay) == ("chess", "Only chess", 30)
    thread = await after.create_thread(name="quick", type=discord.ChannelType.public_thread)
    assert thread.auto_archive_duration == 60
    for wrong in ({"topic": "x" * 1025}, {"slowmode_delay": 21601}, {"name": ""}):
        with pytest.raises(discord.HTTPException) as caught:
            await after.edit(**wrong)
        assert (caught.value.status, caught.value.code) == (400, 50035)


async def test_the_slow_mode_of_a_thread_is_for_moderators(bot_client: BotClient) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    await thread.edit(name="done", auto_archive_duration=60)
    assert (await fetch_thread(bot_client, thread.id)).name == "done"
    with pytest.raises(discord.Forbidden) as caught:
        await thread.edit(slowmode_delay=5)
    assert caught.value.code == 50013


async def test_a_refused_change_changes_nothing(playground: Playground, bot_client: BotClient) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        body = {"name": "done", "archived": True, "auto_archive_duration": 61}
        async with session.patch(f"{playground.api}/channels/{thread.id}", json=body) as response:
            assert response.status == 400
    found = await fetch_thread(bot_client, thread.id)
    assert (found.name, found.archived) == ("free", False)


async def test_a_thread_is_renamed_twice_in_ten_minutes(start: Callable[..., Awaitable[Playground]]) -> None:
    seconds = Seconds()
    playground = await start(rate_limits=RateLimits(clock=seconds))
    async with bot_client_at(playground) as bot_client:
        thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:

        async def rename(**body: object) -> int:
            seconds.now += 10.0
            async with session.patch(f"{playground.api}/channels/{thread.id}", json=body) as response:
                return response.status

        assert [await rename(name=name) for name in ("a", "b", "c")] == [200, 200, 429]
        assert await rename(name="b", auto_archive_duration=60) == 200
        seconds.now += 600.0
        assert await rename(name="c") == 200


async def open_news(playground: Playground, bot_client: BotClient) -> discord.TextChannel:
    news = await bot_client.fetch_channel(playground.add_room(ANNOUNCEMENT, "news"))
    assert isinstance(news, discord.TextChannel)
    assert news.is_news()
    return news


async def test_the_bot_publishes_a_message_of_its_own_once(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    news = await open_news(playground, bot_client)
    message = await news.send("A tournament begins.")
    await message.publish()
    assert (await news.fetch_message(message.id)).flags.crossposted
    with pytest.raises(discord.HTTPException) as caught:
        await message.publish()
    assert (caught.value.status, caught.value.code) == (400, 40033)
    theirs = await ann.say("Hurrah!", str(news.id))
    with pytest.raises(discord.Forbidden) as forbidden:
        await (await news.fetch_message(int(theirs["id"]))).publish()
    assert forbidden.value.code == 50013


async def test_a_message_of_another_channel_cannot_be_published(bot_client: BotClient) -> None:
    message = await bot_client.room().send("news")
    with pytest.raises(discord.HTTPException) as caught:
        await message.publish()
    assert (caught.value.status, caught.value.code) == (400, 50024)


async def test_threads_of_announcements_have_a_type_of_their_own(playground: Playground, bot_client: BotClient) -> None:
    news = await open_news(playground, bot_client)
    thread = await (await news.send("A tournament begins.")).create_thread(name="Questions")
    assert thread.type == discord.ChannelType.news_thread
    await thread.send("No questions yet.")
    with pytest.raises(discord.HTTPException) as caught:
        await news.create_thread(name="x", type=discord.ChannelType.public_thread)
    assert (caught.value.status, caught.value.code) == (400, 50024)
