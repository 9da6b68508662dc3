"""Whom a post mentions, and whether it makes a sound."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.outbox.mentions import Mentions, choose_mentions, direct_message_options
from bot.referee.context import Context
from games import GAMES
from storage.engine.database import Database
from storage.queries import people
from storage.queries.rows import Person
from tests.database_template import create_database
from tests.guild_settings import serve

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

GUILD = 1
ANN, BOB, CLEO = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cleo")
NIGHT = datetime(2026, 3, 1, 23, tzinfo=UTC)


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    """A server in UTC at night, where Bob and Cleo sleep."""
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    async with database.write() as tx:
        for person in (BOB, CLEO):
            await people.set_preferences(tx, person.id, {"quiet": "22-7"})
    yield Context(database, GAMES, now=lambda: NIGHT, rng=Random(1))
    await database.close()


async def choose(context: Context, *who: Person) -> Mentions:
    async with context.database.read() as tx:
        return await choose_mentions(context, tx, GUILD, who)


async def test_people_who_are_awake_are_mentioned_and_others_named(context: Context) -> None:
    assert await choose(context, ANN) == Mentions(frozenset({1}))
    mentions = await choose(context, ANN, BOB)
    assert mentions == Mentions(frozenset({1}))
    assert (mentions(ANN), mentions(BOB)) == ("<@1>", "**Bob**")


@pytest.mark.parametrize(
    ("who", "others", "expected"),
    [
        (ANN, CLEO, Mentions(frozenset({1}))),
        (BOB, ANN, Mentions(frozenset({1, 2}), silent=True)),
        (BOB, CLEO, Mentions(frozenset({2, 3}), silent=True)),
        (Person(-1, "Turnpost"), ANN, Mentions(frozenset({1}))),
    ],
)
async def test_others_are_mentioned_as_quietly_as_the_player_to_move_wants_it(
    context: Context, who: Person, others: Person, expected: Mentions
) -> None:
    async with context.database.read() as tx:
        assert await choose_mentions(context, tx, GUILD, [who], [others]) == expected


async def test_people_who_all_sleep_are_mentioned_silently(context: Context) -> None:
    assert await choose(context, BOB, CLEO) == Mentions(frozenset({2, 3}), silent=True)
    assert await choose(context) == Mentions()


@pytest.mark.parametrize(
    ("habit", "expected"),
    [("never", Mentions()), ("silent", Mentions(frozenset({1, 2}), silent=True))],
)
async def test_a_server_can_have_silent_mentions_or_none(context: Context, habit: str, expected: Mentions) -> None:
    await serve(context, GUILD, mentions=habit)
    assert await choose(context, ANN, BOB) == expected


async def test_discord_is_told_to_mention_nobody_else(context: Context) -> None:
    options = (await choose(context, BOB, CLEO)).send_options
    allowed = options["allowed_mentions"].to_dict()
    assert (allowed["users"], allowed["parse"], options["silent"]) == ([2, 3], [], True)
    assert not allowed.get("replied_user")


async def test_direct_messages_are_silent_in_quiet_hours(context: Context) -> None:
    assert [(await direct_message_options(context, each.id))["silent"] for each in (ANN, BOB)] == [False, True]
