"""The table of a game: the last rating of each person, shared places, and people who are hidden."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.referee.context import Context
from bot.referee.people.preferences import change_preferences
from bot.referee.ratings import Rating, Standing, Standings, load_standings
from games import GAMES
from storage.engine.database import Database, file_url
from storage.queries import ratings
from storage.queries.rows import Person, StoredRating
from tests.storage.samples import ANN, BOB, CLEO, GUILD, HOUR, NOON, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

DAN = Person(1_000_000_000_000_000_004, "Dan")


@pytest_asyncio.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    """Two rated matches of four people at the same time, and one of Bob and Dan on another server an hour before."""
    database = await Database.open(file_url(tmp_path / "turnpost.db"))
    async with database.write() as tx:
        for hours, guild_id, strengths in (
            (2, GUILD, {ANN: 20.0, BOB: 26.0}),
            (2, GUILD, {ANN: 30.0, CLEO: 26.0}),
            (1, GUILD + 1, {BOB: 40.0, DAN: 22.0}),
        ):
            match = await new_match(tx, seats=tuple(strengths), guild_id=guild_id)
            await ratings.add(
                tx,
                [
                    StoredRating(match.id, person.id, "xero-g", NOON + hours * HOUR, place, 1.0, mu, 5.0)
                    for place, (person, mu) in enumerate(strengths.items(), 1)
                ],
            )
    yield Context(database, GAMES, lambda: NOON, Random(1))
    await database.close()


async def table(context: Context, guild_id: int | None = None) -> list[tuple[int | None, str | None, int]]:
    """Return the places, names and numbers of matches that Ann sees."""
    found = await load_standings(context, "xero-g", guild_id, ANN.id)
    return [(one.place, one.name, one.played) for one in found.people]


async def test_people_with_the_same_number_share_a_place_and_the_last_rating_counts(context: Context) -> None:
    assert await table(context) == [(1, "Ann", 2), (2, "Bob", 2), (2, "Cleo", 1), (4, "Dan", 1)]


async def test_a_server_has_those_who_played_there(context: Context) -> None:
    assert await table(context, GUILD + 1) == [(1, "Bob", 2), (2, "Dan", 1)]


async def test_places_are_counted_without_hidden_people(context: Context) -> None:
    await change_preferences(context, BOB.id, {"standings": "hidden"})
    assert await table(context) == [(1, "Ann", 2), (2, "Cleo", 1), (3, "Dan", 1)]
    assert (await load_standings(context, "xero-g", None, ANN.id)).hidden is None
    own = (await load_standings(context, "xero-g", None, BOB.id)).hidden
    assert own
    assert (own.place, own.name) == (None, "Bob")
    await change_preferences(context, BOB.id, {"standings": "shown"})
    assert len(await table(context)) == 4


def table_of(count: int, hidden: Standing | None = None) -> Standings:
    """Return a table of people with the ids 1, 2 and so on."""
    return Standings(tuple(Standing(number, number, "X", Rating(), 1) for number in range(1, count + 1)), hidden)


@pytest.mark.parametrize(("people", "last"), [(0, 0), (1, 0), (15, 0), (16, 1), (30, 1), (31, 2)])
def test_a_page_has_up_to_fifteen_people_and_the_last_one_the_rest(people: int, last: int) -> None:
    table = table_of(people)
    assert table.last_page == last
    pages = [[one.user_id for one in table.page(number, 0)[0]] for number in range(last + 1)]
    assert [len(page) for page in pages] == [*[15] * last, people - 15 * last]
    assert [user_id for page in pages for user_id in page] == list(range(1, people + 1))


def test_a_reader_who_is_not_on_the_page_gets_their_own_standing() -> None:
    table, hidden = table_of(16), Standing(None, 77, "Y", Rating(), 1)
    assert table.page(0, 16)[1] == table.people[15]
    assert table.page(1, 16)[1] is None
    assert table.page(0, 77)[1] is None
    assert table_of(16, hidden).page(1, 77)[1] == hidden
