from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import puzzle_attempts
from storage.queries.puzzle_attempts import Attempt, PuzzleCount
from tests.storage.samples import ANN, BOB, CLEO, HOUR, NOON

if TYPE_CHECKING:
    from storage.engine.database import Database


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
