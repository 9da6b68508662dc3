from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import watchers
from tests.storage.samples import ANN, BOB, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_the_watchers_of_a_match_are_taken_once(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        for user_id in (BOB.id, ANN.id):
            await watchers.add(tx, match.id, user_id)
        await watchers.add(tx, other.id, ANN.id)
    async with database.write() as tx:
        assert await watchers.watched_by(tx, ANN.id) == {match.id, other.id}
        assert await watchers.take(tx, match.id) == sorted((ANN.id, BOB.id))
        assert await watchers.take(tx, match.id) == []
        assert await watchers.watched_by(tx, ANN.id) == {other.id}
        assert await watchers.remove(tx, other.id, ANN.id)
        assert not await watchers.remove(tx, other.id, ANN.id)
