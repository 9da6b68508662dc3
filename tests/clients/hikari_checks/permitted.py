"""What a bot with every permission may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hikari
from harness import check_permitted
from hikari_checks.place import refused

if TYPE_CHECKING:
    from hikari_checks.place import Place


@check_permitted
async def a_message_is_pinned_listed_and_unpinned(place: Place) -> None:
    message = await place.games.send("pin me")
    await place.rest.pin_message(place.games, message)
    assert [pinned.message.id for pinned in await place.games.fetch_pins()] == [message.id]
    assert (await place.games.fetch_message(message)).is_pinned
    await place.rest.unpin_message(place.games, message)
    assert list(await place.games.fetch_pins()) == []


@check_permitted
async def messages_are_deleted_in_bulk(place: Place) -> None:
    sent = [await place.games.send(text) for text in ("one", "two")]
    heard = place.hear(hikari.GuildBulkMessageDeleteEvent)
    await place.games.delete_messages(sent)
    assert (await heard).message_ids == {message.id for message in sent}
    await refused(10008, place.games.fetch_message(sent[0]))


@check_permitted
async def a_message_of_somebody_else_is_deleted(place: Place) -> None:
    said = await place.ann.say(place.games, "theirs")
    await place.rest.delete_message(place.games, int(said["id"]))
    await refused(10008, place.games.fetch_message(int(said["id"])))


@check_permitted
async def a_thread_is_locked_written_to_and_deleted(place: Place) -> None:
    thread = await place.thread()
    locked = await place.rest.edit_channel(thread, locked=True, archived=True)
    assert locked.metadata.is_locked
    await place.rest.create_message(thread.id, "still")
    heard = place.hear(hikari.GuildThreadDeleteEvent, lambda event: event.thread_id == thread.id)
    await place.rest.delete_channel(thread)
    await heard
    await refused(10003, place.rest.fetch_channel(thread))


@check_permitted
async def a_person_is_removed_from_a_thread(place: Place) -> None:
    thread = await place.thread()
    await place.rest.add_thread_member(thread, place.bob.id)
    await place.rest.remove_thread_member(thread, place.bob.id)
    await refused(10007, place.rest.fetch_thread_member(thread, place.bob.id))


@check_permitted
async def a_channel_is_edited_and_that_is_announced(place: Place) -> None:
    heard = place.hear(hikari.GuildChannelUpdateEvent)
    edited = await place.rest.edit_channel(place.lounge, topic="Talk")
    assert isinstance(edited, hikari.GuildTextChannel)
    assert edited.topic == "Talk"
    event = await heard
    assert (event.channel_id, event.channel.topic) == (place.lounge.id, "Talk")
