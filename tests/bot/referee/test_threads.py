"""Threads of matches: who may watch, their tags in a forum, and when they are archived."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.referee.announce import queue_changed_tags
from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.threads import MOST_WATCHED, OPEN_FOR, schedule_archive, stop_watching, watch_match
from storage import schema
from storage.queries import matches, server_matches, thread_archives, watchers
from storage.queries.rows import DIRECT, Match, Person
from storage.queries.server_matches import ServerFilter
from tests.bot.referee.clock_context import GUILD, MINUTE, NOON, make_clock_context
from tests.bot.referee.offer_context import ANN, BOB, CLEO, begin_match, by, make_offer_context
from tests.database_template import create_database
from tests.storage.samples import THREAD, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime
    from pathlib import Path

    from bot.referee.context import Context
    from tests.bot.referee.clock_context import ClockContext


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def rejected(context: Context, person: Person, number: int, *, sees: bool = True) -> str:
    with pytest.raises(RequestRejected) as rejection:
        await watch_match(context, by(person), number, lambda _: sees)
    return rejection.value.reason


async def test_spectators_alone_watch_what_they_see_while_it_runs(context: Context) -> None:
    match = await begin_match(context)
    assert await watch_match(context, by(CLEO), match.id, lambda channel: channel == match.channel_id) == match
    assert await rejected(context, ANN, match.id) == f"You play in #{match.id}, so you'll see how it ends."
    assert await rejected(context, CLEO, match.id, sees=False) == f"There's no match #{match.id} on this server."
    assert await rejected(context, CLEO, 77) == "There's no match #77 on this server."


async def test_nobody_watches_more_than_fifty_matches(context: Context) -> None:
    match = await begin_match(context)
    async with context.database.write() as tx:
        for _ in range(MOST_WATCHED - 1):
            await watchers.add(tx, (await new_match(tx)).id, CLEO.id)
    await watch_match(context, by(CLEO), match.id, lambda _: True)
    another = await begin_match(context)
    assert "You watch 50 matches already." in await rejected(context, CLEO, another.id)
    assert await stop_watching(context, by(CLEO), match.id)
    assert not await stop_watching(context, by(CLEO), match.id)
    await watch_match(context, by(CLEO), another.id, lambda _: True)


async def test_each_watcher_is_told_once_seconds_after_the_board_of_the_end(context: Context) -> None:
    match = await begin_match(context)
    for person in (CLEO, Person(4, "Dan")):
        await watch_match(context, by(person), match.id, lambda _: True)
    ended = await resign(context, by(ANN), match.id)
    assert isinstance(ended, Match)
    rows = select(schema.outbox.c.body, schema.outbox.c.retry_at, schema.outbox.c.seq)
    async with context.database.read() as tx:
        found = await tx.execute(rows.where(schema.outbox.c.kind == "watched").order_by(schema.outbox.c.id))
        due = ended.since + timedelta(seconds=3)
        assert [tuple(row) for row in found] == [({"user": 3}, due, 1), ({"user": 4}, due, 1)]
    assert not await stop_watching(context, by(CLEO), match.id)
    assert await rejected(context, CLEO, match.id) == f"#{match.id} ended <t:{int(ended.since.timestamp())}:R>."


async def test_a_page_lists_only_what_its_filter_lets_through(context: Context) -> None:
    async with context.database.write() as tx:
        first, second = await new_match(tx, channel_id=5), await new_match(tx, channel_id=6, seats=(BOB, CLEO))
        elsewhere = await new_match(tx, channel_id=5, guild_id=99)

        async def found(**filtered: object) -> list[int]:
            only = ServerFilter(**{"guild_id": first.guild_id, "channels": [5, 6], **filtered})  # pyright: ignore[reportArgumentType] - a test's
            assert await server_matches.count(tx, only, active=False) == 0
            listed = [match.id for match in await server_matches.page(tx, only, active=True, offset=0, limit=10)]
            assert await server_matches.count(tx, only, active=True) == len(listed)
            return listed

        assert await found() == [second.id, first.id]
        assert await found(channels=[5]) == [first.id]
        assert await found(user_id=CLEO.id) == [second.id]
        assert await found(game="zyrcan") == []
        assert await found(guild_id=99) == [elsewhere.id]
        one = ServerFilter(first.guild_id, [5, 6])
        assert [each.id for each in await server_matches.page(tx, one, active=True, offset=1, limit=1)] == [first.id]


@pytest.mark.parametrize(
    ("second", "before", "after", "queued"),
    [
        (BOB, 1, 2, True),
        (BOB, 2, 1, True),
        (BOB, 1, 1, False),
        (BOB, 1, None, True),
        (Person.computer(2), 1, 2, False),
        (Person.computer(2), 2, 1, True),
        (Person.computer(2), 2, 2, False),
    ],
)
async def test_tags_follow_the_turns_of_people(
    tmp_path: Path, second: Person, before: int, after: int | None, *, queued: bool
) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context, context.database.write() as tx:
        match = await new_match(tx, seats=(ANN, second), to_move=before)
        await queue_changed_tags(context, tx, match, replace(match, to_move=after))
        rows = (await tx.execute(select(schema.outbox.c.kind, schema.outbox.c.match_id))).all()
        assert [tuple(row) for row in rows] == ([("tags", match.id)] if queued else [])


@pytest.mark.parametrize("has_thread", [True, False])
async def test_a_thread_is_archived_a_day_after_its_match_if_there_is_one(
    here: ClockContext, *, has_thread: bool
) -> None:
    async with here.context.database.write() as tx:
        match = await new_match(tx, guild_id=GUILD)
        if has_thread:
            await matches.set_thread(tx, match.id, THREAD)
        await schedule_archive(tx, replace(match, ended_at=NOON))
    here.time = NOON + OPEN_FOR - MINUTE
    await here.tick()
    assert await here.said("archive") == []
    here.time += MINUTE
    await here.tick()
    await here.tick()
    assert await here.said("archive") == ([("archive", 0)] if has_thread else [])


@pytest.mark.parametrize(
    ("guild_id", "ended_at", "scheduled"), [(GUILD, NOON, 1), (GUILD, None, 0), (DIRECT, NOON, 0), (DIRECT, None, 0)]
)
async def test_only_matches_on_servers_that_ended_are_archived(
    tmp_path: Path, guild_id: int, ended_at: datetime | None, scheduled: int
) -> None:
    url = await create_database(tmp_path / "turnpost.db")
    async with make_clock_context(url) as here, here.context.database.write() as tx:
        match = await new_match(tx, guild_id=guild_id)
        await schedule_archive(tx, replace(match, ended_at=ended_at))
        assert len(await thread_archives.due(tx, NOON + OPEN_FOR)) == scheduled
