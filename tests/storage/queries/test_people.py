"""People, their profiles and their ratings."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database
from storage.queries import matches, outcomes, people, profiles, ratings
from storage.queries.rows import FORMER_IDS, MatchEnd, Outcome, Person, StoredRating
from tests.storage.samples import ANN, BOB, CLEO, GUILD, HOUR, NOON, move, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Sequence

    from storage.engine.database import Tx


@pytest.fixture
async def pair(database: Database, url: str) -> AsyncIterator[tuple[Database, Database]]:
    """Two processes on one database."""
    other = await Database.open(url)
    yield database, other
    await other.close()


async def test_a_look_is_kept_in_place_of_the_one_before(database: Database) -> None:
    for look in ({"theme": "light", "size": "small"}, {"sides": "never"}, {}):
        async with database.write() as tx:
            await people.set_look(tx, ANN.id, look)
        async with database.read() as tx:
            assert await people.look(tx, ANN.id) == look
            assert await people.look(tx, BOB.id) == {}


async def test_two_who_choose_for_one_person_at_once_both_come_through(database: Database) -> None:
    async def choose(theme: str) -> None:
        async with database.write() as tx:
            await people.set_look(tx, ANN.id, {"theme": theme})

    await asyncio.gather(choose("light"), choose("dark"))
    async with database.read() as tx:
        assert await people.look(tx, ANN.id) in ({"theme": "light"}, {"theme": "dark"})


async def test_a_digest_is_due_from_its_time_on_the_longest_due_first(database: Database) -> None:
    async with database.write() as tx:
        await people.set_look(tx, ANN.id, {"theme": "light"})
        for person, more in ((ANN, 2), (BOB, 1), (CLEO, 3)):
            await people.set_digest(tx, person.id, NOON + more * HOUR)
    async with database.write() as tx:
        assert await people.due_digests(tx, NOON) == []
        assert await people.due_digests(tx, NOON + HOUR) == [BOB.id]
        assert await people.due_digests(tx, NOON + 9 * HOUR) == [BOB.id, ANN.id, CLEO.id]
        assert not await people.take_digest(tx, BOB.id, NOON)
        assert await people.take_digest(tx, BOB.id, NOON + HOUR)
        await people.set_digest(tx, BOB.id, None)
        assert not await people.take_digest(tx, BOB.id, NOON + 9 * HOUR)
        assert await people.due_digests(tx, NOON + 9 * HOUR) == [ANN.id, CLEO.id]
        assert await people.look(tx, ANN.id) == {"theme": "light"}


async def test_each_digest_is_taken_once_by_several_processes(pair: tuple[Database, Database]) -> None:
    everybody = range(1, 31)
    async with pair[0].write() as tx:
        for user_id in everybody:
            await people.set_digest(tx, user_id, NOON)

    async def look(database: Database) -> list[int]:
        taken: list[int] = []
        for user_id in everybody:
            async with database.write() as tx:
                if await people.take_digest(tx, user_id, NOON):
                    await asyncio.sleep(0)
                    await people.set_digest(tx, user_id, NOON + HOUR)
                    taken.append(user_id)
        return taken

    taken = await asyncio.gather(*(look(database) for database in pair * 3))
    assert sorted(user_id for each in taken for user_id in each) == list(everybody)


async def end(tx: Tx, seats: Sequence[Person], hours: int, outcome: Outcome | None = None) -> int:
    """Store a match that ended so many hours after noon, and return its number."""
    match = await new_match(tx, seats=seats)
    await move(tx, match, to_move=None, at=NOON + hours * HOUR)
    if outcome:
        await outcomes.store(tx, match.id, MatchEnd(outcome, (), ()))
    return match.id


async def test_the_latest_end_comes_first_with_its_outcome_and_places(database: Database) -> None:
    async with database.write() as tx:
        old = await end(tx, (ANN, BOB), 1, Outcome("rules", 1, 7))
        new = await end(tx, (CLEO, ANN), 2)
        await end(tx, (BOB, CLEO), 3)
        await new_match(tx)
        rows = [StoredRating(old, who.id, "xero-g", NOON, place, 1.0, 25.0, 8.0) for who, place in ((ANN, 1), (BOB, 2))]
        await ratings.add(tx, rows)
        found = await profiles.ended_matches(tx, ANN.id)
        stored = await matches.require(tx, old)
    assert [match.id for match in found] == [new, old]
    assert [one.name for one in found[0].seats] == ["Cleo", "Ann"]
    assert (found[0].outcome, found[0].places) == (None, {})
    assert (found[1].outcome, found[1].places) == (Outcome("rules", 1, 7), {ANN.id: 1, BOB.id: 2})
    assert (found[1].guild_id, found[1].channel_id, found[1].thread_id, found[1].ended_at) == (
        stored.guild_id,
        stored.channel_id,
        stored.thread_id,
        stored.ended_at,
    )


async def test_a_rated_match_whose_seat_somebody_else_has_is_among_them(database: Database) -> None:
    async with database.write() as tx:
        number = await end(tx, (Person.computer(1), BOB, CLEO), 1, Outcome("rules", 2, 30))
        await ratings.add(tx, [StoredRating(number, ANN.id, "xero-g", NOON, 3, 1.0, 25.0, 8.0)])
        found = await profiles.ended_matches(tx, ANN.id)
    assert [(match.id, match.places) for match in found] == [(number, {ANN.id: 3})]


async def test_the_ratings_of_a_person_come_game_by_game(database: Database) -> None:
    async with database.write() as tx:
        rows: list[StoredRating] = []
        for hours, game in enumerate(("xong", "xero-g", "xong"), 1):
            number = await end(tx, (ANN, BOB), hours)
            rows.append(StoredRating(number, ANN.id, game, NOON + hours * HOUR, 1, 1.0, 25.0, 8.0))
        await ratings.add(tx, rows[::-1])
        found = await ratings.all_of_person(tx, ANN.id)
        nobody = await ratings.all_of_person(tx, BOB.id)
    assert found == [rows[1], rows[0], rows[2]]
    assert nobody == []


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
