"""Announcement channels: messages, publishing them, threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from playground.model.resources.channel import ANNOUNCEMENT

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person


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
