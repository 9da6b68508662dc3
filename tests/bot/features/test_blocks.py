"""Blocks over the wire: what a blocked person can still do, what others hear, and what managers see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.playground.client import Said, answered
from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from tests.playground.client import Person
    from tests.wire.fixtures import Environment

# One bot for all matches here. Ann owns the server; each test blocks somebody and lets them back.
pytestmark = pytest.mark.asyncio(loop_scope="module")
BLOCKED = "You're blocked from playing on this server"


async def reply_to(person: Person, text: str, channel: str = "games") -> str:
    return str((await person.ask_by_text(text, channel))["content"])


async def test_a_blocked_person_finishes_matches_and_starts_nothing(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.bob, shared_env.cleo))
    ann, bob, cleo = env.ann, env.bob, env.cleo
    since = ann.seen_so_far()
    await cleo.ask_by_slash("challenge", game="xero-g")
    joinable = await ann.hear_bot("-# challenge ", since=since)
    puzzle = await bob.ask_by_slash("puzzle", game="xero-g")
    answer = await ann.ask_by_slash("server", do=f"block <@{bob.id}> spam")
    assert answer["content"].startswith(f"<@{bob.id}> is blocked.")
    assert not answer["mentions"]
    told = (await bob.ask_by_slash("challenge", opponent=cleo.id, game="xero-g"))["content"]
    assert told == (
        f"{BLOCKED} (spam). You can still finish your matches. "
        "If you think it's a mistake, ask a manager of the server."
    )
    for command, options in (
        ("help", {}),
        ("match", {"do": "history", "match": f"#{contest.number}"}),
        ("me", {"do": "vacation"}),
        ("events", {"do": "list"}),
        ("events", {}),
        ("play", {"opponent": cleo.id}),
    ):
        assert (await bob.ask_by_slash(command, **options))["content"] == told
    assert (await bob.ask_by_press(joinable, "Join"))["content"] == told
    assert (await bob.ask_by_press(puzzle, "Move"))["content"] == told
    assert (await bob.ask_by_menu("Challenge", cleo))["content"] == told
    assert await reply_to(bob, "!challenge @Cleo xero-g") == told
    refused = "**Bob** is blocked from playing on this server. Choose somebody else."
    assert await reply_to(cleo, "!challenge @Bob xero-g") == refused
    assert (await cleo.ask_by_slash("challenge", opponent=bob.id, game="xero-g"))["content"] == refused

    await contest.turn(bare, "e4+")
    assert "#" in (await bob.ask_by_slash("board", match=f"#{contest.number}"))["content"]
    assert "Delete everything I store about you?" in (await bob.ask_by_slash("me", do="privacy delete"))["content"]
    before = bob.seen_so_far()
    await bob.say("!resign", contest.thread)
    question = await bob.hear_bot(f"#{contest.number} against", since=before)
    await bob.press(question, f"Resign #{contest.number}")
    await ann.hear_bot("**Bob** resigned", since=since)
    assert await reply_to(ann, "!unblock @Bob") == f"<@{bob.id}> can play here again."
    assert BLOCKED not in (await bob.ask_by_slash("me", do="challenges"))["content"]


async def test_a_blocked_person_s_texts_are_answered_once_a_minute(shared_env: Environment) -> None:
    env, dan = shared_env, shared_env.dan
    assert (await reply_to(env.ann, "!block @Dan")).startswith(f"<@{dan.id}> is blocked.")
    since = dan.seen_so_far()
    told = await dan.ask_by_text("!help")
    assert BLOCKED in told["content"]
    texts = [await dan.say(text) for text in ("!games xero-g", "!puzzle", "@Turnpost", "!stats")]
    texts.append(await dan.say("stats", to=told))
    assert "no matches" in await reply_to(dan, "!games")
    replies = {answered(one["message"]) for one in dan.seen[since:] if one["type"] == "message"}
    assert [each["content"] for each in texts[1:] if each["id"] in replies] == []
    assert "I'm Turnpost" in await reply_to(dan, "hello", await dan.dm())
    await env.ann.ask_by_slash("server", do=f"unblock <@{dan.id}>")
    assert "I'm Turnpost" in await reply_to(dan, "!help")


async def test_a_challenge_that_a_block_closes_names_nobody_who_closed_it(shared_env: Environment) -> None:
    ann, bob, dan = shared_env.ann, shared_env.bob, shared_env.dan
    for challenger, opponent in ((bob, dan), (dan, bob)):
        since = dan.seen_so_far()
        await challenger.ask_by_slash("challenge", opponent=opponent.id, game="xero-g")
        post = await dan.hear_bot("-# challenge ", since=since)
        await ann.ask_by_slash("server", do=f"block <@{bob.id}>")
        who = f"**{challenger.name}** challenged **{opponent.name}** to **Xero-G**"
        closed = await dan.hear_bot(f"{who}: closed by a manager of this server.", since=since)
        assert closed["id"] == post["id"]
        number = post["content"].rpartition(" ")[2]
        assert await reply_to(dan, f"!decline {number}") == f"Challenge {number} is no longer open: it was closed."
        await ann.ask_by_slash("server", do=f"unblock <@{bob.id}>")


async def test_only_managers_block_and_see_who_is_blocked(shared_env: Environment) -> None:
    env = shared_env
    ann, eve = env.ann, env.eve
    with pytest.raises(Said, match="There is no command /server"):
        await env.bob.slash("server", do=f"block <@{eve.id}>")
    for text in ("!block @Eve", "!unblock @Eve", "!blocks"):
        assert "Only people with Manage Server" in await reply_to(env.bob, text)
    assert "You can't block yourself." in (await ann.ask_by_slash("server", do=f"block <@{ann.id}>"))["content"]
    assert "Bots can't be blocked" in await reply_to(ann, "!block @Turnpost")
    for text in ("!block", "!block Eve", "!unblock"):
        assert (await reply_to(ann, text)).startswith("Who?")
    assert "Nobody is blocked" in (await ann.ask_by_slash("server", do="blocks"))["content"]
    assert (await reply_to(ann, "@Turnpost block @Eve two *accounts*")).startswith(f"<@{eve.id}> is blocked.")
    shown = (await ann.ask_by_slash("server", do="blocks"))["content"]
    assert f"- <@{eve.id}> by <@{ann.id}> <t:" in shown
    assert shown.endswith(r"two \*accounts\*")
    since = ann.seen_so_far()
    assert "direct message" in await reply_to(ann, "!blocks")
    assert (await ann.hear_bot("Blocked on this server: 1.", since=since))["channel_id"] == await ann.dm()
    await ann.ask_by_slash("server", do=f"unblock <@{eve.id}>")
    assert "isn't blocked" in await reply_to(ann, "!unblock @Eve")
