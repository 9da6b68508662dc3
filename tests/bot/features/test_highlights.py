"""The turning point of a match and the match of the week, shown once in their channel, where the server wants that."""

from __future__ import annotations

import signal
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.admin.verify.matches import verify_matches
from bot.admin.verify.tables import verify_tables
from games import GAMES
from tests.bot.features.test_guild_settings import reply_to
from tests.bot.features.test_thread_archives import play_and_resign
from tests.playground.client import answered, labels
from tests.wire.fixtures import shared_env_without_nonces
from tests.wire.match import SCRIPTS, begin_match
from tests.wire.timed_environment import DAY, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json
    from tests.wire.fixtures import Environment
    from tests.wire.match import Contest
    from tests.wire.timed_environment import TimedEnvironment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["martian-life"].split()


env = shared_env_without_nonces


async def highlights(env: Environment, contest: Contest) -> list[Json]:
    """Return the posts of a match's turning point, once everything is posted."""
    await env.all_posted()
    mark = f"#{contest.number} · turning point"
    places = (await env.ann.channel("games"), contest.thread)
    return [one for place in places for one in await env.ann.messages(place) if mark in one["content"]]


@pytest.mark.thorough
async def test_nothing_is_shown_unless_the_server_wants_it(env: Environment) -> None:
    assert "- highlights `no`: no turning points are shown" in await reply_to(env.ann, "!settings")
    contest = await begin_match(env.people[:2], *TEXTS[:6], key="martian-life")
    await contest.resign(2)
    assert await highlights(env, contest) == []


async def test_the_turning_point_is_a_short_replay_in_the_channel(env: Environment) -> None:
    assert "- highlights `yes`: a match that ended" in await reply_to(env.ann, "!settings highlights=yes")
    contest = await begin_match(env.people[:2], *TEXTS[:8], key="martian-life")
    await contest.resign(2)
    (post,) = await highlights(env, contest)
    assert post["channel_id"] == await env.ann.channel("games")
    assert int(post["id"]) > int(contest.board["id"]), "it comes after the last board"
    assert post["content"].startswith(
        f"The turning point of **Martian Life #{contest.number}** was move 3, `f5`: **Ann** went from "
        "1 point ahead to 3 ahead."
    )
    assert not post["mentions"]
    film = Image.open(BytesIO(await env.eve.fetch(post["attachments"][0]["url"])))
    assert getattr(film, "n_frames", 1) == 6, "the board before move 1, and those after moves 1 to 5"
    film.seek(3)
    film.load()
    assert film.info["duration"] > 1500, "the turning point stays longer than other moves"
    assert post["attachments"][0]["description"].startswith("Moves 1 to 5, with the turning point at move 3.")
    shown = await env.eve.ask_by_press(post, "Replay")
    assert f"Replay of Martian Life #{contest.number}, moves 1 to 8 of 8" in shown["content"]


@pytest.mark.thorough
async def test_matches_without_a_standing_have_none(env: Environment) -> None:
    await reply_to(env.ann, "!settings highlights=yes")
    no_points = await begin_match(env.people[:2], *SCRIPTS["xero-g"].split(), key="xero-g")
    assert await highlights(env, no_points) == []
    short = await begin_match(env.people[:2], *TEXTS[:3], key="martian-life")
    await short.resign(2)
    assert await highlights(env, short) == []
    void = await begin_match(env.people[:2], *TEXTS[:6], key="martian-life")
    await env.ann.say(f"!abandon #{void.number} enough", void.thread)
    question = await env.ann.hear_bot(f"End Martian Life #{void.number}")
    await env.ann.press(question, f"End #{void.number}")
    await env.ann.hear_bot(f"ended **Martian Life #{void.number}**")
    assert await highlights(env, void) == []


@pytest.mark.thorough
@pytest.mark.parametrize("applied", [pytest.param(False, marks=pytest.mark.thorough), True], ids=["before", "after"])
async def test_a_crash_leaves_one(env: Environment, applied: bool) -> None:  # noqa: FBT001 - a parameter
    await reply_to(env.ann, "!settings highlights=yes")
    contest = await begin_match(env.people[:2], *TEXTS[:6], key="martian-life")
    games = await env.ann.channel("games")
    env.playground.faults.slow(60, method="POST", path=rf"/channels/{games}/messages$", applied=applied)
    await contest.resign(2)
    await env.playground.faults.used_up()
    async with env.down(signal.SIGKILL):
        env.playground.faults.clear()
    (post,) = await highlights(env, contest)
    assert "was move 3, `f5`" in post["content"]


WEEK = 7 * DAY


async def weekly_posts(env: TimedEnvironment, channel: str) -> list[Json]:
    await env.all_posted()
    return [one for one in await env["Ann"].messages(channel) if one["content"].startswith("**Match of the week:**")]


@pytest.mark.asyncio(loop_scope="function")
@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)])
async def test_the_most_viewed_match_comes_with_its_replay(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo", content=content) as env:
        ann, cleo, lounge = env["Ann"], env["Cleo"], await env["Ann"].channel("lounge")
        assert "- weekly `none`: no match of the week" in await reply_to(ann, "@Turnpost settings")
        shown = await reply_to(ann, f"@Turnpost settings weekly=<#{lounge}>")
        assert f"- weekly the match of the week comes on Mondays in <#{lounge}>" in shown
        number, thread, board = await play_and_resign(env)
        await env.pass_time(WEEK)
        assert await weekly_posts(env, lounge) == [], "nobody looked at anything"
        await cleo.ask_by_press(board, "Replay")
        asked = await cleo.say("@Turnpost replay", thread)
        await cleo.hear(lambda one: answered(one) == asked["id"], "the replay")
        await env.pass_time(WEEK)
        (post,) = await weekly_posts(env, lounge)
        first, second, last = post["content"].splitlines()
        assert first == "**Match of the week:** **Ann** beat **Bob** at **Martian Life**, 1 move (**Bob** resigned)."
        assert second == "Watched and replayed twice in seven days."
        assert last.startswith(f"-# #{number}: https://discord.com/channels/")
        assert last.endswith(f"/{thread}/{board['id']}")
        assert not post["mentions"]
        assert labels(post) == ["Replay"]
        film = Image.open(BytesIO(await cleo.fetch(post["attachments"][0]["url"])))
        assert (film.format, getattr(film, "n_frames", 1)) == ("WEBP", 3)
        await env.pass_time(WEEK)
        assert len(await weekly_posts(env, lounge)) == 1, "nobody looked at anything since"
        database, now = env.bot.context.database, env.now()
        assert [line async for verdict in verify_matches(database, GAMES, now) for line in verdict.differences] == []
        assert (await verify_tables(database, GAMES, now)).differences == []


@pytest.mark.asyncio(loop_scope="function")
async def test_a_match_that_others_may_not_see_gives_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo, lounge = env["Ann"], env["Bob"], env["Cleo"], await env["Ann"].channel("lounge")
        await reply_to(ann, f"!settings weekly=<#{lounge}>")
        await ann.slash("challenge", game="martian-life", opponent=bob.id, seat="red")
        challenge = await bob.hear_bot("-# challenge ")
        number, _, _ = await accept_challenge(env, challenge, bob, terms="")
        watched = await cleo.hear(lambda one: labels(one) == ["Watch"], "the match's post")
        told = await cleo.ask_by_press(watched, "Watch")
        env.playground.deny(int(await ann.channel("games")), "VIEW_CHANNEL")
        await env.pass_time(WEEK)
        assert await weekly_posts(env, lounge) == []
        env.playground.allow(int(await ann.channel("games")))
        await cleo.ask_by_press(told, "Stop watching")
        await cleo.ask_by_press(watched, "Watch")
        await env.pass_time(WEEK)
        (post,) = await weekly_posts(env, lounge)
        assert "**Ann** and **Bob** play **Martian Life**, no moves so far." in post["content"]
        assert "Watched and replayed once in seven days." in post["content"]
        assert f"\n-# #{number}: https://discord.com/channels/" in post["content"]
        assert labels(post) == ["Replay", "Watch"]
        assert post["attachments"]
