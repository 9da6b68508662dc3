"""The ended matches of a person: those with their seat, and those that were rated for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import matches, outcomes, profiles, ratings
from storage.queries.rows import MatchEnd, Outcome, Person, StoredRating
from tests.storage.samples import ANN, BOB, CLEO, HOUR, NOON, move, new_match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.engine.database import Database, Tx


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
