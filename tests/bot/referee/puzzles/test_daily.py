"""The daily puzzle: one a day at noon on each server that wants it, a different one each day."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.referee.guilds.setting_values import GuildResources
from bot.referee.job_runner import run_jobs
from bot.referee.puzzles import DAILY_PUZZLES, puzzle_of_day
from bot.referee.servers import change_settings
from engines.puzzles import puzzles
from games import GAMES
from storage import schema
from tests.bot.referee.clock_context import DAY, GUILD, HOUR, MINUTE, NOON, make_clock_context
from tests.bot.referee.manager import manager_request

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.bot.referee.clock_context import ClockContext


@pytest.fixture
async def at(either_url: str) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(either_url) as made:
        yield made


async def choose(at: ClockContext, guild_id: int = GUILD, **values: str) -> None:
    await change_settings(at.context, manager_request(guild_id), values, GuildResources({21, 22}, set()), manager=True)


async def queued(at: ClockContext) -> list[dict[str, Any]]:
    rows = select(schema.outbox.c.body).where(schema.outbox.c.kind == "puzzle").order_by(schema.outbox.c.id)
    async with at.context.database.read() as tx:
        return list((await tx.execute(rows)).scalars())


async def test_a_server_gets_one_puzzle_a_day_at_its_noon_until_it_wants_no_more(at: ClockContext) -> None:
    await choose(at, puzzles="<#21>", zone="Europe/Berlin")
    await at.pass_time(23 * HOUR - MINUTE, 6 * HOUR)
    assert await queued(at) == []
    await at.pass_time(MINUTE)
    first, before = (puzzle_of_day(GAMES, date(2026, 3, day)) for day in (2, 1))
    assert first
    assert before
    names = {"game": first.game, "number": first.number, "yesterday": [before.game, before.number]}
    assert await queued(at) == [{"guild": GUILD, "channel": 21, **names}]
    await at.pass_time(3 * DAY, 6 * HOUR)
    assert len({(each["game"], each["number"]) for each in await queued(at)}) == 4
    await choose(at, puzzles="none")
    await at.pass_time(2 * DAY, 6 * HOUR)
    assert len(await queued(at)) == 4


async def test_a_bot_that_was_away_for_days_posts_the_puzzle_of_the_day_alone(at: ClockContext) -> None:
    await choose(at, puzzles="<#21>")
    at.time = datetime(2026, 3, 9, 18, tzinfo=UTC)
    await at.tick()
    await at.tick()
    today = puzzle_of_day(GAMES, date(2026, 3, 9))
    assert [each["number"] for each in await queued(at)] == [today and today.number]


async def test_several_processes_post_one_puzzle_to_each_server(at: ClockContext) -> None:
    for guild_id in (1, 2):
        await choose(at, guild_id, puzzles="<#21>")
    at.time = NOON + DAY
    await asyncio.gather(*(run_jobs(at.context, [DAILY_PUZZLES]) for _ in range(4)))
    assert sorted(each["guild"] for each in await queued(at)) == [1, 2]


def test_games_with_puzzles_take_turns_and_each_shows_all_its_puzzles() -> None:
    longest = max(len(puzzles(game)) for game in ("xero-g", "force-field-factions"))
    days = [puzzle_of_day(GAMES, date.fromordinal(NOON.toordinal() + day)) for day in range(2 * longest)]
    shown = [each for each in days if each]
    assert all(one.game != other.game for one, other in pairwise(shown))
    every = [(game, each.number) for game in ("xero-g", "force-field-factions") for each in puzzles(game)]
    assert {(each.game, each.number) for each in shown} == set(every)
    assert puzzle_of_day(["xong"], NOON.date()) is None
