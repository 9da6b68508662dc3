"""Reviews, answers to puzzles, and how often views were used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import puzzle_attempts, reviews, view_counts
from storage.queries.puzzle_attempts import Attempt, PuzzleCount
from tests.storage.samples import ANN, BOB, CLEO, GUILD, HOUR, NOON, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_a_review_is_asked_for_once_and_what_it_found_stays(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        assert await reviews.of_match(tx, match.id) is None
        await reviews.ask(tx, match.id, NOON)
        assert await reviews.of_match(tx, match.id) == {}
        await reviews.ask(tx, other.id, NOON)
        await reviews.store(tx, match.id, {"curve": [0.5]})
        await reviews.store(tx, match.id, {"curve": [0.1]})
    async with database.read() as tx:
        assert await reviews.of_match(tx, match.id) == {"curve": [0.5]}
        assert await reviews.of_match(tx, other.id) == {}


async def test_the_first_answer_is_kept_and_so_is_the_first_solution(database: Database) -> None:
    async with database.write() as tx:
        for later, solved in enumerate((False, False, True, False, True)):
            await puzzle_attempts.add(tx, ANN.id, "xero-g", 1, solved=solved, at=NOON + later * HOUR)
        await puzzle_attempts.add(tx, ANN.id, "xero-g", 2, solved=True, at=NOON)
        await puzzle_attempts.add(tx, ANN.id, "xero-g", 2, solved=False, at=NOON + HOUR)
    async with database.read() as tx:
        assert await puzzle_attempts.of_person(tx, ANN.id) == {
            ("xero-g", 1): Attempt(failed=True, solved_at=NOON + 2 * HOUR),
            ("xero-g", 2): Attempt(failed=False, solved_at=NOON),
        }
        assert await puzzle_attempts.of_person(tx, BOB.id) == {}


async def test_people_are_counted_by_puzzle(database: Database) -> None:
    answers = [(ANN, 1, True), (BOB, 1, False), (BOB, 1, True), (CLEO, 1, False), (CLEO, 2, False)]
    async with database.write() as tx:
        for person, number, solved in answers:
            await puzzle_attempts.add(tx, person.id, "xero-g", number, solved=solved, at=NOON)
        assert await puzzle_attempts.count(tx, ["xero-g", "xong"]) == {
            ("xero-g", 1): PuzzleCount(3, 2, 1),
            ("xero-g", 2): PuzzleCount(1, 0, 0),
        }
        assert await puzzle_attempts.count_one(tx, "xero-g", 1) == PuzzleCount(3, 2, 1)
        assert await puzzle_attempts.count_one(tx, "xong", 1) == PuzzleCount(0, 0, 0)


ALL = range(1_000_000)


async def test_the_most_viewed_match_of_a_server_comes_first(database: Database) -> None:
    async with database.write() as tx:
        once, often, elsewhere = await new_match(tx), await new_match(tx), await new_match(tx, guild_id=GUILD + 1)
        for match, hours in ((once, [100, 99]), (often, [90, 100, 100]), (elsewhere, [100] * 9)):
            for hour in hours:
                await view_counts.add(tx, match.id, hour)
        assert await view_counts.most_viewed(tx, GUILD, range(90, 101), 5) == [(often.id, 3), (once.id, 2)]
        assert await view_counts.most_viewed(tx, GUILD, range(90, 101), 1) == [(often.id, 3)]
        assert await view_counts.most_viewed(tx, GUILD, range(91, 101), 5) == [(often.id, 2), (once.id, 2)]
        assert await view_counts.most_viewed(tx, GUILD, range(101, 200), 5) == []
        assert await view_counts.most_viewed(tx, GUILD, range(90, 100), 5) == [(once.id, 1), (often.id, 1)]
        assert await view_counts.most_viewed(tx, GUILD + 1, ALL, 5) == [(elsewhere.id, 9)]


async def test_of_equals_the_one_viewed_last_comes_first(database: Database) -> None:
    async with database.write() as tx:
        first, second = await new_match(tx), await new_match(tx)
        await view_counts.add(tx, first.id, 101)
        await view_counts.add(tx, second.id, 100)
        assert await view_counts.most_viewed(tx, GUILD, ALL, 5) == [(first.id, 1), (second.id, 1)]


async def test_old_views_are_forgotten(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        for hour in (10, 20):
            await view_counts.add(tx, match.id, hour)
        assert await view_counts.exist_before(tx, 11)
        assert not await view_counts.exist_before(tx, 10)
        await view_counts.forget_before(tx, 20)
        assert await view_counts.most_viewed(tx, GUILD, ALL, 5) == [(match.id, 1)]
