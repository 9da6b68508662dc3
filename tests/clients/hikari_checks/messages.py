"""Messages: texts, mentions, embeds, files, reactions and pins; and how fast they may follow each other."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import TYPE_CHECKING

import hikari
from harness import check, check_in_real_time, check_permitted, check_permitted_as, control, out_of_scope, raised
from hikari_checks.place import refused

if TYPE_CHECKING:
    from hikari_checks.place import Place

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@check
async def a_text_is_sent_and_comes_back_with_its_author(place: Place) -> None:
    message = await place.games.send("hello")
    assert message.content == "hello"
    assert message.author.id == place.application
    assert message.type is hikari.MessageType.DEFAULT
    assert message.flags == hikari.MessageFlag.NONE


@check
async def a_sent_text_is_announced_with_its_member(place: Place) -> None:
    heard = place.hear(hikari.GuildMessageCreateEvent, lambda event: event.content == "announced")
    message = await place.games.send("announced")
    event = await heard
    assert event.message == message
    assert event.member.guild_id == place.guild.id
    assert event.is_bot


@check
async def a_persons_text_is_heard(place: Place) -> None:
    heard = place.hear(hikari.GuildMessageCreateEvent, lambda event: event.content == "c4")
    await place.ann.say(place.games, "c4")
    event = await heard
    assert event.is_human
    assert event.author.global_name == "Ann"
    assert place.regulars.id in event.member.role_ids
    assert event.get_channel() == place.games


@check
async def a_mention_of_the_bot_is_heard_with_the_users(place: Place) -> None:
    heard = place.hear(hikari.GuildMessageCreateEvent, lambda event: bool(event.message.user_mentions_ids))
    await place.ann.say(place.games, "@Turnpost hello")
    assert (await heard).message.user_mentions_ids == [place.application]


@check
async def an_edit_is_made_and_announced(place: Place) -> None:
    message = await place.games.send("before")
    heard = place.hear(hikari.GuildMessageUpdateEvent, lambda event: event.message_id == message.id)
    edited = await message.edit("after")
    assert edited.content == "after"
    assert edited.edited_timestamp
    event = await heard
    assert event.old_message
    assert event.old_message.content == "before"


@check
async def a_deletion_is_made_and_announced(place: Place) -> None:
    message = await place.games.send("gone soon")
    heard = place.hear(hikari.GuildMessageDeleteEvent, lambda event: event.message_id == message.id)
    await message.delete()
    assert (await heard).old_message == message
    await refused(10008, place.games.fetch_message(message.id))


@check
async def what_people_edit_and_delete_is_announced(place: Place) -> None:
    said = await place.ann.say(place.games, "c4")
    edited = place.hear(hikari.GuildMessageUpdateEvent, lambda event: event.message_id == int(said["id"]))
    await place.ann.edit(said, "c5")
    assert (await edited).content == "c5"
    deleted = place.hear(hikari.GuildMessageDeleteEvent, lambda event: event.message_id == int(said["id"]))
    await place.ann.delete(said)
    await deleted


@check
async def the_bot_edits_and_deletes_its_own_messages_only(place: Place) -> None:
    said = await place.ann.say(place.games, "mine")
    await refused(50005, place.rest.edit_message(place.games, int(said["id"]), "no"))
    await refused(50013, place.rest.delete_message(place.games, int(said["id"])))


@check
async def a_reply_points_to_its_message_and_pings_its_author(place: Place) -> None:
    said = await place.ann.say(place.games, "answer me")
    reply = await place.games.send("here", reply=int(said["id"]), mentions_reply=True)
    assert reply.type is hikari.MessageType.REPLY
    assert reply.message_reference
    assert reply.message_reference.id == int(said["id"])
    assert reply.referenced_message
    assert reply.user_mentions_ids == [place.ann.id]


@check
async def a_reply_without_the_ping_mentions_nobody(place: Place) -> None:
    said = await place.ann.say(place.games, "quietly")
    assert not (await place.games.send("here", reply=int(said["id"]), mentions_reply=False)).user_mentions_ids


@check
async def a_reply_to_nothing_is_refused_unless_it_may_be(place: Place) -> None:
    await refused(50035, place.games.send("?", reply=5))
    assert (await place.games.send("?", reply=5, reply_must_exist=False)).message_reference is None


@check
async def only_allowed_mentions_are_made(place: Place) -> None:
    text = f"<@{place.ann.id}> <@{place.bob.id}> <@&{place.regulars.id}>"
    assert not (await place.games.send(text)).user_mentions_ids
    assert (await place.games.send(text, user_mentions=[place.bob.id])).user_mentions_ids == [place.bob.id]
    named = await place.games.send(text, user_mentions=True, role_mentions=True)
    assert set(named.user_mentions_ids) == {place.ann.id, place.bob.id}
    assert named.role_mention_ids == [place.regulars.id]


@check
async def a_nonce_comes_back(place: Place) -> None:
    heard = place.hear(hikari.GuildMessageCreateEvent, lambda event: event.message.nonce == "nonce-3")
    await place.games.send("with a nonce", nonce="nonce-3")
    await heard


@check
async def a_silent_message_has_its_flag(place: Place) -> None:
    flag = hikari.MessageFlag.SUPPRESS_NOTIFICATIONS
    assert flag in (await place.games.send("psst", flags=flag)).flags


@check
async def texts_have_at_most_2000_characters(place: Place) -> None:
    assert len((await place.games.send("x" * 2000)).content or "") == 2000
    await refused(50035, place.games.send("x" * 2001))


@check
async def an_empty_message_is_refused(place: Place) -> None:
    await refused(50006, place.games.send("   "))


@check_permitted
async def an_embed_comes_back_as_it_was(place: Place) -> None:
    embed = hikari.Embed(title="Title", description="Text", color=0x336699, url="https://example.org")
    embed.add_field("a", "b", inline=True).set_footer("foot").set_author(name="author")
    (back,) = (await place.games.send(embed=embed)).embeds
    assert (back.title, back.description, back.color, back.url) == ("Title", "Text", 0x336699, "https://example.org")
    assert (back.fields[0].name, back.fields[0].value, back.fields[0].is_inline) == ("a", "b", True)
    assert back.footer
    assert back.footer.text == "foot"
    assert back.author
    assert back.author.name == "author"


@check_permitted
async def an_embed_shows_an_uploaded_picture(place: Place) -> None:
    message = await place.games.send(embed=hikari.Embed().set_image(hikari.Bytes(PIXEL, "board.png")))
    assert message.embeds[0].image
    assert message.embeds[0].image.url.endswith("board.png")


for what, embed in {
    "a title of 257 characters": hikari.Embed(title="x" * 257),
    "a description of 4097 characters": hikari.Embed(description="x" * 4097),
    "a footer of 2049 characters": hikari.Embed().set_footer("x" * 2049),
    "an author of 257 characters": hikari.Embed().set_author(name="x" * 257),
    "a field's value of 1025 characters": hikari.Embed().add_field("n", "x" * 1025),
}.items():
    check_permitted_as(
        f"an embed with {what} is refused",
        lambda place, embed=embed: refused(50035, place.games.send(embed=embed)),
    )


@check_permitted
async def eleven_embeds_are_refused(place: Place) -> None:
    await refused(50035, place.games.send(embeds=[hikari.Embed(title="t")] * 11))


@check
async def a_picture_is_uploaded_with_its_size_and_can_be_read(place: Place) -> None:
    message = await place.games.send("t", attachment=hikari.Bytes(PIXEL, "board.png"))
    (file,) = message.attachments
    assert (file.filename, file.width, file.height, file.media_type) == ("board.png", 1, 1, "image/png")
    assert await file.read() == PIXEL


@check
async def files_are_added_to_a_message_and_taken_off(place: Place) -> None:
    message = await place.games.send("t", attachment=hikari.Bytes(PIXEL, "a.png"))
    both = await message.edit(attachments=[message.attachments[0], hikari.Bytes(PIXEL, "b.png")])
    assert [file.filename for file in both.attachments] == ["a.png", "b.png"]
    assert not (await message.edit(attachments=None)).attachments


@check
async def eleven_files_are_refused(place: Place) -> None:
    files = [hikari.Bytes(PIXEL, f"{number}.png") for number in range(11)]
    await refused(50035, place.games.send(attachments=files))


@check
async def a_file_of_more_than_10_mib_is_refused(place: Place) -> None:
    big = place.games.send(attachment=hikari.Bytes(bytes(10 * 1024 * 1024 + 1), "big.bin"))
    error = await raised(hikari.ClientHTTPResponseError, big)
    assert error.status == 413
    assert json.loads(error.raw_body)["code"] == 40005, "hikari itself reads no codes of this status"


@check
async def the_history_is_walked_in_pages(place: Place) -> None:
    sent = [await place.lounge.send(text) for text in ("one", "two", "three")]
    newest = await place.lounge.fetch_history().limit(3)
    assert list(newest) == sent[::-1]
    assert list(await place.lounge.fetch_history(after=sent[0])) == sent[1:]
    assert list(await place.lounge.fetch_history(before=sent[2]).limit(2)) == [sent[1], sent[0]]
    assert sent[1] in await place.lounge.fetch_history(around=sent[1]).limit(3)


@check
async def a_persons_reaction_is_announced_and_listed(place: Place) -> None:
    message = await place.games.send("like it?")
    heard = place.hear(hikari.GuildReactionAddEvent, lambda event: event.message_id == message.id)
    await place.ann.react(message, "👍")
    event = await heard
    assert (event.user_id, event.emoji_name, event.member.user.global_name) == (place.ann.id, "👍", "Ann")
    (reaction,) = (await place.games.fetch_message(message)).reactions
    assert (reaction.count, reaction.emoji, reaction.is_me) == (1, "👍", False)
    users = await place.rest.fetch_reactions_for_emoji(place.games, message, "👍")
    assert [user.id for user in users] == [place.ann.id]
    gone = place.hear(hikari.GuildReactionDeleteEvent, lambda event: event.message_id == message.id)
    await place.ann.take_back(message, "👍")
    await gone


@check
async def a_reaction_is_added_listed_and_taken_back(place: Place) -> None:
    message = await place.games.send("like it?")
    await message.add_reaction("👍")
    (reaction,) = (await place.games.fetch_message(message)).reactions
    assert (reaction.emoji, reaction.is_me) == ("👍", True)
    users = await place.rest.fetch_reactions_for_emoji(place.games, message, "👍")
    assert [user.id for user in users] == [place.application]
    await message.remove_reaction("👍")
    assert not (await place.games.fetch_message(message)).reactions


@check
async def a_reaction_that_is_no_emoji_is_refused(place: Place) -> None:
    await refused(10014, (await place.games.send("like it?")).add_reaction("no"))


@check
async def without_permission_there_are_no_reactions(place: Place) -> None:
    message = await place.lounge.send("like it?")
    await control("deny", str(place.lounge.id), "ADD_REACTIONS")
    await refused(50013, message.add_reaction("👍"))
    await control("allow", str(place.lounge.id))
    await message.add_reaction("👍")


@check
async def without_permission_there_are_no_bulk_deletions(place: Place) -> None:
    message, other = await place.games.send("one"), await place.games.send("two")
    error = await raised(hikari.BulkDeleteError, place.games.delete_messages(message, other))
    assert isinstance(error.__cause__, hikari.ForbiddenError)


@check
async def pins_are_listed(place: Place) -> None:
    assert list(await place.games.fetch_pins()) == []


@check
async def a_poll_is_refused_without_its_permission(place: Place) -> None:
    poll = hikari.impl.PollBuilder(question_text="Who wins?", duration=1, allow_multiselect=False)
    poll.add_answer(text="Ann").add_answer(text="Bob")
    await refused(50013, place.rest.create_message(place.games, poll=poll))


out_of_scope("voice messages are sent", "the bot sends none")
out_of_scope("messages are searched", "the bot searches nothing")
out_of_scope("an alt text is sent with an ordinary file", "hikari has alt texts in galleries only")


@check_in_real_time
async def the_client_waits_by_itself_loses_nothing_and_is_never_refused(place: Place) -> None:
    thread, before = await place.thread(), await control("count_limited")
    sent = await asyncio.gather(*(place.rest.create_message(thread.id, f"{number}") for number in range(12)))
    assert len({message.id for message in sent}) == 12
    assert await control("count_limited") == before


@check_in_real_time
async def channels_are_counted_apart(place: Place) -> None:
    threads, before = [await place.thread(), await place.thread()], await control("count_limited")
    sent = await asyncio.gather(
        *(place.rest.create_message(thread.id, f"{number}") for number in range(4) for thread in threads)
    )
    assert {message.channel_id for message in sent} == {thread.id for thread in threads}
    assert await control("count_limited") == before
