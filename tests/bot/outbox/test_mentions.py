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
from storage.queries.rows import DIRECT, Person, Post
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
        return await choose_mentions(context, tx, GUILD, "turns", who)


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
        assert await choose_mentions(context, tx, GUILD, "turns", [who], [others]) == expected


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


def make_post(kind: str) -> Post:
    """Return a row of the outbox with the id 7."""
    return Post(7, "m1", kind, {}, 1, None, 0, NIGHT, 0)


async def prefer(context: Context, person: Person, **ways: str) -> None:
    async with context.database.write() as tx:
        await people.set_preferences(tx, person.id, ways)


@pytest.mark.parametrize(
    ("way", "alone", "with_cleo", "told"),
    [
        ("mention", Mentions(frozenset({1})), Mentions(frozenset({1})), {}),
        ("silent", Mentions(frozenset({1}), silent=True), Mentions(frozenset({1, 3}), silent=True), {}),
        ("direct", Mentions(), Mentions(frozenset({3}), silent=True), {1: "offers"}),
        ("nothing", Mentions(), Mentions(frozenset({3}), silent=True), {}),
    ],
)
async def test_each_person_is_called_as_they_want_it(
    context: Context, way: str, alone: Mentions, with_cleo: Mentions, told: dict[int, str]
) -> None:
    await prefer(context, ANN, offers=way, turns="mention")
    post = make_post("offer")
    for who, expected in (([ANN], alone), ([ANN, CLEO], with_cleo)):
        async with context.database.read() as tx:
            assert await choose_mentions(context, tx, GUILD, "offers", who, post=post) == expected
        found = context.direct_notices.pop(7, None)
        assert (found.kinds if found else {}) == told
    assert await choose(context, ANN) == Mentions(frozenset({1})), "another kind"
    async with context.database.read() as tx:
        assert await choose_mentions(context, tx, GUILD, "offers", [ANN], must=True) == Mentions(
            frozenset({1}), silent=way == "silent"
        )
        await choose_mentions(context, tx, GUILD, "offers", [ANN])
    assert not context.direct_notices, "a post that is rewritten tells nobody again"


async def test_of_two_who_want_it_differently_each_gets_theirs(context: Context) -> None:
    await prefer(context, CLEO, turns="silent")
    await prefer(context, BOB, turns="direct", events="mention")
    post = make_post("board")
    async with context.database.read() as tx:
        assert await choose_mentions(context, tx, GUILD, "turns", [ANN, BOB, CLEO], post=post) == Mentions(
            frozenset({1})
        )
        assert context.direct_notices[7].kinds == {2: "turns"}
        assert await choose_mentions(context, tx, GUILD, "turns", [CLEO], [BOB]) == Mentions(
            frozenset({2, 3}), silent=True
        )
        assert await choose_mentions(context, tx, GUILD, "turns", [], [BOB]) == Mentions(frozenset({2}))
        given = Mentions(frozenset({3}), silent=True)
        assert await choose_mentions(context, tx, GUILD, "turns", [ANN, CLEO], mentioned=[ANN.id]) == given


@pytest.mark.parametrize("habit", ["never", "silent"])
async def test_a_server_without_mentions_stops_no_direct_message(context: Context, habit: str) -> None:
    await serve(context, GUILD, mentions=habit)
    await prefer(context, ANN, turns="direct")
    async with context.database.read() as tx:
        mentions = await choose_mentions(context, tx, GUILD, "turns", [ANN], post=make_post("board"))
        assert not mentions.ids
        assert context.direct_notices[7].kinds == {1: "turns"}
        fallback = await choose_mentions(context, tx, GUILD, "turns", [ANN], must=True)
        assert fallback == (Mentions() if habit == "never" else Mentions(frozenset({1}), silent=True))


@pytest.mark.parametrize(
    ("way", "is_silent"), [("mention", False), ("silent", True), ("direct", False), ("nothing", True)]
)
async def test_in_direct_messages_there_is_a_sound_or_none(
    context: Context,
    way: str,
    is_silent: bool,  # noqa: FBT001 - a parameter
) -> None:
    await prefer(context, ANN, turns=way, results=way)
    async with context.database.read() as tx:
        mentions = await choose_mentions(context, tx, DIRECT, "turns", [ANN], post=make_post("offer"))
    assert mentions == Mentions(frozenset({1}), silent=is_silent)
    assert not context.direct_notices
    assert (await direct_message_options(context, ANN.id, "turns"))["silent"] == is_silent
    assert (await direct_message_options(context, ANN.id, "results"))["silent"] == (way == "silent")
    assert not (await direct_message_options(context, ANN.id))["silent"]
