"""Rematches in time and at once, on both databases; the history of a log with takebacks."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.referee import endings
from bot.referee.challenges.answer import accept_challenge, request_rematch
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.challenges.start import MOST_OPEN
from bot.referee.context import Context
from bot.referee.errors import RequestRejected
from bot.referee.history.rebuild import describe_moves, list_entries, seq_at_ply
from bot.referee.requests import AlreadyDone, Request
from games import GAMES
from storage.engine.database import Database
from storage.queries import challenges as stored, matches
from storage.queries.rows import Challenge, Event, Match, Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

PEOPLE = [Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan", "Eve"), 1)]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SAID = count(100)
"""Ids of what people say and press."""


@pytest.fixture
async def context(either_url: str) -> AsyncGenerator[Context]:
    database = await Database.open(either_url)
    yield Context(database, GAMES, now=lambda: NOON, rng=Random(1), hourly_challenges=1000)
    await database.close()


def by(person: Person, guild_id: int | None = 1) -> Request:
    return Request(person.id, next(SAID), 2, guild_id)


async def ended(context: Context, players: int) -> Match:
    """Return a match of so many that all but one resigned."""
    people = PEOPLE[:players]
    offer = ChallengeTerms(GAMES["zyrcan" if players > 2 else "xero-g"].info, {}, None, players, {"theme": "light"})
    made = await issue_challenge(context, offer, people, guild_id=1, channel_id=2, source_id=next(SAID))
    assert isinstance(made, Challenge)
    for person in people[1:]:
        await accept_challenge(context, made.id, person, next(SAID), guild_id=1)
    async with context.database.read() as tx:
        known = await stored.get(tx, made.id)
    assert known
    assert known.match_id
    for person in people[1:]:
        await endings.resign(context, by(person), known.match_id)
    async with context.database.read() as tx:
        return await matches.require(tx, known.match_id)


@pytest.mark.parametrize("players", [2, 3, 5])
async def test_in_a_rematch_everybody_moves_one_seat_on(context: Context, players: int) -> None:
    match = await ended(context, players)
    asks, *others = Random(players).sample(PEOPLE[:players], players)
    made = await request_rematch(context, by(asks), asks, match.id)
    assert isinstance(made, Challenge)
    assert (made.challenger, made.game, made.options, made.look) == (asks, match.game, match.options, match.look)
    assert made.expires_at == NOON + timedelta(days=7)
    for person in others[:-1]:
        assert isinstance(await request_rematch(context, by(person), person, match.id), Challenge)
    begun = await request_rematch(context, by(others[-1]), others[-1], match.id)
    assert isinstance(begun, Match)
    assert begun.seats == (*match.seats[1:], match.seats[0]) == made.seating


async def test_all_at_once_and_twice_make_one_rematch(context: Context) -> None:
    match = await ended(context, 3)
    presses = [(person, by(person)) for person in (*match.seats, *match.seats)]
    done = await asyncio.gather(
        *(request_rematch(context, request, person, match.id) for person, request in [*presses, *presses]),
        return_exceptions=True,
    )
    assert all(isinstance(one, Challenge | Match | AlreadyDone | RequestRejected) for one in done), done
    assert sum(isinstance(one, Match) for one in done) == 1
    async with context.database.read() as tx:
        made = await stored.rematch(tx, match.id)
    assert made
    assert (made.status, made.accepted) == ("accepted", {person.id for person in match.seats})


async def test_a_rematch_is_for_those_who_played_and_counts_as_a_challenge(context: Context) -> None:
    match = await ended(context, 2)
    ann = PEOPLE[0]
    with pytest.raises(RequestRejected, match="You didn't play"):
        await request_rematch(context, by(PEOPLE[4]), PEOPLE[4], match.id)
    with pytest.raises(RequestRejected, match="on this server"):
        await request_rematch(context, by(ann, guild_id=9), ann, match.id)
    offer = ChallengeTerms(GAMES["xero-g"].info, {}, None, 2, {})
    for _ in range(MOST_OPEN):
        await issue_challenge(context, offer, PEOPLE[:2], guild_id=1, channel_id=2, source_id=next(SAID))
    with pytest.raises(RequestRejected, match="open challenges"):
        await request_rematch(context, by(ann), ann, match.id)


def test_the_history_tells_what_was_taken_back_and_what_counts() -> None:
    texts = [("move", 1, "321123"), ("move", 2, "123321"), ("takeback", 1, "to 0"), ("move", 1, "112233")]
    texts += [("move", 2, "332211"), ("takeback", 2, "to 1"), ("leave", 2, "resigned")]
    log = [
        Event(1, seq, kind, seat, seat, text, seq, NOON)  # type: ignore[arg-type]
        for seq, (kind, seat, text) in enumerate(texts, 1)
    ]
    assert [(entry.ply, entry.counts, list(entry.undone)) for entry in list_entries(log)] == [
        (1, False, []),
        (2, False, []),
        (0, True, [1, 2]),
        (1, True, []),
        (2, False, []),
        (1, True, [2]),
        (1, True, []),
    ]
    assert [seq_at_ply(log, ply) for ply in (0, 1)] == [0, 7]
    game = GAMES["xero-g"]
    match = Match(
        1,
        "xero-g",
        1,
        {},
        0,
        1,
        2,
        None,
        (PEOPLE[0], PEOPLE[1]),
        7,
        "",
        None,
        *(NOON, NOON, NOON),
        None,
        {},
        frozenset(),
    )
    assert describe_moves(game, match, log) == [
        "lays 3 2 1 1 2 3 from a to f",
        "lays 1 2 3 3 2 1 from a to f",
        "",
        "lays 1 1 2 2 3 3 from a to f",
        "lays 3 3 2 2 1 1 from a to f",
        "",
        "",
    ]
