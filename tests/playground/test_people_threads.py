"""Threads and posts that people start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from playground.model.resources.channel import ANNOUNCEMENT, FORUM, VOICE
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.bot_client import BotClient


async def test_a_person_starts_a_thread_on_a_message(bot_client: BotClient, bob: Person) -> None:
    said = await bob.say("@Turnpost a game?")
    thread = await bob.start_thread("Bob's game", message_id=said["id"])
    assert (thread["id"], thread["owner_id"], thread["type"]) == (said["id"], bob.id, 11)
    heard = await bot_client.hear((await bob.say("@Turnpost here", thread["id"]))["id"])
    assert str(heard.channel.id) == thread["id"]
    with pytest.raises(Said, match="no thread to start"):
        await bob.start_thread("again", message_id=said["id"])


async def test_a_person_starts_threads_where_there_are_any(playground: Playground, bob: Person) -> None:
    for kind, name, threads in ((ANNOUNCEMENT, "news", 10), (VOICE, "talk", None)):
        place = str(playground.add_room(kind, name))
        if threads:
            assert (await bob.start_thread("x", place))["type"] == threads
        with pytest.raises(Said, match="no private threads" if threads else "no threads"):
            await bob.start_thread("x", place, private=True)


async def test_a_private_thread_is_shared_with_whom_its_owner_adds(
    bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    thread = await bob.start_thread("secret", private=True)
    joined = bot_client.wait_for("thread_join", timeout=60)
    await bob.add_to_thread(thread, str(bot_client.application_id))
    found = await joined
    await found.send("here I am")
    await bob.hear(lambda one: one["content"] == "here I am", "the bot in the thread")
    await bob.add_to_thread(thread, ann.id)
    removed = bot_client.wait_for("thread_remove", timeout=60)
    await bob.remove_from_thread(thread, str(bot_client.application_id))
    assert (await removed).id == found.id


async def test_a_post_of_a_person_keeps_the_rules_of_its_forum(
    playground: Playground, bot_client: BotClient, bob: Person
) -> None:
    forum = playground.add_room(FORUM, "ideas", tags=["chess", "go"], requires_tag=True)
    tags = playground.state.channels[forum].available_tags
    with pytest.raises(Said, match="A tag is required"):
        await bob.start_thread("Who plays?", str(forum), content="I would like a game.")
    post = await bob.start_thread("Who plays?", str(forum), content="@Turnpost chess?", applied_tags=[tags[0]["id"]])
    heard = await bot_client.hear(post["id"])
    assert (heard.channel.id, heard.content) == (int(post["id"]), f"<@{bot_client.application_id}> chess?")
    changed = await bob.edit_thread(post, applied_tags=[tags[1]["id"]], name="Who plays go?")
    assert (changed["applied_tags"], changed["name"]) == ([tags[1]["id"]], "Who plays go?")


async def test_only_owners_and_moderators_change_a_thread(people: tuple[Person, Person]) -> None:
    ann, bob = people
    of_ann, of_bob = await ann.start_thread("Ann's"), await bob.start_thread("Bob's")
    assert (await bob.edit_thread(of_bob, archived=True))["archived"]
    for thread, change in ((of_ann, {"name": "mine"}), (of_bob, {"locked": True})):
        with pytest.raises(Said, match="Only moderators"):
            await bob.edit_thread(thread, **change)
    assert (await ann.edit_thread(of_bob, locked=True))["locked"]
    with pytest.raises(Said, match="Only moderators"):
        await bob.edit_thread(of_bob, archived=False)
    with pytest.raises(Said, match="1 to 100"):
        await ann.edit_thread(of_ann, name=" ")
    with pytest.raises(Said, match="Only moderators"):
        await bob.remove_from_thread(of_ann, ann.id)
    with pytest.raises(Said, match="archived"):
        await ann.add_to_thread(of_bob, ann.id)
