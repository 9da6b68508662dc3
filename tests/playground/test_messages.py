"""Messages: how they are sent, changed and read, and what Discord checks in one as a whole."""

from __future__ import annotations

import io
import struct
import zlib
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
import pytest

from playground.model.permissions import INVITATION
from tests.playground.bot_client import BotClient, Clock, bot_client_at
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import Playground
    from tests.playground.api import Api


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(width)) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


async def test_what_a_person_says_reaches_the_bot_and_its_answer_reaches_everybody(
    bot_client: BotClient, ann: Person, bob: Person
) -> None:
    received = await bot_client.hear((await ann.say("@Turnpost b1-b4"))["id"])
    assert (received.author.display_name, received.channel, received.guild) == (
        "Ann",
        bot_client.room(),
        bot_client.guilds[0],
    )
    assert isinstance(received.author, discord.Member)
    await received.reply("Flown.", mention_author=False)
    answer = await bob.hear_bot("Flown.")
    assert answer["type"] == 19
    assert answer["referenced_message"]["content"] == received.content
    assert answer["mentions"] == []


async def test_an_attachment_comes_back_byte_for_byte_with_its_size_and_words(
    bot_client: BotClient, ann: Person
) -> None:
    data = png(30, 20)
    file = discord.File(io.BytesIO(data), "board 1.png", description="An empty board.")
    sent = await bot_client.room().send("Look", file=file)
    attachment = sent.attachments[0]
    assert (attachment.filename, attachment.size) == ("board_1.png", len(data))
    assert (attachment.width, attachment.height, attachment.content_type) == (30, 20, "image/png")
    assert attachment.description == "An empty board."
    assert await attachment.read() == data
    shown = (await ann.hear_bot("Look"))["attachments"][0]
    assert await ann.fetch(shown["url"]) == data


@pytest.mark.parametrize("playground", [{"granted": INVITATION | {"EMBED_LINKS"}}], indirect=True)
async def test_a_picture_of_an_embed_shows_there_and_nowhere_else(bot_client: BotClient) -> None:
    embed = discord.Embed(title="Board").set_image(url="attachment://b.png")
    sent = await bot_client.room().send(embed=embed, file=discord.File(io.BytesIO(png(2, 2)), "b.png"))
    assert sent.attachments == []
    assert str(sent.embeds[0].image.url).startswith("http://127.0.0.1:")


async def test_without_embed_links_an_embed_is_dropped_or_refused_if_it_is_alone(bot_client: BotClient) -> None:
    embed, file = (
        discord.Embed(title="Board").set_image(url="attachment://b.txt"),
        discord.File(io.BytesIO(b"b"), "b.txt"),
    )
    sent = await bot_client.room().send("words", embed=embed, file=file)
    assert (sent.content, sent.embeds, [one.filename for one in sent.attachments]) == ("words", [], ["b.txt"])
    assert (await sent.edit(content="more", embed=embed)).embeds == []
    with pytest.raises(discord.Forbidden) as caught:
        await bot_client.room().send(embed=embed)
    assert caught.value.code == 50013


async def test_without_embed_links_an_interaction_is_answered_with_embeds(bot_client: BotClient, ann: Person) -> None:
    @bot_client.tree.command(description="Show.")
    async def show(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(embed=discord.Embed(title="Board"))

    await bot_client.tree.sync()
    assert (await ann.slash("show"))["message"]["embeds"][0]["title"] == "Board"


async def test_an_edit_keeps_the_attachments_it_names_and_adds_new_ones(bot_client: BotClient) -> None:
    files = [discord.File(io.BytesIO(bytes([number])), f"{number}.bin") for number in range(2)]
    sent = await bot_client.room().send("two", files=files)
    new = discord.File(io.BytesIO(b"new"), "new.bin")
    edited = await sent.edit(content="again", attachments=[sent.attachments[1], new])
    assert [one.filename for one in edited.attachments] == ["1.bin", "new.bin"]
    assert await edited.attachments[0].read() == b"\1"
    assert edited.edited_at is not None
    assert (await sent.edit(content="bare")).attachments == edited.attachments


@pytest.mark.parametrize("minutes", [1, 5])
async def test_a_nonce_sent_again_within_its_window_gives_the_same_message(
    start: Callable[..., Awaitable[Playground]], clock: Clock, minutes: int
) -> None:
    playground = await start(clock=clock, nonce_window=timedelta(minutes=minutes))
    async with bot_client_at(playground) as bot_client, Person(playground, "Ann") as ann:
        first = await bot_client.room().send("move 17", nonce="outbox-17")
        again = await bot_client.room().send("move 17", nonce="outbox-17")
        other = await bot_client.room().send("move 18", nonce="outbox-18")
        assert (again.id, again.nonce) == (first.id, "outbox-17")
        assert other.id != first.id
        clock.forward(minutes=minutes + 1)
        late = await bot_client.room().send("move 17", nonce="outbox-17")
        assert late.id != first.id
        assert [one["content"] for one in await ann.messages()] == ["move 17", "move 18", "move 17"]


async def test_allowed_mentions_decide_who_is_pinged(bot_client: BotClient, ann: Person, bob: Person) -> None:
    text = f"<@{ann.id}> and <@{bob.id}> and @everyone"
    nobody = await bot_client.room().send(text, allowed_mentions=discord.AllowedMentions.none())
    only_bob = discord.AllowedMentions(everyone=False, users=[discord.Object(int(bob.id))], roles=False)
    one = await bot_client.room().send(text, allowed_mentions=only_bob)
    everybody = await bot_client.room().send(text)
    pinged = [[str(user.id) for user in message.mentions] for message in (nobody, one, everybody)]
    assert pinged == [[], [bob.id], [ann.id, bob.id]]
    assert [message.mention_everyone for message in (nobody, one, everybody)] == [False, False, True]


async def test_history_can_be_read_before_after_and_around(bot_client: BotClient, ann: Person) -> None:
    ids = [int((await ann.say(f"@Turnpost {number}"))["id"]) for number in range(9)]
    room = bot_client.room()

    async def read(**window: Any) -> list[int]:
        return [ids.index(message.id) async for message in room.history(**window)]

    middle = discord.Object(ids[4])
    assert await read(limit=3) == [8, 7, 6]
    assert await read(limit=2, before=middle) == [3, 2]
    assert await read(after=middle) == [5, 6, 7, 8]
    assert await read(limit=3, around=middle) == [5, 4, 3]


REFUSED: list[tuple[dict[str, Any], int, str]] = [
    ({"content": "x" * 2001}, 50035, "2000 or fewer"),
    ({"content": " "}, 50006, "empty message"),
    ({"embeds": [discord.Embed(description="x" * 4097)]}, 50035, "4096 or fewer"),
    ({"content": "x", "reference": discord.MessageReference(message_id=1, channel_id=1)}, 50035, "Unknown message"),
]


@pytest.mark.parametrize(("message", "code", "words"), REFUSED)
async def test_a_message_that_discord_would_not_take_is_refused(
    bot_client: BotClient, message: dict[str, Any], code: int, words: str
) -> None:
    with pytest.raises(discord.HTTPException, match=words) as caught:
        await bot_client.room().send(**message)
    assert (caught.value.status, caught.value.code) == (400, code)


async def test_a_reply_to_a_vanished_message_can_be_sent_all_the_same(bot_client: BotClient) -> None:
    gone = discord.MessageReference(message_id=1, channel_id=bot_client.room().id, fail_if_not_exists=False)
    assert (await bot_client.room().send("anyway", reference=gone)).type is discord.MessageType.default


async def test_the_bot_may_not_alter_the_messages_of_people(bot_client: BotClient, ann: Person) -> None:
    received = await bot_client.hear((await ann.say("@Turnpost hello"))["id"])
    with pytest.raises(discord.Forbidden) as caught:
        await received.edit(content="mine now")
    assert caught.value.code == 50005
    with pytest.raises(discord.Forbidden) as caught:
        await received.delete()
    assert caught.value.code == 50013


@pytest.mark.parametrize("playground", [{"granted": INVITATION | {"MANAGE_MESSAGES"}}], indirect=True)
async def test_a_bot_that_manages_messages_may_delete_any(bot_client: BotClient, ann: Person) -> None:
    said = await ann.say("@Turnpost hello")
    received = await bot_client.hear(said["id"])
    await received.delete()
    await ann.wait_for(lambda event: event["type"] == "delete" and event["id"] == said["id"])
    with pytest.raises(discord.NotFound) as gone:
        await received.fetch()
    assert gone.value.code == 10008


async def test_the_bot_learns_of_edits_and_deletions_by_people(bot_client: BotClient, ann: Person) -> None:
    said = await ann.say("@Turnpost one")
    await bot_client.hear(said["id"])
    edit, deletion = bot_client.wait_for("message_edit", timeout=60), bot_client.wait_for("message_delete", timeout=60)
    await ann.edit(said, "@Turnpost two")
    assert (await edit)[1].content.endswith("two")
    await ann.delete(said)
    assert (await deletion).id == int(said["id"])


async def test_people_alter_only_their_own_messages(ann: Person, bob: Person) -> None:
    said = await ann.say("mine")
    with pytest.raises(Said, match="own messages"):
        await bob.edit(said, "his")
    with pytest.raises(Said, match="own messages"):
        await bob.delete(said)


async def test_direct_messages_are_between_two(bot_client: BotClient, ann: Person, bob: Person) -> None:
    place = await ann.dm()
    received = await bot_client.hear((await ann.say("just us", place))["id"])
    assert isinstance(received.channel, discord.DMChannel)
    await received.channel.send("indeed")
    await ann.hear_bot("indeed")
    user = await bot_client.fetch_user(int(bob.id))
    await user.send("and you?")
    await bob.hear_bot("and you?")
    assert all("indeed" not in str(event) for event in bob.seen)
    with pytest.raises(Said, match="no channel"):
        await bob.say("may I?", place)


async def test_typing_is_seen(bot_client: BotClient, ann: Person) -> None:
    await bot_client.room().typing()
    await ann.wait_for(lambda event: event["type"] == "typing" and event["channel_id"] == str(bot_client.room().id))


async def test_names_become_mentions(ann: Person, bob: Person) -> None:
    said = await ann.say("@bob, ask @Turnpost; not ann@Bob.example or @Bobby")
    assert said["content"].startswith(f"<@{bob.id}>, ask <@")
    assert said["content"].endswith("not ann@Bob.example or @Bobby")
    assert len(said["mentions"]) == 2


@pytest.mark.parametrize(("content", "sentence"), [("  ", "needs some text"), ("x" * 2001, "at most 2000")])
async def test_people_hear_why_a_message_cannot_be_sent(ann: Person, content: str, sentence: str) -> None:
    with pytest.raises(Said, match=sentence):
        await ann.say(content)


async def test_a_silent_message_is_so_for_all_and_stays_so_when_it_is_edited(
    bot_client: BotClient, ann: Person
) -> None:
    sent = await bot_client.room().send(f"<@{ann.id}>, psst", silent=True)
    assert sent.flags.suppress_notifications
    shown = await ann.hear_bot("psst")
    assert (shown["flags"], [one["id"] for one in shown["mentions"]]) == (4096, [ann.id])
    assert (await sent.edit(content="psst again")).flags.suppress_notifications


async def test_three_of_the_people_are_regulars(playground: Playground, bot_client: BotClient, ann: Person) -> None:
    async with Person(playground, "Dan") as dan:
        for person, roles in ((ann, ["@everyone", "Members", "Regulars"]), (dan, ["@everyone", "Members"])):
            received = await bot_client.hear((await person.say("Hello"))["id"])
            assert isinstance(received.author, discord.Member)
            assert sorted(role.name for role in received.author.roles) == roles


COMPONENTS_V2 = 1 << 15
TEXT: dict[str, Any] = {"type": 10, "content": "x"}
ROW: dict[str, Any] = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}
LEGACY = "field cannot be used when using MessageFlags.IS_COMPONENTS_V2"


async def words(api: Api, method: str, path: str, body: Any) -> tuple[int, int, str]:
    """Return the status, Discord's code and the wrong field with its words."""
    status, answer = await api.request(method, path, body)
    ((name, field),) = answer["errors"].items()
    return status, answer["code"], f"{name}: {field['_errors'][0]['message']}"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"nonce": "x" * 26}, "nonce: Must be 25 or fewer characters long."),
    ({"nonce": 0.5}, "nonce: This field must be a string or integer."),
    ({"nonce": 2**63}, f"nonce: Must be between {-(2**63)} and {2**63 - 1}."),
    ({"nonce": -(2**63) - 1}, f"nonce: Must be between {-(2**63)} and {2**63 - 1}."),
    ({"nonce": True}, "nonce: This field must be a string or integer."),
    ({"content": "x" * 2001}, "content: Must be 2000 or fewer in length."),
    ({"message_reference": {"message_id": "5"}}, "message_reference: Unknown message"),
    ({"poll": {"question": {"text": "x"}}}, "poll: The playground has no polls."),
    ({"flags": COMPONENTS_V2, "components": [TEXT]}, f"content: The 'content' {LEGACY}"),
    (
        {"content": None, "flags": COMPONENTS_V2, "components": [TEXT], "embeds": [{"title": "x"}]},
        f"embeds: The 'embeds' {LEGACY}",
    ),
]


@pytest.mark.parametrize(("body", "sentence"), WRONG, ids=range(len(WRONG)))
@pytest.mark.parametrize("playground", [{"granted": INVITATION | {"SEND_POLLS", "EMBED_LINKS"}}], indirect=True)
async def test_a_message_that_discord_does_not_take_says_why(api: Api, body: dict[str, Any], sentence: str) -> None:
    found = await words(api, "POST", f"{api.room}/messages", {"content": "x"} | body)
    assert found == (400, 50035, sentence)


async def test_a_message_at_its_limits_is_taken(api: Api) -> None:
    nonces = [{"nonce": nonce} for nonce in ("x" * 25, 2**63 - 1, -(2**63))]
    for body in (*nonces, {"content": "x" * 2000}, {"content": "", "components": [ROW]}):
        assert (await api.request("POST", f"{api.room}/messages", {"content": "x"} | body))[0] == 200
    assert await api.code("POST", f"{api.room}/messages", {"content": " "}) == (400, 50006)
    assert await api.code("POST", f"{api.room}/messages", {"flags": COMPONENTS_V2}) == (400, 50006)


async def test_without_the_permission_a_poll_is_refused_as_such(api: Api) -> None:
    poll = {"question": {"text": "x"}, "answers": [{"poll_media": {"text": "x"}}]}
    assert await api.code("POST", f"{api.room}/messages", {"poll": poll}) == (403, 50013)


async def test_a_message_of_components_alone_stays_one(api: Api) -> None:
    message = await api.send(content=None, flags=COMPONENTS_V2, components=[TEXT])
    for body in ({"components": [TEXT, TEXT]}, {"flags": 0}, {"flags": 4, "components": [TEXT]}):
        status, edited = await api.request("PATCH", message, body)
        assert (status, edited["flags"] & COMPONENTS_V2) == (200, COMPONENTS_V2)
    assert await words(api, "PATCH", message, {"content": "x"}) == (400, 50035, f"content: The 'content' {LEGACY}")
    assert await api.code("PATCH", message, {"components": []}) == (400, 50006)


async def test_a_message_becomes_one_of_components_alone_without_its_content(api: Api) -> None:
    message = await api.send()
    change: dict[str, Any] = {"flags": COMPONENTS_V2, "components": [TEXT]}
    assert await words(api, "PATCH", message, change) == (400, 50035, f"content: The 'content' {LEGACY}")
    assert (await api.request("GET", message))[1]["content"] == "x"
    status, edited = await api.request("PATCH", message, change | {"content": None})
    assert (status, edited["flags"], edited["content"]) == (200, COMPONENTS_V2, "")
    assert await api.code("PATCH", await api.send(), {"components": [TEXT]}) == (400, 50035)


def gallery(*names: str) -> discord.ui.LayoutView:
    """Return a message of components alone that shows files by their names."""
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.MediaGallery(*[discord.MediaGalleryItem(f"attachment://{name}") for name in names]))
    return view


def files(*names: str) -> list[discord.File]:
    return [discord.File(io.BytesIO(b"x"), name) for name in names]


async def test_components_show_the_files_that_come_with_them_all_and_no_others(bot_client: BotClient) -> None:
    room = bot_client.room()
    sent = await room.send(view=gallery("a.png", "b.png"), files=files("a.png", "b.png"))
    assert [one.filename for one in sent.attachments] == ["a.png", "b.png"]
    for shown, names, sentence in (
        (["a.png", "b.png"], ["a.png"], "The referenced attachment was not found"),
        (["aa.png"], ["aa.png", "a.png"], "a.png must be referenced by a component"),
    ):
        with pytest.raises(discord.HTTPException, match=sentence) as caught:
            await room.send(view=gallery(*shown), files=files(*names))
        assert (caught.value.status, caught.value.code) == (400, 50035)
    view = discord.ui.LayoutView.from_message(sent)
    assert len((await sent.edit(view=view)).attachments) == 2


async def test_what_components_show_is_told_with_its_address_name_and_size(api: Api, bot_client: BotClient) -> None:
    view = gallery("a.txt")
    view.add_item(discord.ui.File("attachment://b.txt"))
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("https://x/c.png")))
    sent = await bot_client.room().send(view=view, files=files("a.txt", "b.txt"))
    _, message = await api.request("GET", f"{api.room}/messages/{sent.id}")
    first, second = message["attachments"]
    shown, file, elsewhere = message["components"]
    media = shown["items"][0]["media"]
    assert (media["id"], media["url"], media["proxy_url"]) == (first["id"], first["url"], first["url"])
    assert (file["file"]["attachment_id"], file["name"], file["size"]) == (second["id"], "b.txt", 1)
    media = elsewhere["items"][0]["media"]
    assert media == {"id": str(sent.id), "url": "https://x/c.png", "proxy_url": "https://x/c.png"}
