"""What the bot knows of deleted channels: from the record, from other processes, and after the database was away."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.client.client import DeletedChannels
from bot.referee.context import Context
from bot.referee.formatting import is_deleted
from games import GAMES
from storage.engine.database import Database
from storage.queries import deleted_channels, guilds, outbox
from tests.database_template import create_database
from tests.storage.connection import connect_to
from tests.storage.queries.test_deleted_channels import FORUM, live_in
from tests.storage.samples import CHANNEL, GUILD, NOON, THREAD, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

SOON = 0.01


@pytest.fixture
async def url(tmp_path: Path) -> str:
    return await create_database(tmp_path / "turnpost.db")


@pytest.fixture
async def context(url: str) -> AsyncGenerator[Context]:
    database = await Database.open(url)
    async with database.write() as tx:
        await new_match(tx)
    yield Context(database, GAMES, now=lambda: NOON, rng=Random(1))
    await database.close()


async def stored(context: Context) -> set[int]:
    async with context.database.read() as tx:
        return await deleted_channels.load_all(tx)


async def add(context: Context, *channels: int) -> None:
    async with context.database.write() as tx:
        await deleted_channels.add(tx, channels, NOON)


async def test_tasks_know_what_is_stored_and_what_is_noted_later(context: Context) -> None:
    await add(context, 7)
    channels = DeletedChannels(context, shared=False)
    await channels.start()
    task = asyncio.create_task(asyncio.to_thread(lambda: (is_deleted(7), is_deleted(CHANNEL))))
    assert await task == (True, False)
    channels.note(CHANNEL)
    assert is_deleted(CHANNEL)
    await channels.stop()
    assert await stored(context) == {7, CHANNEL}


async def test_what_nothing_on_record_names_is_forgotten(context: Context) -> None:
    channels = DeletedChannels(context, shared=False)
    await channels.start()
    for each in (CHANNEL, CHANNEL + 1):
        channels.note(each)
    await channels.stop()
    assert context.deleted_channels == await stored(context) == {CHANNEL}


async def test_posts_in_which_matches_live_go_with_a_forum_that_a_server_chose(context: Context) -> None:
    async with context.database.write() as tx:
        await guilds.lock(tx, GUILD)
        await guilds.set_settings(tx, GUILD, {"forum": FORUM})
        await live_in(tx, THREAD, {outbox.FORUM: FORUM}, posted_as=THREAD + 5)
    channels = DeletedChannels(context, shared=False)
    await channels.start()
    channels.note(FORUM)
    await channels.stop()
    assert context.deleted_channels == await stored(context) == {FORUM, THREAD}


async def test_what_other_processes_learn_is_read_from_the_record(context: Context) -> None:
    channels = DeletedChannels(context, shared=True, interval=SOON)
    await channels.start()
    await add(context, 8)
    async with asyncio.timeout(60):
        while not is_deleted(8):  # noqa: ASYNC110 - another process tells nobody
            await asyncio.sleep(SOON)
    await channels.stop()


async def test_what_could_not_be_stored_is_stored_later(
    context: Context, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    channels = DeletedChannels(context, shared=False, interval=SOON)
    await channels.start()
    async with connect_to(url) as record:
        await record.exec_driver_sql("ALTER TABLE deleted_channels RENAME TO away")
    channels.note(CHANNEL)
    async with asyncio.timeout(60):
        while "could not be stored; trying again" not in caplog.text:  # noqa: ASYNC110 - a log wakes nobody
            await asyncio.sleep(SOON)
        async with connect_to(url) as record:
            await record.exec_driver_sql("ALTER TABLE away RENAME TO deleted_channels")
        while CHANNEL not in await stored(context):  # noqa: ASYNC110 - a loop of its own tells nobody
            await asyncio.sleep(SOON)
    assert is_deleted(CHANNEL)
    await channels.stop()
