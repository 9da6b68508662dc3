from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import reviews
from tests.storage.samples import NOON, new_match

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
