"""Threads and channels that were deleted, which no list and no message names any more."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from tests.playground.client import text_of
from tests.wire.match import Contest, begin_match
from tests.wire.settings_form import change_settings

if TYPE_CHECKING:
    from tests.playground.client import Person
    from tests.wire.fixtures import Environment

GONE = "The channel of #{} was deleted, so your match continues here."


async def until_stored(env: Environment, query: str, *wanted: int) -> None:
    """Wait until the bot has stored numbers that a query reads."""
    found = set[int]()
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        try:
            async with asyncio.timeout(60):
                while not {*wanted} <= found:
                    await asyncio.sleep(0.05)
                    found = {row[0] for row in record.execute(query)}
        except TimeoutError:
            raise AssertionError(f"waited in vain for { ({*wanted} - found) } in {query}") from None


async def until_noted(env: Environment, *channels: str) -> None:
    """Wait until the bot has stored that channels were deleted."""
    await until_stored(env, "SELECT channel_id FROM deleted_channels", *map(int, channels))


def keep_backfill_from(env: Environment, *channels: str) -> None:
    """Let Discord not show channels and what was written there, so that the bot doesn't learn that they are gone."""
    for each in channels:
        env.playground.faults.fail(403, None, code=50001, method="GET", path=rf"/channels/{each}")


async def told(person: Person, command: str, **options: str) -> str:
    """Return what a slash command answers."""
    return text_of(await person.ask_by_slash(command, **options))


async def check_unnamed(env: Environment, contest: Contest) -> None:
    """Check that the lists have a match, and no link to where it was."""
    everyones, own = await told(env.eve, "matches"), await told(env.bob, "games")
    assert f"- #{contest.number} **Martian Life**: **Ann** and **Bob**" in everyones
    assert f"**#{contest.number} Martian Life** with **Ann**" in own
    assert ">: our direct messages" in own
    assert contest.thread not in everyones + own


async def test_a_thread_deleted_while_the_bot_runs_is_named_no_more(env: Environment) -> None:
    kept, gone = [await begin_match(env.people[:2], "e4+") for _ in range(2)]
    since = env.ann.seen_so_far()
    env.playground.remove(int(gone.thread))
    await until_noted(env, gone.thread)
    await check_unnamed(env, gone)
    assert f"[#{kept.number}](https://discord.com/channels/" in await told(env.eve, "matches")
    answer = await env.bob.ask_by_slash("move", move=f"#{gone.number} b7")
    assert answer["content"].startswith("Move 2, `b7`, is played in our direct messages.")
    board = await env.ann.hear_bot("**2.** **Bob**", since=since)
    assert board["channel_id"] == await env.ann.dm()
    assert board["content"].startswith(GONE.format(gone.number))


async def test_the_end_of_a_match_in_a_deleted_thread_is_told_without_it(env: Environment) -> None:
    lounge = await env.ann.channel("lounge")
    await change_settings(env.ann, finished=[lounge])
    kept, gone = [await begin_match(env.people[:2], "e4+") for _ in range(2)]
    listed = await env.eve.ask_by_slash("matches")
    menu = next(item for line in listed["components"] for item in line["components"] if item["type"] == 3)
    await env.eve.press(listed, menu["custom_id"], str(gone.number))
    await env.eve.hear_bot(f"I'll send you one message when #{gone.number} ends.")
    env.playground.remove(int(gone.thread))
    await until_noted(env, gone.thread)
    for contest in (gone, kept):
        question = await env.bob.ask_by_slash("match", do="resign", match=f"#{contest.number}")
        await env.bob.press(question, f"Resign #{contest.number}")
    await env.ann.hear_bot(f"The channel of #{gone.number} was deleted, so this is how your match ended.\n**Ann** wins")
    watched = await env.eve.hear_bot(f"-# You watched #{gone.number}: ")
    assert watched["content"].endswith(": its channel was deleted")
    await env.eve.hear(lambda one: one["content"].endswith(f"\n-# #{gone.number}"), "the result where it began")
    await env.eve.hear(
        lambda one: (
            one["channel_id"] == lounge and "\nPlayed by **Ann** (Red) against **Bob** (Yellow).\n" in one["content"]
        ),
        "the finished match",
    )
    await env.all_posted()
    found = await env.eve.ask_by_slash("match", do="history martian-life")
    for text in (await told(env.eve, "matches"), found["content"]):
        assert f"- #{gone.number} **Ann** beat **Bob** at **Martian Life**" in text
        assert f"- [#{kept.number}](https://discord.com/channels/" in text
        assert gone.thread not in text
    await until_stored(env, "SELECT match_id FROM outcomes", kept.number, gone.number)
    both = (await env.eve.ask_by_slash("profile", person=env.ann.id, versus=env.bob.id))["content"]
    assert f"<#{kept.thread}>" in both
    assert f"#{gone.number} Martian Life: **Ann** won" in both
    assert gone.thread not in both


async def test_a_thread_deleted_while_the_bot_was_away_is_known_after_the_first_request_there(
    env: Environment,
) -> None:
    contest = await begin_match(env.people[:2])
    async with env.down():
        env.playground.remove(int(contest.thread))
        keep_backfill_from(env, contest.thread)
    since = env.bob.seen_so_far()
    await env.ann.say(f"#{contest.number} e4+", await env.ann.dm())
    board = await env.bob.hear_bot("**1.** **Ann**", since=since)
    assert board["content"].startswith(GONE.format(contest.number))
    await until_noted(env, contest.thread)
    await check_unnamed(env, contest)
    async with env.down():
        pass
    await check_unnamed(env, contest)


async def test_a_channel_deleted_while_the_bot_was_away_takes_its_threads_with_it(env: Environment) -> None:
    hall = env.playground.add_room(0, "hall")
    contest = Contest("martian-life", env.people[:2], channel="hall")
    await contest.begin()
    since = env.cleo.seen_so_far()
    await env.ann.say("!challenge @Cleo martian-life", "hall")
    challenge = await env.cleo.hear_bot("**Ann** challenges **Cleo**", since=since)
    number = challenge["content"].rpartition("-# challenge ")[2]
    await env.all_posted()
    async with env.down():
        env.playground.remove(hall)
        keep_backfill_from(env, str(hall), contest.thread)
    assert str(hall) in await told(env.cleo, "me", do="challenges"), "nothing was asked of it so far"
    await env.cleo.ask_by_slash("match", do=f"decline {number}")
    await until_noted(env, str(hall), contest.thread)
    own = await told(env.bob, "games")
    assert f"**#{contest.number} Martian Life** with **Ann**" in own
    assert own.endswith(": our direct messages")


async def test_a_challenge_in_a_deleted_channel_is_listed_without_it(env: Environment) -> None:
    hall = env.playground.add_room(0, "hall")
    since = env.bob.seen_so_far()
    await env.ann.say("!challenge @Bob martian-life", "hall")
    challenge = await env.bob.hear_bot("**Ann** challenges **Bob**", since=since)
    number = challenge["content"].rpartition("-# challenge ")[2]
    env.playground.remove(hall)
    await until_noted(env, str(hall))
    own, listed = await told(env.bob, "games"), await told(env.bob, "me", do="challenges")
    assert f"- challenge {number} to **Martian Life** by **Ann**, expires <t:" in own
    assert own.endswith(f":R>: `/match do:accept {number}`")
    assert f"- `{number}` **Martian Life**, **Ann** challenges **Bob**, expires <t:" in listed
    assert listed.endswith(":R>")
    assert str(hall) not in own + listed


async def test_deleted_channels_of_the_settings_and_of_the_log_are_named_in_words(env: Environment) -> None:
    hall = env.playground.add_room(0, "hall")
    await env.ann.ask_by_text(f"!settings finished=<#{hall}>")
    assert f"in <#{hall}>" in await told(env.ann, "server", do="log") + await told(env.ann, "server", do="settings")
    env.playground.remove(hall)
    await until_noted(env, str(hall))
    assert "- finished matches that ended are shown in a channel that was deleted" in await told(
        env.ann, "server", do="settings"
    )
    assert "finished from `none` to a channel that was deleted" in await told(env.ann, "server", do="log")


async def test_a_thread_in_which_nobody_played_leaves_nothing_behind(env: Environment) -> None:
    talk, contest = await env.ann.start_thread("talk"), await begin_match(env.people[:2])
    env.playground.remove(int(talk["id"]))
    env.playground.remove(int(contest.thread))
    await until_noted(env, contest.thread)
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        assert record.execute("SELECT channel_id FROM deleted_channels").fetchall() == [(int(contest.thread),)]


async def test_a_german_reads_it_in_german(env: Environment) -> None:
    await env.bob.change_settings(locale="de")
    contest = await begin_match(env.people[:2])
    since = env.bob.seen_so_far()
    env.playground.remove(int(contest.thread))
    await until_noted(env, contest.thread)
    await env.ann.ask_by_slash("move", move="e4+")
    board = await env.bob.hear_bot("`e4+`", since=since)
    assert board["content"].startswith(
        f"Den Kanal von #{contest.number} gibt es nicht mehr. Deine Partie läuft hier weiter."
    )
    assert ">: unsere Direktnachrichten" in await told(env.bob, "games")
