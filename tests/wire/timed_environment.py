"""An environment with an injected clock: the bot runs in the test's process, against a playground over HTTP."""

from __future__ import annotations

import asyncio
import math
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot import plugins
from bot.app import Turnpost
from bot.client.client import PER_SECOND
from bot.gateway.connection import is_content_granted, point_at
from bot.interactions.limits import PER_MINUTE
from bot.referee.context import Context
from bot.referee.people.preferences import change_preferences
from playground import Options, Playground
from playground.rate_limits import RateLimits
from storage import schema
from storage.engine.database import Database
from tests.database_template import create_database
from tests.deleted_channels import with_deleted_channels
from tests.fast_rate_limits import fast_rate_limits
from tests.playground.client import Person
from web.server import Address, serve

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from pathlib import Path

    import pytest

    Json = dict[str, Any]

MANY = 1_000_000
"""More requests than anybody makes."""
PATIENCE = 30.0
"""Seconds for a response: here bot, people and Discord share a loop, and a busy machine can hold it up for 3 s."""
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@dataclass
class TimedEnvironment:
    """What such a test acts on.

    `ahead` is how far its clock is ahead of the real one, `behind` how far the bot's clock is behind that.
    """

    playground: Playground
    bot: Turnpost
    people: dict[str, Person]
    ahead: timedelta
    behind: timedelta = timedelta()

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    def now(self) -> datetime:
        """Return what its clock shows."""
        return datetime.now(UTC) + self.ahead

    async def pass_time(self, length: timedelta) -> None:
        """Let time go by, and what is due be done."""
        self.ahead += length
        await self.bot.scheduler.run_due_jobs()

    async def all_posted(self) -> None:
        """Wait until the bot has nothing left to post, and let the time go by until it posts what it puts off."""
        context, row = self.bot.context, schema.outbox.c
        waiting = select(row.retry_at, row.claimed_by).where(row.sent_at.is_(None), row.given_up_at.is_(None))
        while True:
            async with context.database.read() as tx:
                rows = (await tx.execute(waiting)).all()
            if not rows:
                return
            put_off = [each.retry_at for each in rows if each.retry_at and each.retry_at > context.now()]
            if put_off and not any(each.claimed_by for each in rows):
                self.ahead += min(put_off) - context.now()
                async with context.write():  # when the bot looks what it can post
                    pass
            await asyncio.sleep(0.01)


@asynccontextmanager
async def start_timed_env(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *names: str,
    content: bool = True,
    more_people: Sequence[str] = (),
    limited: bool = True,
    port: int = 0,
    site: bool = False,
) -> AsyncGenerator[TimedEnvironment]:
    """Start a playground, a bot and people. An outage of up to a year pauses no clock.

    `more_people` are those of the playground besides the usual five. Where days pass in seconds, requests aren't
    `limited`: neither people's nor the bot's own. The page is at `port`, or at any free one. With a `site`, boards are
    served to browsers, at a port that is free.
    """
    env: TimedEnvironment | None = None

    def now() -> datetime:
        return datetime.now(UTC) + (env.ahead if env else timedelta())

    def bots_now() -> datetime:
        return now() - (env.behind if env else timedelta())

    async with AsyncExitStack() as stack:
        playground = await Playground.start(
            port,
            options=Options(
                message_content=content,
                clock=now,
                rate_limits=fast_rate_limits() if limited else RateLimits(faster=math.inf),
                more_people=more_people,
                patience=PATIENCE,
            ),
        )
        stack.push_async_callback(playground.stop)
        for name in (
            "discord.http.Route.BASE",
            "discord.Asset.BASE",
            "discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY",
        ):
            monkeypatch.setattr(name, "")  # put back after the test
        point_at(playground.api, playground.gateway)
        database = await Database.open(await create_database(folder / "turnpost.db"))
        stack.push_async_callback(database.close)
        offered = plugins.read()
        context = Context(database, offered.games, now=bots_now, rng=Random(1), outage_after=366 * DAY)
        granted = await is_content_granted(playground.token, database, now())
        assert granted == content
        pace = (PER_MINUTE, PER_SECOND) if limited else (MANY, MANY)
        bot = await stack.enter_async_context(
            Turnpost(
                context,
                offered.renderers,
                content=granted,
                requests=pace[0],
                requests_per_second=pace[1],
                guild_ready_timeout=0.1,
            )
        )
        if site:
            boards = serve(context, bot.board_images, Address("", "127.0.0.1", 0))
            bot.web_url = await stack.enter_async_context(boards)
        # The tests do the work of the bot's tasks, which know the deleted channels.
        stack.enter_context(with_deleted_channels(context.deleted_channels))
        running = asyncio.create_task(bot.start(playground.token))
        stack.callback(running.cancel)
        await asyncio.wait_for(bot.ready.wait(), 60)
        people = {name: await stack.enter_async_context(Person(playground, name)) for name in names}
        for person in people.values():  # so that time runs out; tests of the net choose it again
            await change_preferences(context, int(person.id), {"net": "off"})
        env = TimedEnvironment(playground, bot, people, timedelta())
        yield env


async def accept_challenge(
    env: TimedEnvironment, challenge: Json, *others: Person, terms: str
) -> tuple[int, str, Json]:
    """Let all accept, and check that the post then ends with the terms; return the match's number, thread and board."""
    first, since = env["Ann"], env["Ann"].seen_so_far()
    for person in others:
        await person.press(challenge, "accept:" + challenge["content"].rsplit(" ", 1)[1])
    post = await first.hear(lambda one: one["id"] == challenge["id"] and "<#" in one["content"], since=since)
    assert post["content"].endswith(terms)
    number, thread = int(post["content"].split("#")[1].split("*")[0]), post["content"].split("<#")[1].split(">")[0]
    board = await first.hear(lambda one: one["channel_id"] == thread and one["attachments"], "a board", since=since)
    return number, thread, board
