"""Watch a match of others: one direct message at its end, whatever happens before, silent in quiet hours."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.referee.threads import MOST_WATCHED
from tests.bot.features.forum_posts.forums import check_record
from tests.bot.features.guide.presses import changed
from tests.bot.features.guide.test_guide import BUTTON, forge
from tests.bot.features.test_private_posts import SILENT
from tests.playground.client import labels
from tests.wire.match import SCRIPTS, Contest, bare, by_reply
from tests.wire.timed_environment import HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment
    from tests.wire.match import Way

pytestmark = pytest.mark.asyncio(loop_scope="module")
MOVES = SCRIPTS["xero-g"].split()


async def begin(env: Environment, key: str = "martian-life") -> tuple[Contest, Json]:
    """Begin a match of Ann and Bob, and return it with the challenge's post."""
    contest = Contest(key, (env.ann, env.bob))
    since = env.cleo.seen_so_far()
    await contest.begin_by_slash()
    post = await env.cleo.hear(
        lambda one: one["channel_id"] != contest.thread and f"#{contest.number}**" in one["content"], since=since
    )
    return contest, post


async def watch(person: Person, post: Json, contest: Contest) -> Json:
    """Press Watch under a challenge's post, and return what only the person sees."""
    answer = await person.ask_by_press(post, "Watch")
    assert answer["content"] == f"I'll send you one message when #{contest.number} ends."
    assert labels(answer) == ["Stop watching"]
    return answer


async def told(person: Person, contest: Contest) -> list[Json]:
    """Return the direct messages that a person got about the end of a match."""
    messages = await person.messages(await person.dm())
    return [one for one in messages if f"-# You watched #{contest.number}: " in one["content"]]


def stored(env: Environment, query: str) -> list[tuple[int | None, ...]]:
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        return record.execute(query).fetchall()


async def check_watching(env: Environment, way: Way) -> None:
    """Watch a match of Xero-G from the first move to the last."""
    contest, post = await begin(env, "xero-g")
    await watch(env.cleo, post, contest)
    await watch(env.dan, post, contest)
    await watch(env.cleo, post, contest)
    for text in MOVES:
        await contest.turn(way, text)
    await env.all_posted()
    winner, loser = (person.name for person in contest.people)
    guild = next(iter(env.playground.state.guilds))
    link = f"https://discord.com/channels/{guild}/{contest.thread}/{contest.board['id']}"
    for person in (env.cleo, env.dan):
        (message,) = await told(person, contest)
        assert message["content"] == (
            f"**{winner}** beat **{loser}** at **Xero-G**, {len(MOVES)} moves.\n"
            f"-# You watched #{contest.number}: {link}"
        )
    assert not stored(env, "SELECT * FROM watchers")
    await check_record(env)
    (result,) = [one for one in await env.cleo.messages() if one["id"] == post["id"]]
    assert not result["components"]


async def test_each_watcher_gets_one_message_with_a_link_to_the_last_board(shared_env: Environment) -> None:
    await check_watching(shared_env, bare)


@pytest.mark.thorough
async def test_it_needs_no_content_intent(shared_env_without_content: Environment) -> None:
    await check_watching(shared_env_without_content, by_reply)


@pytest.mark.thorough
async def test_one_can_stop_and_begin_again(shared_env: Environment) -> None:
    env = shared_env
    contest, post = await begin(env)
    answer = await watch(env.cleo, post, contest)
    await watch(env.dan, post, contest)
    stopped = await changed(env.cleo, answer, "Stop watching")
    assert stopped["content"] == f"You no longer watch #{contest.number}."
    await changed(env.dan, await watch(env.dan, post, contest), "Stop watching")
    await watch(env.dan, post, contest)
    await contest.resign(1)
    await env.all_posted()
    assert not await told(env.cleo, contest)
    (message,) = await told(env.dan, contest)
    assert message["content"].startswith("**Bob** beat **Ann** at **Martian Life** (**Ann** resigned).")


@pytest.mark.thorough
async def test_a_takeback_changes_nothing_and_an_end_without_a_winner_is_told(shared_env: Environment) -> None:
    env = shared_env
    contest, post = await begin(env)
    await watch(env.cleo, post, contest)
    await contest.turn(bare, "e4+")
    since, bobs = env.ann.seen_so_far(), env.bob.seen_so_far()
    await env.ann.say("!takeback", contest.thread)
    await env.bob.press(await env.bob.hear_bot("asks to take back", since=bobs), "Agree")
    await env.ann.hear_bot("takes back", since=since)
    question = await env.ann.ask_by_slash("server", do=f"abandon #{contest.number}")
    await env.ann.press(question, f"End #{contest.number}")
    await env.ann.hear_bot("ended without a winner", since=since)
    await env.all_posted()
    (message,) = await told(env.cleo, contest)
    assert message["content"].startswith("**Martian Life** between **Ann** and **Bob** ended without a winner.")


@pytest.mark.thorough
async def test_closed_direct_messages_are_no_failure(shared_env: Environment) -> None:
    env = shared_env
    contest, post = await begin(env)
    place = env.playground.state.channels[int(await env.dan.dm())]
    await watch(env.dan, post, contest)
    place.denied.add("SEND_MESSAGES")
    await contest.resign(1)
    await env.all_posted()
    place.denied.clear()
    assert not await told(env.dan, contest)
    last = "SELECT match_id, attempts, given_up_at FROM outbox WHERE kind = 'watched' ORDER BY id DESC LIMIT 1"
    assert stored(env, last) == [(contest.number, 1, None)]


async def test_players_and_late_people_are_told_why_they_cannot_watch(shared_env: Environment) -> None:
    env = shared_env
    contest, post = await begin(env)
    answer = await env.ann.ask_by_press(post, "Watch")
    assert answer["content"] == f"You play in #{contest.number}, so you'll see how it ends."
    await contest.resign(1)
    late = await forge(env, env.cleo, {**BUTTON, "custom_id": f"watch:{contest.number}"}, "Hm")
    assert late.startswith(f"#{contest.number} ended <t:")


async def test_a_person_can_watch_so_many_matches_and_no_more(shared_env: Environment) -> None:
    env = shared_env
    _, post = await begin(env)
    others = range(1_000, 1_000 + MOST_WATCHED)
    async with env.down(signal.SIGTERM):
        with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record, record:
            record.executemany("INSERT INTO watchers VALUES (?, ?)", [(each, int(env.eve.id)) for each in others])
    answer = await env.eve.ask_by_press(post, "Watch")
    assert answer["content"] == "You watch 50 matches already. Stop watching one first."
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record, record:
        record.execute("DELETE FROM watchers")


async def test_presses_that_the_bot_never_offered_watch_nothing(shared_env: Environment) -> None:
    env = shared_env
    contest, _ = await begin(env)
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record, record:
        record.execute("UPDATE matches SET guild_id = 5 WHERE id = ?", (contest.number,))
    nothing = f"There's no match #{contest.number} on this server."
    press = {**BUTTON, "custom_id": f"watch:{contest.number}"}
    assert await forge(env, env.cleo, press, "Hm") == nothing
    guild = next(iter(env.playground.state.guilds))
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record, record:
        record.execute(
            "UPDATE matches SET guild_id = ?, channel_id = 5, thread_id = 6 WHERE id = ?", (guild, contest.number)
        )
    assert await forge(env, env.cleo, press, "Hm") == nothing, "a channel that she can't see"
    huge = await forge(env, env.cleo, {**BUTTON, "custom_id": f"watch:{'9' * 20}"}, "Hm")
    assert huge == "That button isn't one of mine."
    assert not stored(env, "SELECT * FROM watchers")


@pytest.mark.asyncio(loop_scope="function")
@pytest.mark.parametrize("quiet", [True, False])
async def test_a_message_makes_no_sound_in_quiet_hours(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    quiet: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        hour = env.now().hour
        begins, ends = (hour, hour + 3) if quiet else (hour + 6, hour + 9)
        await cleo.ask_by_slash("me", do=f"preferences zone=UTC quiet={begins % 24}-{ends % 24}")
        await ann.ask_by_slash("challenge", game="martian-life", opponent=bob.id)
        challenge = await bob.hear_bot("-# challenge ")
        number, thread, _ = await accept_challenge(env, challenge, bob, terms="")
        post = await cleo.hear_bot(f"**Martian Life #{number}**")
        await cleo.ask_by_press(post, "Watch")
        question = await bob.ask_by_slash("match", thread, do="resign")
        await bob.press(question, f"Resign #{number}")
        await env.pass_time(HOUR)
        told = await cleo.hear_bot(f"You watched #{number}:")
        assert bool(told["flags"] & SILENT) == quiet
        assert told["channel_id"] == await cleo.dm()


STEPS = {"before the message": False, "after the message, before it is noted": True}


@pytest.mark.thorough
@pytest.mark.parametrize("step", STEPS)
async def test_a_crash_at_the_end_brings_one_message(shared_env_without_nonces: Environment, step: str) -> None:
    env = shared_env_without_nonces
    contest, post = await begin(env)
    await watch(env.eve, post, contest)
    place = await env.eve.dm()
    env.playground.faults.slow(60, method="POST", path=f"/channels/{place}/messages$", applied=STEPS[step])
    await contest.resign(1)
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    assert len(await told(env.eve, contest)) == STEPS[step]
    await env.bot.start()
    await env.all_posted()
    assert len(await told(env.eve, contest)) == 1


@pytest.mark.thorough
async def test_a_crash_as_the_match_ends_brings_one_message(shared_env_without_nonces: Environment) -> None:
    env = shared_env_without_nonces
    contest, post = await begin(env)
    await watch(env.eve, post, contest)
    env.playground.faults.slow(60, method="POST", path=f"/channels/{contest.thread}/messages$")
    question = await env.ann.ask_by_slash("match", contest.thread, do="resign")
    await env.ann.press(question, f"Resign #{contest.number}")
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    await env.bot.start()
    await env.all_posted()
    (message,) = await told(env.eve, contest)
    assert contest.thread in message["content"]
    assert contest.board["id"] not in message["content"], "that is the board of the beginning"
