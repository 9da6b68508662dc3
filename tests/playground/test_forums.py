"""Posts in a forum and their tags."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
import pytest

from playground.model.permissions import INVITATION
from playground.model.resources.channel import FORUM
from tests.playground.test_threads import fetch_thread

if TYPE_CHECKING:
    from playground import Playground
    from playground.model.state import Change
    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

TAGS = ("chess", "go", "chomp", "nim", "hex", "havannah")


async def open_forum(
    playground: Playground, bot_client: BotClient, *, requires_tag: bool = False
) -> discord.ForumChannel:
    key = playground.add_room(FORUM, "ideas", tags=TAGS, requires_tag=requires_tag)
    forum = await bot_client.fetch_channel(key)
    assert isinstance(forum, discord.ForumChannel)
    return forum


def tag_with_id(key: int) -> discord.ForumTag:
    tag = discord.ForumTag(name="x")
    tag.id = key
    return tag


async def test_a_new_forum_is_announced_once_with_its_tags(playground: Playground) -> None:
    told: list[tuple[str, bool, int]] = []

    def listen(change: Change) -> None:
        assert change.channel
        told.append((change.kind, change.new, len(change.channel.available_tags)))

    playground.state.listeners.append(listen)
    playground.add_room(FORUM, "ideas", tags=TAGS)
    assert told == [("channel", True, len(TAGS))]


async def test_a_post_has_a_first_message_and_tags(playground: Playground, bot_client: BotClient, ann: Person) -> None:
    forum = await open_forum(playground, bot_client)
    file = discord.File(io.BytesIO(b"picture"), "board.png")
    post = await forum.create_thread(
        name="Ann - Bob", content="the board", file=file, applied_tags=forum.available_tags[:2]
    )
    assert (post.thread.id, post.message.content) == (post.message.id, "the board")
    assert [tag.name for tag in (await fetch_thread(bot_client, post.thread.id)).applied_tags] == ["chess", "go"]
    shown = await ann.hear(lambda one: one["id"] == str(post.message.id), "the first message of the post")
    assert shown["attachments"][0]["filename"] == "board.png"
    told = await ann.wait_for(lambda one: one["type"] == "channel" and one["channel"]["id"] == str(post.thread.id))
    assert told["channel"]["applied_tags"] == [str(tag.id) for tag in forum.available_tags[:2]]


async def test_a_forum_that_requires_a_tag_refuses_a_post_without_one(
    playground: Playground, bot_client: BotClient
) -> None:
    forum = await open_forum(playground, bot_client, requires_tag=True)
    assert forum.flags.require_tag
    with pytest.raises(discord.HTTPException) as caught:
        await forum.create_thread(name="Ann - Bob", content="the board")
    assert (caught.value.status, caught.value.code) == (400, 40067)


@pytest.mark.parametrize(
    ("tags", "status", "code"), [([1], 404, 10087), ([1, 2, 3, 4, 5, 6], 400, 50035)], ids=["unknown", "too many"]
)
async def test_a_post_has_at_most_five_tags_of_its_forum(
    playground: Playground, bot_client: BotClient, tags: list[int], status: int, code: int
) -> None:
    forum = await open_forum(playground, bot_client)
    with pytest.raises(discord.HTTPException) as caught:
        await forum.create_thread(name="x", content="x", applied_tags=[tag_with_id(tag) for tag in tags])
    assert (caught.value.status, caught.value.code) == (status, code)


async def test_the_tags_of_a_post_can_be_changed(playground: Playground, bot_client: BotClient) -> None:
    forum = await open_forum(playground, bot_client)
    thread = (await forum.create_thread(name="x", content="x")).thread
    await thread.edit(applied_tags=forum.available_tags[3:4])
    assert [tag.name for tag in (await fetch_thread(bot_client, thread.id)).applied_tags] == ["nim"]


async def test_a_tag_of_moderators_is_refused_without_manage_threads(
    playground: Playground, bot_client: BotClient
) -> None:
    forum = await open_forum(playground, bot_client)
    playground.state.channels[forum.id].available_tags[0]["moderated"] = True
    with pytest.raises(discord.Forbidden) as caught:
        await forum.create_thread(name="x", content="x", applied_tags=forum.available_tags[:1])
    assert caught.value.code == 50013


async def test_a_forum_itself_takes_no_messages(playground: Playground, bot_client: BotClient) -> None:
    forum = await open_forum(playground, bot_client)
    with pytest.raises(discord.HTTPException) as caught:
        await bot_client.get_partial_messageable(forum.id).send("x")
    assert (caught.value.status, caught.value.code) == (400, 50008)


@pytest.mark.parametrize("playground", [{"granted": INVITATION | {"MANAGE_CHANNELS"}}], indirect=True)
async def test_the_tags_of_a_forum_have_names_of_their_own(playground: Playground, bot_client: BotClient) -> None:
    forum = await open_forum(playground, bot_client)
    await forum.edit(available_tags=[*forum.available_tags, discord.ForumTag(name="othello")])
    assert [tag["name"] for tag in playground.state.channels[forum.id].available_tags] == [*TAGS, "othello"]
    with pytest.raises(discord.HTTPException) as caught:
        await forum.edit(available_tags=[discord.ForumTag(name="othello"), discord.ForumTag(name="othello")])
    assert (caught.value.status, caught.value.code) == (400, 40061)
    tags = [discord.ForumTag(name=f"{number}") for number in range(21)]
    with pytest.raises(discord.HTTPException, match=r"available_tags: Must be 20 or fewer in length\.") as caught:
        await forum.edit(available_tags=tags)
    assert (caught.value.status, caught.value.code) == (400, 50035)
    await forum.edit(available_tags=tags[:20])
    assert len(playground.state.channels[forum.id].available_tags) == 20
