"""The match of the week comes with its replay and a link, and is one that all who read the channel can see."""

from __future__ import annotations

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
from tests.wire.timed_environment import DAY, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json
    from tests.wire.timed_environment import TimedEnvironment

WEEK = 7 * DAY


async def weekly_posts(env: TimedEnvironment, channel: str) -> list[Json]:
    await env.all_posted()
    return [one for one in await env["Ann"].messages(channel) if one["content"].startswith("**Match of the week:**")]


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
