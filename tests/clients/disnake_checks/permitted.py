"""What a bot with every permission may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import disnake
from disnake_checks.place import refused
from harness import check_permitted

if TYPE_CHECKING:
    from disnake_checks.place import Place


@check_permitted
async def a_message_is_pinned_listed_and_unpinned(place: Place) -> None:
    message = await place.games.send("pin me")
    await message.pin()
    assert [pinned.id async for pinned in place.games.pins()] == [message.id]
    await message.unpin()
    assert await place.games.pins().flatten() == []


@check_permitted
async def messages_are_deleted_in_bulk(place: Place) -> None:
    sent = [await place.games.send(text) for text in ("one", "two")]
    heard = place.hear("raw_bulk_message_delete")
    await place.games.delete_messages(sent)
    assert (await heard).message_ids == {message.id for message in sent}
    await refused(10008, place.games.fetch_message(sent[0].id))


@check_permitted
async def a_message_of_somebody_else_is_deleted(place: Place) -> None:
    said = await place.ann.say(place.games, "theirs")
    await place.games.get_partial_message(int(said["id"])).delete()
    await refused(10008, place.games.fetch_message(int(said["id"])))


@check_permitted
async def a_thread_is_locked_written_to_and_deleted(place: Place) -> None:
    thread = await place.thread()
    assert (await thread.edit(locked=True, archived=True)).locked
    await thread.send("still")
    heard = place.hear("raw_thread_delete", lambda payload: payload.thread_id == thread.id)
    await thread.delete()
    await heard
    await refused(10003, place.bot.fetch_channel(thread.id))


@check_permitted
async def a_person_is_removed_from_a_thread(place: Place) -> None:
    thread, bob = await place.thread(), disnake.Object(place.bob.id)
    await thread.add_user(bob)
    await thread.remove_user(bob)
    await refused(10007, thread.fetch_member(bob.id))


@check_permitted
async def a_channel_is_edited_and_that_is_announced(place: Place) -> None:
    heard = place.hear("guild_channel_update", lambda _, after: after.id == place.lounge.id)
    edited = await place.lounge.edit(topic="Talk")
    assert edited
    assert edited.topic == "Talk"
    _, after = await heard
    assert after.topic == "Talk"
