"""Messages: texts, mentions, embeds, files, reactions and pins; and how fast they may follow each other."""

from __future__ import annotations

import asyncio
import base64
import io
from typing import TYPE_CHECKING

import disnake
from disnake_checks.place import refused
from harness import check, check_in_real_time, check_permitted, check_permitted_as, control, out_of_scope

if TYPE_CHECKING:
    from disnake_checks.place import Place

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def picture(name: str = "board.png", description: str | None = None) -> disnake.File:
    """Return a picture to upload."""
    return disnake.File(io.BytesIO(PIXEL), name, description=description)


@check
async def a_text_is_sent_and_comes_back_with_its_author(place: Place) -> None:
    message = await place.games.send("hello")
    assert (message.content, message.author) == ("hello", place.guild.me)
    assert message.type is disnake.MessageType.default
    assert message.jump_url.endswith(f"/{place.guild.id}/{place.games.id}/{message.id}")


@check
async def a_sent_text_is_announced(place: Place) -> None:
    heard = place.hear("message", lambda message: message.content == "announced")
    assert (await place.games.send("announced")) == await heard


@check
async def a_persons_text_is_heard_with_its_member(place: Place) -> None:
    heard = place.hear("message", lambda message: message.content == "c4")
    await place.ann.say(place.games, "c4")
    message = await heard
    assert isinstance(message.author, disnake.Member)
    assert message.author.display_name == "Ann"
    assert place.regulars in message.author.roles


@check
async def a_mention_of_the_bot_is_heard(place: Place) -> None:
    heard = place.hear("message", lambda message: bool(message.mentions))
    await place.ann.say(place.games, "@Turnpost hello")
    message = await heard
    assert place.guild.me in message.mentions
    assert message.clean_content == "@Turnpost hello"


@check
async def an_edit_is_made_and_announced(place: Place) -> None:
    message = await place.games.send("before")
    heard = place.hear("raw_message_edit", lambda payload: payload.message_id == message.id)
    edited = await message.edit("after")
    assert edited.content == "after"
    assert edited.edited_at
    assert (await heard).data["content"] == "after"


@check
async def a_deletion_is_made_and_announced(place: Place) -> None:
    message = await place.games.send("gone soon")
    heard = place.hear("message_delete", lambda gone: gone.id == message.id)
    await message.delete()
    await heard
    await refused(10008, place.games.fetch_message(message.id))


@check
async def what_people_edit_and_delete_is_announced(place: Place) -> None:
    heard = place.hear("message", lambda message: message.content == "c4")
    said = await place.ann.say(place.games, "c4")
    await heard
    edited = place.hear("message_edit", lambda _, after: after.id == int(said["id"]))
    await place.ann.edit(said, "c5")
    before, after = await edited
    assert (before.content, after.content) == ("c4", "c5")
    deleted = place.hear("message_delete", lambda gone: gone.id == int(said["id"]))
    await place.ann.delete(said)
    await deleted


@check
async def the_bot_edits_and_deletes_its_own_messages_only(place: Place) -> None:
    theirs = place.games.get_partial_message(int((await place.ann.say(place.games, "mine"))["id"]))
    await refused(50005, theirs.edit("no"))
    await refused(50013, theirs.delete())


@check
async def a_reply_points_to_its_message_and_pings_its_author(place: Place) -> None:
    said = await place.games.fetch_message(int((await place.ann.say(place.games, "answer me"))["id"]))
    reply = await said.reply("here")
    assert reply.type is disnake.MessageType.reply
    assert reply.reference
    assert (reply.reference.message_id, reply.reference.resolved) == (said.id, said)
    assert [user.id for user in reply.mentions] == [place.ann.id]
    assert not (await said.reply("here", mention_author=False)).mentions


@check
async def a_reply_to_nothing_is_refused_unless_it_may_be(place: Place) -> None:
    gone = disnake.MessageReference(message_id=5, channel_id=place.games.id)
    await refused(50035, place.games.send("?", reference=gone))
    maybe = disnake.MessageReference(message_id=5, channel_id=place.games.id, fail_if_not_exists=False)
    assert (await place.games.send("?", reference=maybe)).reference is None


@check
async def only_allowed_mentions_are_made(place: Place) -> None:
    text = f"<@{place.ann.id}> <@{place.bob.id}> <@&{place.regulars.id}>"
    assert len((await place.games.send(text)).mentions) == 2
    assert not (await place.games.send(text, allowed_mentions=disnake.AllowedMentions.none())).mentions
    named = disnake.AllowedMentions(everyone=False, roles=False, users=[disnake.Object(place.bob.id)])
    message = await place.games.send(text, allowed_mentions=named)
    assert [user.id for user in message.mentions] == [place.bob.id]
    assert not message.role_mentions


@check
async def a_silent_message_has_its_flag(place: Place) -> None:
    flags = disnake.MessageFlags(suppress_notifications=True)
    assert (await place.games.send("psst", flags=flags)).flags.suppress_notifications


@check
async def texts_have_at_most_2000_characters(place: Place) -> None:
    assert len((await place.games.send("x" * 2000)).content) == 2000
    await refused(50035, place.games.send("x" * 2001))


@check
async def an_empty_message_is_refused(place: Place) -> None:
    await refused(50006, place.games.send("   "))


@check_permitted
async def an_embed_comes_back_as_it_was(place: Place) -> None:
    embed = disnake.Embed(title="Title", description="Text", colour=0x336699, url="https://example.org")
    embed.add_field("a", "b").set_footer(text="foot").set_author(name="author")
    (back,) = (await place.games.send(embed=embed)).embeds
    assert (back.title, back.description, back.url) == ("Title", "Text", "https://example.org")
    assert back.colour
    assert back.colour.value == 0x336699
    assert (back.fields[0].name, back.fields[0].value, back.fields[0].inline) == ("a", "b", True)
    assert (back.footer.text, back.author.name, back.type) == ("foot", "author", "rich")


@check_permitted
async def an_embed_shows_an_uploaded_picture(place: Place) -> None:
    embed = disnake.Embed(title="t").set_image(file=picture())
    (back,) = (await place.games.send(embed=embed)).embeds
    assert back.image.url
    assert back.image.url.endswith("board.png")


for what, embed in {
    "a title of 257 characters": disnake.Embed(title="x" * 257),
    "a description of 4097 characters": disnake.Embed(description="x" * 4097),
    "a footer of 2049 characters": disnake.Embed(title="t").set_footer(text="x" * 2049),
    "a field's value of 1025 characters": disnake.Embed(title="t").add_field("n", "x" * 1025),
    "an address of no web scheme": disnake.Embed(title="t", url="ftp://example.org"),
}.items():
    check_permitted_as(
        f"an embed with {what} is refused",
        lambda place, embed=embed: refused(50035, place.games.send(embed=embed)),
    )


@check_permitted
async def embeds_of_more_than_6000_characters_are_refused(place: Place) -> None:
    embeds = [disnake.Embed(description="x" * 3001), disnake.Embed(description="x" * 3000)]
    await refused(50035, place.games.send(embeds=embeds))


@check
async def a_picture_is_uploaded_with_its_alt_text_and_can_be_read(place: Place) -> None:
    message = await place.games.send(file=picture(description="a board"))
    (file,) = message.attachments
    assert (file.filename, file.description, file.width, file.height) == ("board.png", "a board", 1, 1)
    assert (file.content_type, file.size) == ("image/png", len(PIXEL))
    assert await file.read() == PIXEL


@check
async def an_alt_text_of_1025_characters_is_refused(place: Place) -> None:
    await refused(50035, place.games.send(file=picture(description="x" * 1025)))


@check
async def files_are_added_to_a_message_and_taken_off(place: Place) -> None:
    message = await place.games.send("t", file=picture("a.png"))
    both = await message.edit(file=picture("b.png"))
    assert [file.filename for file in both.attachments] == ["a.png", "b.png"]
    one = await message.edit(attachments=[both.attachments[1]])
    assert [file.filename for file in one.attachments] == ["b.png"]
    assert not (await message.edit(attachments=None)).attachments


@check
async def a_file_of_more_than_10_mib_is_refused(place: Place) -> None:
    await refused(40005, place.games.send(file=disnake.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "big.bin")))


@check_permitted
async def embeds_can_be_suppressed(place: Place) -> None:
    message = await place.games.send(embed=disnake.Embed(title="t"))
    assert (await message.edit(suppress_embeds=True)).flags.suppress_embeds


@check
async def the_history_is_walked(place: Place) -> None:
    sent = [await place.lounge.send(text) for text in ("one", "two", "three")]
    assert await place.lounge.history(limit=3).flatten() == sent[::-1]
    assert await place.lounge.history(after=sent[0]).flatten() == sent[1:]
    assert await place.lounge.history(before=sent[2], limit=2).flatten() == [sent[1], sent[0]]
    assert sent[1] in await place.lounge.history(around=sent[1], limit=3).flatten()


@check
async def a_persons_reaction_is_announced_and_listed(place: Place) -> None:
    message = await place.games.send("like it?")
    heard = place.hear("raw_reaction_add", lambda payload: payload.message_id == message.id)
    await place.ann.react(message, "👍")
    payload = await heard
    assert (payload.user_id, payload.emoji.name, payload.member.global_name) == (place.ann.id, "👍", "Ann")
    (reaction,) = (await place.games.fetch_message(message.id)).reactions
    assert (reaction.count, reaction.emoji, reaction.me) == (1, "👍", False)
    assert [user.id async for user in reaction.users()] == [place.ann.id]
    gone = place.hear("raw_reaction_remove", lambda payload: payload.message_id == message.id)
    await place.ann.take_back(message, "👍")
    await gone


@check
async def a_reaction_is_added_listed_and_taken_back(place: Place) -> None:
    message = await place.games.send("like it?")
    await message.add_reaction("👍")
    (reaction,) = (await place.games.fetch_message(message.id)).reactions
    assert (reaction.emoji, reaction.me) == ("👍", True)
    assert [user.id async for user in reaction.users()] == [place.bot.user.id]
    await message.remove_reaction("👍", place.guild.me)
    assert not (await place.games.fetch_message(message.id)).reactions


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
    await refused(50013, place.games.delete_messages([message, other]))


@check
async def pins_are_listed(place: Place) -> None:
    assert await place.games.pins().flatten() == []


@check
async def a_poll_is_refused_without_its_permission(place: Place) -> None:
    await refused(50013, place.games.send(poll=disnake.Poll("Who wins?", answers=["Ann", "Bob"])))


out_of_scope("stickers and voice messages are sent", "the bot sends none")
out_of_scope("messages are forwarded and published", "the bot does neither")


@check_in_real_time
async def the_client_waits_by_itself_loses_nothing_and_is_never_refused(place: Place) -> None:
    thread, before = await place.thread(), await control("count_limited")
    sent = await asyncio.gather(*(thread.send(f"{number}") for number in range(12)))
    assert len({message.id for message in sent}) == 12
    assert await control("count_limited") == before


@check_in_real_time
async def channels_are_counted_apart(place: Place) -> None:
    threads, before = [await place.thread(), await place.thread()], await control("count_limited")
    sent = await asyncio.gather(*(thread.send("x") for thread in threads * 4))
    assert {message.channel.id for message in sent} == {thread.id for thread in threads}
    assert await control("count_limited") == before
