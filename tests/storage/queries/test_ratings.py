"""Ratings are read by match, by person and by time, in the order in which matches ended, and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import ratings
from storage.queries.rows import FORMER_IDS, Person, StoredRating
from tests.storage.samples import ANN, BOB, CLEO, GUILD, HOUR, NOON, new_match

if TYPE_CHECKING:
    from collections.abc import Iterable

    from storage.engine.database import Database, Tx


async def rate(tx: Tx, *people: Person, hours: int = 0, game: str = "xero-g", guild_id: int = GUILD) -> int:
    """Store the ratings after a match that ended some hours after noon, the first the highest. Return the match."""
    match = await new_match(tx, seats=people, game=game, guild_id=guild_id)
    rows = [
        StoredRating(match.id, person.id, game, NOON + hours * HOUR, place, 1.0, 30.0 - place, 5.0)
        for place, person in enumerate(people, 1)
    ]
    await ratings.add(tx, rows)
    return match.id


def keys(rows: Iterable[StoredRating]) -> list[tuple[int, int]]:
    """Return the match and the person of each rating."""
    return [(row.match_id, row.user_id) for row in rows]


async def test_before_a_time_each_person_has_their_last_rating_at_the_game(database: Database) -> None:
    async with database.write() as tx:
        first, second = await rate(tx, ANN, BOB), await rate(tx, CLEO, ANN)
        await rate(tx, ANN, BOB, hours=1)
        await rate(tx, ANN, BOB, CLEO, game="xong")
        people = [CLEO.id, ANN.id, ANN.id, BOB.id]
        found = await ratings.before(tx, "xero-g", people, NOON + HOUR)
        assert keys(found) == [(second, ANN.id), (first, BOB.id), (second, CLEO.id)]
        assert await ratings.before(tx, "xero-g", people, NOON) == []


async def test_ratings_since_a_time_are_read_and_removed_for_one_game(database: Database) -> None:
    async with database.write() as tx:
        late, first, last = await rate(tx, ANN, hours=2), await rate(tx, ANN), await rate(tx, BOB, ANN, hours=2)
        other = await rate(tx, CLEO, game="xong", hours=2)
        assert keys(await ratings.since(tx, "xero-g", NOON + 2 * HOUR)) == [
            (late, ANN.id),
            (last, ANN.id),
            (last, BOB.id),
        ]
        await ratings.remove_since(tx, "xero-g", NOON + 2 * HOUR)
        assert keys(await ratings.everything(tx)) == [(first, ANN.id), (other, CLEO.id)]
        await ratings.remove_all(tx)
        assert await ratings.everything(tx) == []


async def test_a_person_s_ratings_come_in_the_order_in_which_matches_ended(database: Database) -> None:
    async with database.write() as tx:
        late, early, same = await rate(tx, ANN, BOB, hours=1), await rate(tx, ANN), await rate(tx, CLEO, ANN, hours=1)
        other = await rate(tx, BOB, ANN, game="martian-life", hours=2)
        own = [(early, ANN.id), (late, ANN.id), (same, ANN.id)]
        assert keys(await ratings.of_person(tx, "xero-g", ANN.id)) == own
        assert keys(await ratings.all_of_person(tx, ANN.id)) == [(other, ANN.id), *own]
        assert keys(await ratings.of_match(tx, other)) == [(other, ANN.id), (other, BOB.id)]


async def test_the_table_of_a_game_has_no_former_players(database: Database) -> None:
    ids = (FORMER_IDS.start - 1, FORMER_IDS.start, FORMER_IDS.stop - 1, FORMER_IDS.stop)
    async with database.write() as tx:
        await rate(tx, *(Person(user_id, "X") for user_id in ids))
        await rate(tx, Person(ids[0], "X"), hours=1, guild_id=GUILD + 1)
        await rate(tx, ANN, BOB, game="xong")
        found = await ratings.standings(tx, "xero-g")
        assert [(one.last.user_id, one.played) for one in found] == [(ids[0], 2), (ids[3], 1)]
        assert [one.last.user_id for one in await ratings.standings(tx, "xero-g", GUILD + 1)] == [ids[0]]
