"""Matches of an event begin in threads of their own under one post of their round, and each player is told once."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete, select

from playground.model.resources.channel import FORUM
from playground.model.resources.message import THREAD_CREATED
from storage import schema
from storage.queries import deleted_channels, matches, tournaments
from tests.bot.features.test_tournaments import NAMES, begin, resign, seen, set_up, verify
from tests.wire.settings_form import change_settings
from tests.wire.timed_environment import DAY, HOUR, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import ColumnElement

    from playground.model.resources.message import Message
    from storage.queries.rows import Match
    from tests.wire.timed_environment import TimedEnvironment


async def in_hall(env: TimedEnvironment) -> list[Message]:
    """Return what everybody reads in the channel of the event, but for answers to commands."""
    said = env.playground.state.said[int(await env["Ann"].channel("games"))].values()
    return [one for one in said if one.only_for is None and one.interaction is None]


async def round_post(env: TimedEnvironment) -> Message:
    """Return the only post that lists matches."""
    (found,) = [one for one in await in_hall(env) if re.search(r"\d matches played\.", one.content)]
    return found


async def begun(env: TimedEnvironment) -> list[Match]:
    async with env.bot.context.database.read() as tx:
        return await matches.find(tx)


async def kinds(env: TimedEnvironment, *conditions: ColumnElement[bool]) -> list[str]:
    """Return the kinds of the rows of the outbox that meet conditions."""
    async with env.bot.context.database.read() as tx:
        return [*(await tx.execute(select(schema.outbox.c.kind).where(*conditions))).scalars()]


async def test_a_league_begins_with_one_post_and_tells_each_player_of_a_match_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        sign_up = await begin(env)
        before, post = await in_hall(env)
        assert str(before.id) == sign_up["id"]
        line = before.content.splitlines()[-3]
        assert line.startswith("It began with 3 people: https://discord.com/channels/")
        assert line.endswith(f"/{post.channel_id}/{post.id}")
        first, *others = await begun(env)
        assert post.content.splitlines() == [
            "**Spring Cup**: **Xero-G**, a league.",
            "It's running, with 3 people. **Table** shows how it stands.",
            "0 of 3 matches played.",
            *(f"- <#{match.thread_id}>" for match in (first, *others)),
            "-# event 1",
        ]
        for match in (first, *others):
            (board,) = env.playground.state.said[match.thread_id or 0].values()
            assert sorted(board.mentions) == sorted(person.id for person in match.seats)
            members = env.playground.state.channels[board.channel_id].members
            assert all(person.id in members for person in match.seats)
            assert board.content.startswith(f"**Spring Cup**: **{match.seats[0].name}** (South) against <@")
        since = env["Ann"].seen_so_far()
        winner, loser = first.seats
        await resign(env, loser.name, first.id)
        await env.pass_time(HOUR)
        await env.all_posted()
        assert (await in_hall(env)) == [before, post]
        assert post.content.splitlines()[2:-1] == [
            "1 of 3 matches played.",
            *(f"- <#{match.thread_id}>" for match in others),
            f"- <#{first.thread_id}>: **{winner.name}** won",
        ]
        (last,) = seen(env["Ann"], f"wins **Xero-G #{first.id}**", since=since)
        assert last["channel_id"] == str(first.thread_id)
        assert await verify(env) == []


@pytest.mark.thorough
async def test_a_league_of_forty_does_not_post_forty_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [f"Player {number}" for number in range(40)]
    async with start_timed_env(tmp_path, monkeypatch, *NAMES, *people, more_people=people, limited=False) as env:
        await set_up(env, *people)
        await env.pass_time(7 * DAY)
        for _ in range(4):
            await env.pass_time(HOUR / 10)
            await env.all_posted()
        found, edits = await begun(env), Counter(await kinds(env))["tournament_round"]
        assert len(found) >= 55, "each plays three at a time"
        assert len(await in_hall(env)) == 2
        assert edits <= len(found) / 2
        assert (await round_post(env)).content.count("\n- <#") == len(found)
        told = Counter(
            person
            for match in found
            for one in env.playground.state.said[match.thread_id or 0].values()
            for person in one.mentions
        )
        assert told == Counter(person.id for match in found for person in match.seats)


async def test_where_threads_are_barred_the_round_names_who_plays_in_the_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        hall = await env["Ann"].channel("games")
        env.playground.faults.fail(403, code=50013, times=9, method="POST", path=f"^/channels/{hall}/threads$")
        await begin(env)
        found = await begun(env)
        assert [match.home for match in found] == [int(hall)] * 3
        boards = [one for one in await in_hall(env) if one.content.startswith("**Spring Cup**: **") and one.attachments]
        assert [sorted(one.mentions) for one in boards] == [sorted(each.id for each in one.seats) for one in found]
        listed = [f"- #{one.id}, **{one.seats[0].name}** and **{one.seats[1].name}**" for one in found]
        assert (await round_post(env)).content.splitlines()[3:-1] == listed
        assert await verify(env) == []


async def test_the_matches_of_an_event_get_posts_in_the_forum_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        forum = env.playground.add_room(FORUM, "matches")
        await change_settings(env["Ann"], forum=[str(forum)])
        await begin(env)
        found = await begun(env)
        state = env.playground.state
        assert [state.channels[match.home].parent_id for match in found] == [forum] * 3
        assert (await round_post(env)).content.splitlines()[3:-1] == [f"- <#{match.home}>" for match in found]
        for match in found:
            header, board = state.said[match.home].values()
            assert header.mentions == []
            assert sorted(board.mentions) == sorted(person.id for person in match.seats)
        assert await verify(env) == []


async def test_an_interrupted_attempt_leaves_one_thread_without_its_announcement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        hall = int(await env["Ann"].channel("games"))
        env.playground.faults.fail(500, applied=True, method="POST", path=f"^/channels/{hall}/threads$")
        monkeypatch.setattr(env.bot.cogs["ThreadAnnouncements"], "bot", None)
        await begin(env)
        threads = [one for one in env.playground.state.channels.values() if one.parent_id == hall]
        assert sorted(one.id for one in threads) == [one.thread_id for one in await begun(env)]
        announced = [one for one in await in_hall(env) if one.type == THREAD_CREATED]
        assert len(announced) == 2, "that of the attempt is looked up"


async def test_an_announcement_that_cannot_be_deleted_and_a_round_that_was_deleted_do_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        hall = await env["Ann"].channel("games")
        env.playground.faults.fail(403, code=50013, times=9, method="DELETE", path=f"^/channels/{hall}/messages")
        await begin(env)
        assert [one.type for one in await in_hall(env)].count(THREAD_CREATED) == 3
        state = env.playground.state
        state.remove_message(await round_post(env))
        for match in await begun(env):
            await resign(env, match.seats[1].name, match.id)
        await env.pass_time(HOUR)
        await env.all_posted()
        assert await kinds(env, schema.outbox.c.given_up_at.is_not(None)) == []
        assert seen(env["Ann"], "**Spring Cup**: Xero-G, finished")
        assert await verify(env) == []


async def test_an_event_that_began_without_such_a_post_gets_one_with_its_next_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        sign_up = await begin(env)
        env.playground.state.remove_message(await round_post(env))
        async with env.bot.context.database.write() as tx:  # as releases before left it
            await tournaments.change(tx, 1, message_id=int(sign_up["id"]))
            await tx.execute(delete(schema.outbox).where(schema.outbox.c.kind == "tournament_round"))
        first, *others = await begun(env)
        await resign(env, first.seats[1].name, first.id)
        await env.pass_time(HOUR)
        await env.all_posted()
        post = await round_post(env)
        assert post.content.splitlines()[2:-1] == [
            "1 of 3 matches played.",
            *(f"- <#{match.thread_id}>" for match in others),
            f"- <#{first.thread_id}>: **{first.seats[0].name}** won",
        ]
        before, _ = await in_hall(env)
        assert f"/{post.id}\n" in before.content


async def test_a_match_that_the_forum_refuses_has_a_thread_in_the_channel_and_goes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        forum, hall = env.playground.add_room(FORUM, "matches"), int(await env["Ann"].channel("games"))
        await change_settings(env["Ann"], forum=[str(forum)])
        env.playground.faults.fail(403, code=50013, times=3, method="POST", path=f"^/channels/{forum}/threads$")
        await begin(env)
        threads = {match.home for match in await begun(env)}
        assert {env.playground.state.channels[thread].parent_id for thread in threads} == {hall}
        async with env.bot.context.database.read() as tx:
            assert await deleted_channels.homes_under(tx, hall) == threads
            assert await deleted_channels.homes_in_forum(tx, next(iter(env.playground.state.guilds)), forum) == set()


async def test_a_withdrawal_and_a_correction_are_told_by_the_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *NAMES) as env:
        await begin(env, most=1)
        question = await env["Bob"].ask_by_text("!event withdraw")
        await env["Bob"].press(question, "Withdraw")
        await env.pass_time(HOUR)
        await env.all_posted()
        lines = (await round_post(env)).content.splitlines()
        assert "2 of 3 matches played." in lines
        assert sum(line.endswith(("**Ann** won", "**Cleo** won")) for line in lines) == 2
        assert "- **Bob** and " in "\n".join(lines) or " and **Bob**: " in "\n".join(lines), "one was never begun"
        (last,) = [match for match in await begun(env) if match.ended_at is None]
        await resign(env, "Ann", last.id)
        await env.pass_time(HOUR)
        done = await env["Ann"].ask_by_text(f"!event correct #{last.id} draw")
        assert "is a draw" in done["content"]
        await env.all_posted()
        assert f"- <#{last.thread_id}>: a draw" in (await round_post(env)).content.splitlines()
        assert await verify(env) == []
