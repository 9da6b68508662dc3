"""Challenges as they are written and pressed: open and for named people, accepted, declined, withdrawn, refused."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.playground.client import labels

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""


@together
async def test_a_challenge_shows_who_what_and_how_long(shared_env: Environment) -> None:
    env, since = shared_env, shared_env.bob.seen_so_far()
    await env.ann.say("!challenge @Bob martian-life target=12 seat=yellow")
    post = await env.bob.hear_bot("challenges", since=since)
    assert post["mentions"] == []  # her own message called him
    for part in ("**Ann** challenges", "**Martian Life**", "Target: 12.", "**Ann** plays Yellow", ":R>"):
        assert part in post["content"]
    assert labels(post) == ["Accept", "Decline", "How to play"]


async def test_a_challenge_can_be_accepted_by_text_and_by_slash(env: Environment) -> None:
    await env.ann.say("!challenge @Bob xero-g")
    await env.bob.hear_bot("challenges")
    await env.bob.say("!accept")
    await env.bob.hear_bot("lay your six ships")
    await env.ann.say("!challenge @Cleo martian-life")
    await env.cleo.hear_bot("challenge 2")
    answer = await env.cleo.ask_by_slash("match", do="accept")
    assert "Match #2 begins" in answer["content"]
    await env.cleo.hear_bot("place a small")


@together
async def test_loose_forms_of_a_challenge_are_understood(shared_env: Environment) -> None:
    env = shared_env
    for typed, parts in (
        ("!challenge @Bob Xero G 3 days a move", ("**Ann** challenges **Bob** to **Xero-G**", "3 days a move (`3d`)")),
        ("!challenge bob zyrkann", ("Zyrcan is for 3 to 5 players, not 2",)),
        ("!challenge FFF against cleo", (f"**Ann** challenges <@{env.cleo.id}> to **Force Field Factions**",)),
        ("!challenge zyrkan Bob, Cleo and dan", (f"<@{env.bob.id}>, <@{env.cleo.id}> and <@{env.dan.id}>",)),
    ):
        since = env.ann.seen_so_far()
        await env.ann.say(typed)
        said = await env.ann.hear_bot(parts[0], since=since)
        assert all(part in said["content"] for part in parts)
    assert {user["id"] for user in said["mentions"]} == {env.bob.id, env.cleo.id, env.dan.id}


async def test_join_alone_joins_the_only_open_challenge(env: Environment) -> None:
    await env.ann.say("!open xero-g")
    await env.bob.hear_bot("challenges anyone here")
    await env.bob.say("!join")
    await env.bob.hear_bot("lay your six ships")
    await env.cleo.say("!join")
    await env.cleo.hear_bot("No challenge is waiting for your answer")


@together
async def test_only_those_challenged_can_accept(shared_env: Environment) -> None:
    env, since = shared_env, shared_env.cleo.seen_so_far()
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.cleo.hear_bot("challenges", since=since)
    answer = await env.cleo.ask_by_press(post, "Accept")
    assert "This challenge is for **Bob**" in answer["content"]
    answer = await env.ann.ask_by_press(post, "Accept")
    assert "for the others to accept" in answer["content"]


async def test_a_second_press_on_accept_is_acknowledged_in_silence(env: Environment) -> None:
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.bob.hear_bot("challenges")
    outcomes = await asyncio.gather(*(env.bob.press(post, "Accept") for _ in range(2)))
    assert [outcome["type"] for outcome in outcomes] == [6, 6]
    await env.bob.hear_bot("lay your six ships")
    threads = [channel for channel in (await env.bob.view())["channels"] if channel["type"] == 11]
    assert len(threads) == 1


async def test_a_challenge_can_be_declined_and_withdrawn(env: Environment) -> None:
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.bob.hear_bot("challenges")
    await env.bob.press(post, "Decline")
    closed = await env.ann.hear(lambda one: one["id"] == post["id"] and "declined" in one["content"])
    assert not closed["components"]
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.ann.hear_bot("challenge 2")
    await env.ann.press(post, "Decline")
    await env.ann.hear(lambda one: one["id"] == post["id"] and "withdrawn" in one["content"])
    await env.bob.say("!accept 2")
    await env.bob.hear_bot("no longer open: it was withdrawn")


@together
async def test_wrong_challenges_are_refused_in_a_sentence(shared_env: Environment) -> None:
    env = shared_env
    for text, answer in (
        ("!challenge", "Which game? `xero-g`, `martian-life`"),
        ("!challenge Zoe xero-g", "Nobody here is called `Zoe`"),
        ("!challenge @Bob xero-g 3d fast clock please", "I don't understand `fast clock` in your challenge"),
        ("!challenge @Bob xong aim 10", "written like `board=standard`, `hexes=61` and `first=single`."),
        ("!challenge @Bob martian-life target 99", "`target` has to be a number from 10 to 25, not `99`"),
        ("!open martian-life target 99", "`target` has to be a number from 10 to 25, not `99`"),
        ("!event create league martian-life target 99 Spring", "`target` has to be a number from 10 to 25, not `99`"),
        ("!challenge @Turnpost xero-g level 99", "at levels 1 to"),
        ("!challenge xero-g", "Mention your opponent"),
        ("!challenge anyone xero-g", "A challenge that anyone can join is an open one: `!open xero-g`."),
        ("!challenge @everyone zyrcan", "A challenge that anyone can join is an open one: `!open zyrcan 5`."),
        ("!challenge Zoe to a game of xong, please", "Nobody here is called `Zoe`"),
        ("!challenge @Bob chess", "There's no game called `chess`"),
        ("!challenge @Ann xero-g", "You can't challenge yourself. To play alone, challenge me, `@Turnpost`."),
        ("!challenge @Bob @Bob zyrcan", "Mention each person once."),
        ("!challenge @Turnpost xero-g level=0", "at levels 1 to"),
        ("!challenge @Bob @Cleo xero-g", "Xero-G is for 2 players, not 3"),
        ("!challenge @Bob martian-life target=99", "`target` has to be a number from 10 to 25, not `99`"),
        ("!challenge @Bob xero-g width=9", "Xero-G has no option `width`"),
        ("!challenge @Bob xero-g size=9", "`size` can be `small`, `normal` or `large`, not `9`."),
        ("!challenge @Bob xero-g seat=west", "There's no seat `west` in Xero-G"),
    ):
        since = env.ann.seen_so_far()
        await env.ann.say(text)
        await env.ann.hear_bot(answer, since=since)
    since = env.ann.seen_so_far()
    await env.ann.say("!challenge @Bob xero-g", await env.ann.dm())
    await env.ann.hear_bot("needs a server", since=since)


@pytest.mark.thorough
async def test_buttons_work_after_a_restart(env: Environment) -> None:
    await env.ann.say("!challenge @Bob xero-g")
    post = await env.bob.hear_bot("challenges")
    await env.bot.stop()
    await env.bot.start()
    since = env.bob.seen_so_far()
    await env.bob.press(post, "How to play")
    await env.bob.hear_bot("# Xero-G", since=since)  # with a page of pictures, which may take its time
    await env.bob.press(post, "Accept")
    await env.bob.hear_bot("lay your six ships")


async def test_anybody_can_join_an_open_challenge_until_it_is_full(env: Environment) -> None:
    await env.ann.say("!open xero-g seat=north")
    post = await env.cleo.hear_bot("challenges anyone here to **Xero-G** for 2")
    assert labels(post)[:2] == ["Join", "Leave"]
    answer = await env.bob.ask_by_press(post, "Leave")
    assert "You haven't joined this challenge" in answer["content"]
    await env.cleo.press(post, "Join")
    board = await env.cleo.hear_bot("lay your six ships on row 1")
    assert [user["id"] for user in board["mentions"]] == [env.cleo.id]
    await env.bob.say("!accept 1")
    await env.bob.hear_bot("Challenge 1 is no longer open: it was accepted")


async def test_an_open_challenge_can_be_withdrawn(env: Environment) -> None:
    await env.ann.slash("challenge", game="martian-life", more="target=12")
    post = await env.ann.hear_bot("challenges anyone here to **Martian Life** for 2")
    assert "Target: 12." in post["content"]
    await env.ann.press(post, "Leave")
    await env.bob.hear_bot("**Ann** challenged anyone here to **Martian Life** for 2: withdrawn")


async def test_an_open_challenge_for_four_fills_as_people_join(env: Environment) -> None:
    for text, answer in (
        ("!open zyrcan", "For how many players, 3 to 5? For example `!open zyrcan 5`."),
        ("!open zyrcan 6", "Zyrcan is for 3 to 5 players, not 6"),
        ("!open zyrcan 6 players", "Zyrcan is for 3 to 5 players, not 6"),
        ("!open zyrcan players: 6", "Zyrcan is for 3 to 5 players, not 6"),
        ("!open zyrcan players=many", "`players` has to be a number"),
        ("!open zyrcan 3 seat=5", "There's no seat 5 in a match of 3"),
    ):
        since = env.ann.seen_so_far()
        await env.ann.say(text)
        await env.ann.hear_bot(answer, since=since)
    await env.ann.say("!open zyrcan 4 variant=blitzkrieg seat=red")
    post = await env.ann.hear_bot("challenges anyone here to **Zyrcan** for 4")
    for person, told in ((env.bob, "2 of 4"), (env.cleo, "3 of 4")):
        await person.press(post, "Join")
        await env.ann.hear_bot(told)
    await env.bob.press(post, "Leave")
    await env.ann.hear_bot("**Ann** and **Cleo** (2 of 4)")
    for person in (env.dan, env.eve):
        await person.press(post, "Join")
    seated = await env.ann.hear(lambda one: one["id"] == post["id"] and "Zyrcan #1" in one["content"])
    assert "**Ann** (Red)" in seated["content"]
    for name in ("Cleo", "Dan", "Eve"):
        assert f"**{name}** (" in seated["content"]
    assert "Bob" not in seated["content"]
    board = await env.ann.hear(lambda one: one["attachments"])
    assert [user["id"] for user in board["mentions"]] == [env.ann.id]


@together
async def test_a_challenge_to_several_ends_when_one_declines(shared_env: Environment) -> None:
    env, since, anns = shared_env, shared_env.bob.seen_so_far(), shared_env.ann.seen_so_far()
    await env.ann.say("!challenge @Bob @Cleo zyrcan")
    post = await env.bob.hear_bot("challenges", since=since)
    assert post["mentions"] == []
    await env.bob.press(post, "Accept")
    await env.ann.hear_bot("**Ann** and **Bob** (2 of 3)", since=anns)
    await env.cleo.press(post, "Decline")
    await env.ann.hear_bot("declined by **Cleo**", since=anns)
