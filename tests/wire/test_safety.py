"""What strangers, forged buttons, other servers, long texts and hostile names can do: nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from playground.model.resources.user import BOT_ID
from tests.wire.environment import Environment, start_env
from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Json, Person

# One bot on two servers for all tests here; the second server has the channel games-2.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def both(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    async with start_env(tmp_path_factory.mktemp("both"), guilds=2) as ready:
        yield ready


async def forged(env: Environment, person: Person, custom_id: str, channel: str = "games") -> Json:
    """Let a person press a button that the bot never made, under a message of the bot's."""
    button = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id, "id": 2}
    state = env.playground.state
    place = state.channels[int(await person.channel(channel))]
    message = state.add_message(place, BOT_ID, "Hm", components=[{"type": 1, "id": 1, "components": [button]}])
    return await person.press(str(message.id), custom_id)


async def test_forged_buttons_do_nothing(both: Environment) -> None:
    contest = await begin_match((both.bob, both.cleo), "e4+")
    number, bob, cleo, dan = contest.number, both.bob.id, both.cleo.id, both.dan.id
    huge = "9" * 20
    for person, custom_id, answer in (
        (both.dan, f"resign:{number}:{bob}", "Only the person who asked can confirm this."),
        (both.dan, f"resign:{number}:{dan}", f"You don't play in #{number}."),
        (both.dan, f"abandon:{number}:{dan}", "Only people with Manage Server can end a match"),
        (both.dan, f"pick:{number}:{bob}", "This question is for somebody else."),
        (both.bob, f"pick:{number}:{bob}", "I no longer know which move this was."),
        (both.dan, f"foresee:{number}:{bob}", "This question is for somebody else."),
        (both.dan, f"play:{number}:1:{bob}", "It's somebody else's move."),
        (both.cleo, f"play:{number}:1:{cleo}", "I no longer know which move this was."),
        (both.dan, f"leave:{number}:{bob}", "It's somebody else's move."),
        (both.dan, "accept:1", "Challenge 1 is no longer open"),
        (both.dan, "decline:1", "This challenge is for"),
        (both.dan, "accept:7777", "There's no challenge 7777 on this server."),
        (both.dan, f"accept:{huge}", "That button isn't one of mine."),
        (both.dan, f"resign:{huge}:{dan}", "That button isn't one of mine."),
        (both.dan, f"replay:{huge}", "That button isn't one of mine."),
        (both.dan, "replay:7777", "There's no match #7777 on this server."),
    ):
        since = person.seen_so_far()
        await forged(both, person, custom_id)
        received = await person.hear(
            lambda one, answer=answer: one["ephemeral"] and answer in one["content"], answer, since=since
        )
        assert not received["mentions"]
    await contest.turn(bare, "b7")


async def test_a_match_is_commanded_from_its_own_server_only(both: Environment) -> None:
    contest = await begin_match((both.bob, both.cleo))
    number, elsewhere = contest.number, "games-2"
    no_such = f"There's no match #{number} on this server."
    for name, options in (
        ("move", {"move": f"#{number} e4+"}),
        ("match", {"do": "resign", "match": str(number)}),
        ("board", {"match": str(number)}),
    ):
        told = await both.bob.ask_by_slash(name, elsewhere, **options)
        assert told["content"] == no_such
    told = await both.ann.ask_by_slash("server", elsewhere, do=f"abandon {number!s}")
    assert told["content"] == no_such
    for custom_id in (f"resign:{number}:{both.bob.id}", f"replay:{number}"):
        since = both.bob.seen_so_far()
        await forged(both, both.bob, custom_id, elsewhere)
        await both.bob.hear(lambda one: one["ephemeral"] and no_such in one["content"], since=since)
    since = both.cleo.seen_so_far()
    await both.bob.say("!open xero-g")
    post = await both.cleo.hear_bot("challenges anyone here to **Xero-G**", since=since)
    challenge = post["content"].rsplit("challenge ", 1)[1]
    for channel, answer in (
        (elsewhere, f"There's no challenge {challenge} on this server."),
        (await both.cleo.dm(), f"There's no challenge {challenge} for you."),
    ):
        since = both.cleo.seen_so_far()
        await both.cleo.say(f"!accept {challenge}", channel)
        await both.cleo.hear_bot(answer, since=since)
    await contest.turn(bare, "e4+")


async def test_texts_of_any_length_are_answered_briefly_or_not_at_all(both: Environment) -> None:
    contest = await begin_match((both.bob, both.cleo))
    for text in ("e" * 6000, "e4" * 3000, "`" * 6000, "#" + "9" * 5999, "1. " * 2000, "\u202ee4+" * 1500):
        answer = await both.bob.ask_by_slash("move", contest.thread, move=text)
        assert len(answer["content"]) < 1000
        assert await both.bob.autocomplete("move", "move", contest.thread, move=text) is not None
    for name, options in (
        ("board", {"match": "9" * 6000}),
        ("match", {"do": "accept " + "9" * 5900}),
        ("match", {"do": "`" * 5900}),
        ("match", {"match": "#1", "do": "replay 1-" + "9" * 5900}),
        ("play", {"game": "xero-g", "more": "x=" + "y" * 5000}),
        ("challenge", {"game": "xero-g", "more": "`**@everyone**[x](https://x.y)=1"}),
        ("challenge", {"game": "xero-g", "seat": "`" * 6000}),
    ):
        answer = await both.bob.ask_by_slash(name, contest.thread, **options)
        content = answer["content"]
        assert len(content) < 1000
        assert "Something went wrong" not in content
        assert content.count("`") % 2 == 0, content
    await contest.turn(bare, "e4+")


async def test_a_hostile_name_breaks_nothing_and_calls_nobody(both: Environment) -> None:
    state = both.playground.state
    evil = "# @everyone\n**`x`** \u202e[a](b)"
    user = state.users[int(both.eve.id)]
    before, user.name = user.name, evil
    try:
        since = both.dan.seen_so_far()
        await both.eve.say(f"!challenge <@{both.dan.id}> martian-life seat=1")
        post = await both.dan.hear_bot("to **Martian Life**", since=since)
        await both.dan.press(post, "Accept")
        board = await both.dan.hear(lambda one: one["attachments"], since=since)
        seated = await both.dan.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"], since=since)
        answer = await both.dan.ask_by_slash("board", board["channel_id"])
        shown = await both.dan.ask_by_slash("games")
    finally:
        user.name = before
    thread = state.channels[int(board["channel_id"])].name
    for text in (post["content"], seated["content"], answer["content"], shown["content"]):
        assert "@everyone" not in text.replace("\\@everyone", "")
        assert "`x`" not in text.replace("\\`", "")
        assert "\u202e" not in text
        assert "\n#" not in text
    for text in (thread, board["attachments"][0]["description"]):
        assert "\n" not in text
        assert "\u202e" not in text
    assert post["mentions"] == []
    assert not post["mention_everyone"]
