"""The overview of a server: one post that is kept up to date and pinned."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.overview import overview_post
from bot.referee.lists import list_my_matches
from bot.referee.overview import WRITE_EVERY, Listing, Overview, load_overview, parse_overview
from playground.model.resources.message import PINNED
from storage.queries.rows import Person as Player
from tests.bot.features.test_guild_settings import reply_to
from tests.bot.referee.clock_context import ANN, make_clock_context
from tests.database_template import create_database
from tests.playground.client import labels, parts_of
from tests.wire import match
from tests.wire.match import SCRIPTS, Contest
from tests.wire.timed_environment import DAY, start_timed_env

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.environment import Environment
    from tests.wire.timed_environment import TimedEnvironment

XERO_G = SCRIPTS["xero-g"].split()
NOTHING = "**No match is running here.**"


async def overviews(person: Person, channel: str = "games") -> list[Json]:
    """Return the overviews that are posted in a channel."""
    return [
        one for one in await person.messages(channel) if any(part["custom_id"] == "new_match" for part in parts_of(one))
    ]


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so that people don't see."""
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)


async def refreshed(env: TimedEnvironment, channel: str = "games") -> Json:
    """Let a minute go by, and return the one overview in a channel."""
    await env.pass_time(WRITE_EVERY)
    await env.all_posted()
    (post,) = await overviews(env["Ann"], channel)
    return post


async def wanted(env: TimedEnvironment, channel: str = "games") -> Json:
    """Let a server want an overview, and return it."""
    there = await env["Ann"].channel(channel)
    assert "always shows what is played" in await reply_to(env["Ann"], f"!settings overview=<#{there}>")
    return await refreshed(env, channel)


@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["text", "slash"])
async def test_it_is_one_post_that_is_edited_at_most_once_a_minute(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        ann, bob = env["Ann"], env["Bob"]
        assert not await overviews(ann)
        there = await ann.channel("games")
        await ann.ask_by_slash("server", do=f"settings overview=<#{there}>")
        first = await refreshed(env)
        assert first["content"].startswith(NOTHING)
        assert labels(first) == ["Play me", "New match"]
        contest = Contest("xero-g", (ann, bob))
        await contest.begin_by_slash()
        post = await refreshed(env)
        assert post["id"] == first["id"]
        head, line = post["content"].splitlines()
        assert head == "**1 match is running here:**"
        assert line.startswith(f"- [#{contest.number}](https://discord.com/channels/")
        assert f"/{contest.thread}/{contest.board['id']}) **Xero-G**: Ann and Bob; Ann to move \u00b7 <t:" in line
        assert not post["mentions"]
        assert labels(post) == ["Play me", "New match", "All matches"]
        await contest.turn(match.by_slash, XERO_G[0])
        await env.pass_time(WRITE_EVERY / 2)
        await env.all_posted()
        (same,) = await overviews(ann)
        assert "Ann to move" in same["content"]
        assert "Bob to move" in (await refreshed(env))["content"]
        answer = await bob.ask_by_press(post, "All matches")
        assert f"[#{contest.number}]" in answer["content"]
        form = await bob.press(post, "New match")
        assert form["modal"]["title"] == "Challenge"


async def test_open_challenges_can_be_joined_there_and_deadlines_stand_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await wanted(env)
        untimed, timed = (Contest("xero-g", (ann, bob)) for _ in range(2))
        await untimed.begin_by_slash()
        await timed.begin_by_slash(clock="3d")
        await ann.ask_by_slash("play", game="martian-life", clock="5d")
        post = await refreshed(env)
        lines = post["content"].splitlines()
        assert [line.split("]")[0] for line in lines[1:3]] == [f"- [#{timed.number}", f"- [#{untimed.number}"]
        assert lines[1].endswith(":R>")
        in_days, ago = (int(line.rsplit("<t:", 1)[1].split(":")[0]) - env.now().timestamp() for line in lines[1:3])
        assert (round(in_days / 3600), round(ago / 3600)) == (72, 0)
        assert lines[3] == "**Anyone can join:**"
        assert lines[4].startswith("- **Martian Life** with Ann: `5d`, expires <t:")
        assert labels(post)[0] == "Join Martian Life"
        await bob.press(post, "Join Martian Life")
        await env.all_posted()
        post = await refreshed(env)
        assert post["content"].startswith("**3 matches are running here:**")
        assert "Anyone can join" not in post["content"]
        await env.pass_time(4 * DAY)
        assert "time ran out" in (await refreshed(env))["content"]


async def test_it_stays_the_newest_pinned_message_and_comes_back_when_it_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, state = env["Ann"], env.playground.state
        first = await wanted(env)
        here = state.said[int(await ann.channel("games"))]

        def newest() -> str:
            pinned = {each.pinned: each.id for each in here.values() if each.pinned}
            return str(pinned[max(pinned)]) if pinned else ""

        def announcements() -> list[int]:
            return [each.author_id for each in here.values() if each.type == PINNED]

        await until(lambda: newest() == first["id"])
        state.pin(here[int((await ann.say("Read the rules"))["id"])], int(ann.id))
        await until(lambda: newest() == first["id"])
        await until(lambda: announcements() == [int(ann.id)])
        state.remove_message(here[int(first["id"])])
        async with asyncio.timeout(60):
            while not await _is_forgotten(env, int(first["id"])):  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.01)
        again = await refreshed(env)
        assert again["id"] != first["id"]
        assert again["content"] == first["content"]


async def _is_forgotten(env: TimedEnvironment, message_id: int) -> bool:
    async with env.bot.context.database.read() as tx:
        (guild,) = {one.id for one in env.bot.guilds if await load_overview(tx, one.id)}
        overview = await load_overview(tx, guild)
    return overview is not None and overview.message_id != message_id


@pytest.mark.parametrize("applied", [pytest.param(False, marks=pytest.mark.thorough), True], ids=["before", "after"])
async def test_a_crash_leaves_one(env: Environment, applied: bool) -> None:  # noqa: FBT001 - a parameter
    games = await env.ann.channel("games")
    await reply_to(env.ann, f"!settings overview=<#{games}>")
    env.playground.faults.slow(60, method="POST", path=rf"/channels/{games}/messages$", applied=applied)
    async with env.down():
        pass
    await env.playground.faults.used_up()
    async with env.down(signal.SIGKILL):
        env.playground.faults.clear()
    await env.all_posted()
    assert len(await overviews(env.ann)) == 1


async def test_it_moves_with_its_setting_and_goes_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann = env["Ann"]
        await wanted(env)
        moved = await wanted(env, "lounge")
        assert not await overviews(ann)
        await reply_to(ann, "!settings language=de")
        assert (await refreshed(env, "lounge"))["content"].startswith("**Hier läuft keine Partie.**")
        assert "no overview" in await reply_to(ann, "!settings overview=none language=en")
        await env.all_posted()
        assert not await overviews(ann, "lounge")
        assert moved["content"].startswith(NOTHING)


async def test_an_edit_that_discord_refuses_makes_a_new_post_in_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        first = await wanted(env)
        env.playground.faults.fail(400, code=30046, path=f"/messages/{first['id']}", method="PATCH")
        contest = Contest("xero-g", (ann, bob))
        await contest.begin_by_slash()
        post = await refreshed(env)
        assert post["id"] != first["id"]
        assert f"[#{contest.number}]" in post["content"]


async def test_without_the_permission_it_is_not_pinned_and_the_doctor_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, state = env["Ann"], env.playground.state
        channel = state.channels[int(await ann.channel("games"))]
        channel.denied.add("PIN_MESSAGES")
        first = await wanted(env)
        assert state.said[channel.id][int(first["id"])].pinned is None
        told = await ann.ask_by_slash("server", do="doctor")
        assert "Pin Messages" in told["content"]
        assert "the overview isn't pinned" in told["content"]


def test_an_overview_without_matches_invites_and_one_with_many_counts_the_rest() -> None:
    assert overview_post(Listing([], 0, []), str).startswith(NOTHING)
    assert overview_post(Listing([], 480, []), str).splitlines()[1] == "- and 480 more"


async def test_an_overview_whose_lines_are_long_lists_as_many_as_fit(tmp_path: Path) -> None:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as here:
        await here.begin("none")
        entries = (await list_my_matches(here.context, ANN.id, None)).your_turn
    long = replace(entries[0], match=replace(entries[0].match, seats=(Player(1, "*" * 16),) * 5))
    shown = overview_post(Listing([long] * 10, 10, []), str)
    *lines, more = shown.splitlines()[1:]
    assert 1 < len(lines) < 10
    assert more == f"- and {10 - len(lines)} more"
    assert 2000 - len(lines[0]) <= len(shown) <= 2000


@pytest.mark.parametrize("overview", [Overview(7), Overview(7, 8, "0a")])
def test_what_is_stored_can_be_read(overview: Overview) -> None:
    assert parse_overview(str(overview)) == overview
    assert parse_overview("") is None
