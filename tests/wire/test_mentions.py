"""How people begin: a mention of the bot, however it is written, and any words in a direct message."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from playground.model.resources.guild import Guild
from playground.model.resources.user import BOT_ID
from tests.playground.client import answered
from tests.wire.match import Contest

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all that is said here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")

PERSON, NICK, ROLE = f"<@{BOT_ID}>", f"<@!{BOT_ID}>", f"<@&{Guild.numbered(0).bot_role}>"
MENTIONS = (PERSON, NICK, ROLE)
ALONE = (*MENTIONS, f"{PERSON},", f"{ROLE}!", f"{PERSON} {ROLE}", f"{PERSON} :")
BEHIND = (" ", "\n", ", ", ": ", ",", "\n\n", " \t", "! ", "")
SHORT, WHOLE = "I'm Turnpost", "**Time**"


async def replies(person: Person, message: Json) -> list[str]:
    """Return what the bot replied to a message by now."""
    return [one["content"] for one in await person.messages(message["channel_id"]) if answered(one) == message["id"]]


async def all_read(person: Person, channel: str) -> None:
    """Wait until the bot has answered a command said last of all in a channel."""
    await person.ask_by_text("!challenges", channel)


async def test_a_mention_alone_is_answered_with_the_short_help(shared_env: Environment) -> None:
    places = product(shared_env.people, ("games", "lounge"))
    for text, (person, channel) in zip(ALONE, places, strict=False):
        said = await person.say(text, channel)
        answer = await person.hear(lambda one, key=said["id"]: answered(one) == key, f"an answer to {text}")
        lines = answer["content"].splitlines()
        assert len(lines) == 4, text
        assert lines[0].startswith(SHORT)
        assert "`!challenge @Bob xero-g`" in lines[1]
        assert "**All I can do** lists everything" in lines[3]
        assert answer["mentions"] == []


@pytest.mark.parametrize("mention", MENTIONS, ids=["person", "nick", "role"])
async def test_a_command_follows_a_mention_whatever_stands_between(shared_env: Environment, mention: str) -> None:
    for between in BEHIND:
        answer = await shared_env.ann.ask_by_text(f"{mention}{between}help time")
        assert answer["content"].startswith(WHOLE), repr(between)


@pytest.mark.parametrize("mention", MENTIONS, ids=["person", "nick", "role"])
async def test_a_move_follows_a_mention_too(shared_env: Environment, mention: str) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    since = env.bob.seen_so_far()
    await env.ann.say(f"{mention}, e4+", contest.thread)
    await env.bob.hear_bot("**1.** **Ann**", since=since)
    since = env.ann.seen_so_far()
    await env.bob.say(f"{mention}\nmove b7", contest.thread)
    await env.ann.hear_bot("**2.** **Bob**", since=since)


async def test_an_answer_quotes_a_mention_as_people_write_it(shared_env: Environment) -> None:
    for mention in MENTIONS:
        answer = await shared_env.ann.ask_by_text(f"{mention}:\nchallenge xero-g")
        assert "`@Turnpost challenge @Bob xero-g`" in answer["content"]


async def test_a_mention_of_somebody_else_is_left_alone(shared_env: Environment) -> None:
    env = shared_env
    others = (env.bob.id, f"&{Guild.numbered(0).regulars}", f"!{env.bob.id}", f"&{BOT_ID}")
    left = [await env.eve.say(f"<@{other}> help", "lounge") for other in others]
    await all_read(env.eve, "lounge")
    for said in left:
        assert await replies(env.eve, said) == [], said["content"]


async def test_a_mention_further_on_is_no_command_but_answered_with_how_to_begin(shared_env: Environment) -> None:
    env = shared_env
    for text in (f"ask {PERSON}", f"<@{env.bob.id}> {PERSON} challenge"):
        answer = await env.eve.ask_by_text(text, "lounge")
        assert "help" in answer["content"]


async def test_a_reply_with_the_ping_on_speaks_to_nobody_by_that(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    chat = await env.cleo.say("nice one", contest.thread, to=contest.board)
    assert [user["id"] for user in chat["mentions"]] == [str(BOT_ID)]
    await all_read(env.cleo, contest.thread)
    assert await replies(env.cleo, chat) == []
    command = await env.cleo.say(PERSON, contest.thread, to=contest.board)
    await env.cleo.hear(lambda one: answered(one) == command["id"] and SHORT in one["content"])


# These come first: who was told how to begin within the last minute is told in one line, whatever they write.
async def test_a_move_by_direct_message_that_is_not_due_is_told_so(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.cleo, env.bob))
    await contest.begin()
    direct = await env.bob.dm()
    for text, answer in (("b7", "'s turn (since"), (f"#{contest.number} 2. hi", "Move 2 isn't due yet")):
        assert answer in (await env.bob.ask_by_text(text, direct))["content"]


async def test_a_move_or_command_by_direct_message_brings_no_help(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.dan, env.eve))
    await contest.begin()
    direct = await env.dan.dm()
    since = env.dan.seen_so_far()
    move = await env.dan.say(f"#{contest.number} e4+", direct)
    command = await env.dan.say("!games", direct)
    await env.dan.hear(lambda one: answered(one) == command["id"], since=since)
    said = [*await replies(env.dan, move), *await replies(env.dan, command)]
    assert len(said) == 2
    assert not [text for text in said if SHORT in text]


@pytest.mark.parametrize("text", ["hi", "help", "🎲", "what is this?"])
async def test_by_direct_message_what_is_no_move_is_answered(shared_env: Environment, text: str) -> None:
    env = shared_env
    person = env.people[["hi", "help", "🎲", "what is this?"].index(text)]
    direct = await person.dm()
    answer = await person.ask_by_text(text, direct)
    assert answer["content"].startswith(SHORT)
    assert "`!help" in answer["content"]


async def test_how_to_begin_is_told_at_length_once_a_minute(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    said = [await env.dan.say(PERSON, contest.thread) for _ in range(3)]
    other = await env.eve.say(PERSON, contest.thread)
    await all_read(env.dan, contest.thread)
    told = [text for each in (*said, other) for text in await replies(env.dan, each)]
    assert [SHORT in text for text in told] == [True, False, False, True]
    command = await env.dan.ask_by_text(f"{PERSON} help time", contest.thread)
    assert command["content"].startswith(WHOLE)


async def test_a_mention_delivered_again_is_answered_once(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    said = await env.eve.say(ROLE, contest.thread)
    await env.eve.hear(lambda one: answered(one) == said["id"])
    await env.playground.deliver_again(1)
    await all_read(env.eve, contest.thread)
    assert len(await replies(env.eve, said)) == 1


@pytest.mark.thorough
async def test_without_the_content_intent_people_begin_the_same_ways(
    shared_env_without_content: Environment,
) -> None:
    env = shared_env_without_content
    for text, (person, channel) in zip(ALONE, product(env.people, ("games", "lounge")), strict=False):
        said = await person.say(text, channel)
        answer = await person.hear(lambda one, key=said["id"]: answered(one) == key, f"an answer to {text}")
        assert answer["content"].startswith(SHORT), text
        assert "`/play @Bob xero-g`" in answer["content"]
        assert "with your move and the ping on" in answer["content"]
        assert "!" not in answer["content"]
    for between in BEHIND:
        answer = await env.ann.ask_by_text(f"{PERSON}{between}help time")
        assert answer["content"].startswith(WHOLE), repr(between)
    hidden = await env.eve.ask_by_text(f"{ROLE} help", "lounge")  # Discord hides the words after a role's mention
    assert hidden["content"].startswith(SHORT)
    answer = await env.ann.ask_by_text("hi", await env.ann.dm())
    assert answer["content"].startswith(SHORT)


@pytest.mark.thorough
async def test_without_the_content_intent_other_roles_are_left_alone(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    said = await env.dan.say(f"<@&{Guild.numbered(0).regulars}>", "lounge")
    await env.dan.ask_by_text(f"{PERSON} challenges", "lounge")
    assert await replies(env.dan, said) == []
