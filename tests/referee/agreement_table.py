"""A table on SQLite where people offer draws and takebacks, each time by a message of its own."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from bot.posting import agreed, wording
from bot.posting.agreed import Proposal
from bot.referee import accepting, agreements, challenges, turns, views, words
from bot.referee.answers import Again, Played
from bot.referee.asked import Asked, Named
from bot.referee.challenges import Offer
from bot.referee.table import Table
from bot.upkeep import verify
from games import GAMES
from storage import events, matches, offers
from storage.database import Database
from storage.records import Event, Match, Person
from tests.fresh import fresh

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.agreements import Done
    from storage.records import OfferKind

ANN, BOB, CLEO = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo"), 1))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
_sources = count(100)


@asynccontextmanager
async def agreement_table(place: Path) -> AsyncGenerator[Table]:
    """Give a table on a new file, where every look at the clock is a minute after the last."""
    ticks = count()
    database = await Database.open(await fresh(place))
    try:
        yield Table(database, GAMES, now=lambda: NOON + timedelta(minutes=next(ticks)), lots=Random(1))
    finally:
        await database.close()


async def begun(table: Table, key: str = "martian-life", people: tuple[Person, ...] = (ANN, BOB)) -> Match:
    offer = Offer(GAMES[key].info, {}, 1, len(people), {})
    issued = await challenges.issue(table, offer, people, guild_id=1, channel_id=2, source_id=next(_sources))
    match: Any = None
    for person in people[1:]:
        match = await accepting.accept(table, getattr(issued, "id", 0), person, next(_sources), guild_id=1)
    assert isinstance(match, Match)
    return match


def by(person: Person, **otherwise: Any) -> Asked:
    return replace(Asked(person.id, next(_sources), 2, 1), **otherwise)


async def moved(table: Table, match: Match, *texts: str) -> Match:
    for text in texts:
        now = await known(table, match)
        mover = now.seats[(now.to_move or 1) - 1]
        played = await turns.move(table, by(mover), Named(text, match.id))
        assert isinstance(played, Played), played
    return await known(table, match)


async def known(table: Table, match: Match) -> Match:
    async with table.database.read() as tx:
        return await matches.sure(tx, match.id)


async def log_of(table: Table, match: Match) -> list[Event]:
    async with table.database.read() as tx:
        return await events.of_match(tx, match.id)


async def offered(table: Table, match: Match, person: Person, kind: OfferKind) -> int:
    """Offer something and return the number of the offer."""
    done = await agreements.offer(table, by(person), match.id, kind)
    assert isinstance(done, agreements.Done)
    async with table.database.read() as tx:
        return (await offers.standing(tx, await matches.sure(tx, match.id)))[-1].id


async def answered(table: Table, offer: int, person: Person, *, agrees: bool = True) -> Done | Again:
    return await agreements.answer_this(table, by(person), offer, agrees=agrees)


async def taken_back(table: Table, match: Match, person: Person, *others: Person) -> Match:
    offer = await offered(table, match, person, "takeback")
    for other in others:
        await answered(table, offer, other)
    return await known(table, match)


async def board_words(table: Table, match: Match) -> str:
    async with table.database.read() as tx:
        now = await views.moment(table, tx, match, match.seq)
    return wording.board_post(now, table.game(match), words.mention, content=True)


async def post_words(table: Table, match: Match, offer: int) -> str:
    async with table.database.read() as tx:
        found, now = await offers.sure(tx, offer), await matches.sure(tx, match.id)
        first, goes = await agreements.taken_back(tx, found)
    return agreed.offer_post(Proposal(found, now, "Martian Life", first, goes), words.mention)


async def differences(table: Table) -> list[str]:
    return [line for verdict in [v async for v in verify.verify(table.database, GAMES)] for line in verdict.differences]
